// Generated code refers to the types of fields by these names, in type aliases at the location of the property. If a
// type cannot be read or written, there is a single error at the property, because the compiler does not check uses of
// such an alias.

/// A field of this type.
public enum __Field<Field: Readable & Writable> { public typealias Value = Field }

/// A field of a type that is also `Codable`.
public enum __Codable<Field: Codable> { public typealias Value = Field }

/// A field that is decoded, in a type that is also `Decodable`.
public enum __Decodable<Field: Decodable> { public typealias Value = Field }

/// A field that is encoded, in a type that is also `Encodable`.
public enum __Encodable<Field: Encodable> { public typealias Value = Field }

/// A field that is compared with its default value.
public enum __Equatable<Field: Equatable> { public typealias Value = Field }

/// A field whose bad elements are dropped.
public enum __Lossy<Field: LossyReadable> { public typealias Value = Field }

/// A key of a dictionary.
public enum __Key<Key: ObjectKey & Hashable> { public typealias Value = Key }

/// The strategy of a field.
public enum __Strategy<Strategy: FieldStrategy, Value> where Strategy.Value == Value {
  public typealias Checked = Strategy
}

/// A field of a type that is only read.
public enum __ReadableField<Field: Readable> { public typealias Value = Field }

/// A field of a type that is only written.
public enum __WritableField<Field: Writable> { public typealias Value = Field }
