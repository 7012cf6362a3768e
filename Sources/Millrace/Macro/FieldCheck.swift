// Generated code calls the types of fields by these names, in aliases whose place is that of the property: a type that cannot
// be read or written is one error there, since what uses such an alias is not checked any further.

/// A field of this type.
public enum __Field<Field: Readable & Writable> { public typealias Value = Field }

/// A key of a dictionary.
public enum __Key<Key: ObjectKey & Hashable> { public typealias Value = Key }

/// A field of a type that is only read.
public enum __ReadableField<Field: Readable> { public typealias Value = Field }

/// A field of a type that is only written.
public enum __WritableField<Field: Writable> { public typealias Value = Field }
