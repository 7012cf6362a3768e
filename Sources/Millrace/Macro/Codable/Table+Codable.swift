// `Codable` by tables: the calls of containers that the compiler's code makes, for foreign decoders and encoders. Those of ours read
// and write the type itself.
//
// A container has a function of its own for each scalar type, and one for all other types. Which of them is called is visible to whoever
// writes a decoder, so scalars are not decoded like other types.

extension Decoder {
  /// Decodes a value by its table. Generated code calls it.
  public func __decode<Value: __ReadByTable & Decodable>(_ type: Value.Type) throws -> Value {
    if let value = __readDirectly(type) { return value }
    // SAFETY: the table is that of the type.
    return try unsafe initialized(type) { place in try unsafe Value.__fields.decode(from: self, into: place) }
  }
}

extension Decoder {
  /// Decodes a value that is composed from the parts of its only case. Generated code calls it.
  public func __decode<Value: __ComposedType & Decodable>(_ type: Value.Type) throws -> Value {
    if let value = __readDirectly(type) { return value }
    let table = Value.__fields
    guard let cases = unsafe table.cases else { preconditionFailure("a type that is not composed") }
    let (size, alignment) = unsafe (cases.pointee.size, cases.pointee.alignment)
    let value = try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: alignment) { scratch in
      // SAFETY: a temporary allocation has an address, also of no bytes.
      let values = unsafe scratch.baseAddress.unsafelyUnwrapped
      try unsafe cases.at(0).pointee.table.decode(from: self, into: values)
      return unsafe initialized(Value.self) { unsafe Value.__compose(0, __Parts(values, target: $0)) }
    }
    try unsafe withUnsafePointer(to: value) { try unsafe table.contents.pointee.validate?(UnsafeRawPointer($0)) }
    return value
  }
}

extension Encoder {
  /// Encodes a value that is decomposed into the parts of its only case. Generated code calls it.
  public func __encode<Value: __DecomposedType & Encodable>(_ value: Value) throws {
    if __writeDirectly(value) { return }
    guard let cases = unsafe Value.__fields.cases else { preconditionFailure("a type that is not composed") }
    var result = Result<Void, any Error>.success(())
    value.__decompose { _, parts in
      result = Result { try unsafe cases.at(0).pointee.table.encode(to: self, from: UnsafeRawPointer(parts.values)) }
    }
    try result.get()
  }

  /// Encodes a value by its table. Generated code calls it.
  public func __encode<Value: __WrittenByTable & Encodable>(_ value: Value) throws {
    if __writeDirectly(value) { return }
    try unsafe withUnsafePointer(to: value) { try unsafe Value.__fields.encode(to: self, from: UnsafeRawPointer($0)) }
  }
}

extension __Table {
  /// Decodes the fields into memory that is not initialized. It is initialized afterwards, or an error is thrown and it is not.
  @inline(never)
  fileprivate func decode(from decoder: any Decoder, into memory: UnsafeMutableRawPointer) throws {
    // The fields before this one are initialized.
    var end = 0
    do {
      let container = try decoder.container(keyedBy: FieldKey.self)
      let keys = names.names.map { FieldKey($0) }
      if names.rejectsUnknown { try container.__rejectKeys { !names.contains($0) } }
      while end < count {
        let index = end
        let others = aliases(of: index, among: keys)
        // Containers are only asked for a key if there is a choice.
        let key = others.isEmpty ? keys[index] : container.firstKey(of: keys[index], others)
        let field = unsafe field(at: index)
        let place = unsafe memory + Int(field.pointee.offset)
        if let setDefault = unsafe field.pointee.details.pointee.setDefault, !container.contains(key) {
          unsafe setDefault.pointee(place)
        } else {
          try unsafe field.pointee.details.pointee.decode(from: container, key, into: place)
        }
        end += 1
      }
      try unsafe contents.pointee.validate?(memory)
    } catch {
      for index in 0..<end { unsafe field(at: index).pointee.deinitialize(in: memory) }
      throw error
    }
  }

  /// The other names of a field.
  private func aliases(of index: Int, among keys: [FieldKey]) -> [FieldKey] {
    unsafe zip(contents.pointee.fieldsOfAliases, keys[count...]).filter { $0.0 == index }.map(\.1)
  }

  @inline(never)
  fileprivate func encode(to encoder: any Encoder, from memory: UnsafeRawPointer) throws {
    var container = encoder.container(keyedBy: FieldKey.self)
    for (index, name) in names.names.prefix(count).enumerated() {
      let field = unsafe field(at: index)
      let place = unsafe memory + Int(field.pointee.offset)
      try unsafe field.pointee.details.pointee.encode(to: &container, FieldKey(name), from: place)
    }
  }
}

// MARK: - Fields

extension __TableField.Details {
  fileprivate func decode(
    from container: KeyedDecodingContainer<FieldKey>, _ key: FieldKey, into place: UnsafeMutableRawPointer
  ) throws {
    if let scalar {
      try unsafe shape == .optional
        ? scalar.decodeIfPresent(container, key, place) : scalar.decode(container, key, place)
    } else if let type = codableType ?? readable as? any Decodable.Type {
      try unsafe decode(type, from: container, key, into: place)
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\(self.type) is not decodable.")
    }
  }

  private var scalar: ScalarCoding? { arrayType == nil ? ScalarCoding.all[ObjectIdentifier(self.type)] : nil }

  private func decode<Content: Decodable>(
    _ type: Content.Type, from container: KeyedDecodingContainer<FieldKey>, _ key: FieldKey,
    into place: UnsafeMutableRawPointer
  ) throws {
    switch shape {
    case .value: unsafe place.initializeMemory(as: Content.self, to: try container.decode(Content.self, forKey: key))
    case .array:
      unsafe place.initializeMemory(as: [Content].self, to: try container.decode([Content].self, forKey: key))
    case .optional:
      unsafe place.initializeMemory(as: Content?.self, to: try container.decodeIfPresent(Content.self, forKey: key))
    case .optionalArray:
      unsafe place.initializeMemory(as: [Content]?.self, to: try container.decodeIfPresent([Content].self, forKey: key))
    }
  }

  fileprivate func encode(
    to container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey, from place: UnsafeRawPointer
  ) throws {
    if let isOmitted = unsafe isOmitted, unsafe isOmitted.pointee(place) { return }
    if let scalar, omitsNil || shape == .value {
      try unsafe shape == .optional
        ? scalar.encodeIfPresent(&container, key, place) : scalar.encode(&container, key, place)
    } else if let type = codableType ?? writable as? any Encodable.Type {
      try unsafe encode(type, to: &container, key, from: place)
    } else {
      let context = EncodingError.Context(
        codingPath: container.codingPath + [key], debugDescription: "\(self.type) is not encodable.")
      throw EncodingError.invalidValue(self.type, context)
    }
  }

  private func encode<Content: Encodable>(
    _ type: Content.Type, to container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey,
    from place: UnsafeRawPointer
  ) throws {
    switch shape {
    case .value: try unsafe container.encode(place.assumingMemoryBound(to: Content.self).pointee, forKey: key)
    case .array: try unsafe container.encode(place.assumingMemoryBound(to: [Content].self).pointee, forKey: key)
    case .optional: try unsafe encode(place.assumingMemoryBound(to: Content?.self).pointee, to: &container, key)
    case .optionalArray: try unsafe encode(place.assumingMemoryBound(to: [Content]?.self).pointee, to: &container, key)
    }
  }

  private func encode<Content: Encodable>(
    _ value: Content?, to container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey
  ) throws {
    if omitsNil {
      try container.encodeIfPresent(value, forKey: key)
    } else {
      try container.encode(value, forKey: key)
    }
  }
}

// MARK: - Scalars

private typealias Container = KeyedDecodingContainer<FieldKey>
private typealias Target = KeyedEncodingContainer<FieldKey>

/// The functions that containers have for a scalar type and for no other.
///
/// SAFETY: they are called with the places of values of this type, or of optionals of it.
@safe
private struct ScalarCoding: Sendable {
  let decode: @Sendable (Container, FieldKey, UnsafeMutableRawPointer) throws -> Void
  let decodeIfPresent: @Sendable (Container, FieldKey, UnsafeMutableRawPointer) throws -> Void
  let encode: @Sendable (inout Target, FieldKey, UnsafeRawPointer) throws -> Void
  let encodeIfPresent: @Sendable (inout Target, FieldKey, UnsafeRawPointer) throws -> Void

  /// Of scalar types, by their identities.
  static let all: [ObjectIdentifier: Self] = Dictionary(uniqueKeysWithValues: [
    scalar(
      { try $0.decode(Bool.self, forKey: $1) }, { try $0.decodeIfPresent(Bool.self, forKey: $1) },
      { try $0.encode($1 as Bool, forKey: $2) }, { try $0.encodeIfPresent($1 as Bool?, forKey: $2) }),
    scalar(
      { try $0.decode(String.self, forKey: $1) }, { try $0.decodeIfPresent(String.self, forKey: $1) },
      { try $0.encode($1 as String, forKey: $2) }, { try $0.encodeIfPresent($1 as String?, forKey: $2) }),
    scalar(
      { try $0.decode(Double.self, forKey: $1) }, { try $0.decodeIfPresent(Double.self, forKey: $1) },
      { try $0.encode($1 as Double, forKey: $2) }, { try $0.encodeIfPresent($1 as Double?, forKey: $2) }),
    scalar(
      { try $0.decode(Float.self, forKey: $1) }, { try $0.decodeIfPresent(Float.self, forKey: $1) },
      { try $0.encode($1 as Float, forKey: $2) }, { try $0.encodeIfPresent($1 as Float?, forKey: $2) }),
    scalar(
      { try $0.decode(Int.self, forKey: $1) }, { try $0.decodeIfPresent(Int.self, forKey: $1) },
      { try $0.encode($1 as Int, forKey: $2) }, { try $0.encodeIfPresent($1 as Int?, forKey: $2) }),
    scalar(
      { try $0.decode(Int8.self, forKey: $1) }, { try $0.decodeIfPresent(Int8.self, forKey: $1) },
      { try $0.encode($1 as Int8, forKey: $2) }, { try $0.encodeIfPresent($1 as Int8?, forKey: $2) }),
    scalar(
      { try $0.decode(Int16.self, forKey: $1) }, { try $0.decodeIfPresent(Int16.self, forKey: $1) },
      { try $0.encode($1 as Int16, forKey: $2) }, { try $0.encodeIfPresent($1 as Int16?, forKey: $2) }),
    scalar(
      { try $0.decode(Int32.self, forKey: $1) }, { try $0.decodeIfPresent(Int32.self, forKey: $1) },
      { try $0.encode($1 as Int32, forKey: $2) }, { try $0.encodeIfPresent($1 as Int32?, forKey: $2) }),
    scalar(
      { try $0.decode(Int64.self, forKey: $1) }, { try $0.decodeIfPresent(Int64.self, forKey: $1) },
      { try $0.encode($1 as Int64, forKey: $2) }, { try $0.encodeIfPresent($1 as Int64?, forKey: $2) }),
    scalar(
      { try $0.decode(UInt.self, forKey: $1) }, { try $0.decodeIfPresent(UInt.self, forKey: $1) },
      { try $0.encode($1 as UInt, forKey: $2) }, { try $0.encodeIfPresent($1 as UInt?, forKey: $2) }),
    scalar(
      { try $0.decode(UInt8.self, forKey: $1) }, { try $0.decodeIfPresent(UInt8.self, forKey: $1) },
      { try $0.encode($1 as UInt8, forKey: $2) }, { try $0.encodeIfPresent($1 as UInt8?, forKey: $2) }),
    scalar(
      { try $0.decode(UInt16.self, forKey: $1) }, { try $0.decodeIfPresent(UInt16.self, forKey: $1) },
      { try $0.encode($1 as UInt16, forKey: $2) }, { try $0.encodeIfPresent($1 as UInt16?, forKey: $2) }),
    scalar(
      { try $0.decode(UInt32.self, forKey: $1) }, { try $0.decodeIfPresent(UInt32.self, forKey: $1) },
      { try $0.encode($1 as UInt32, forKey: $2) }, { try $0.encodeIfPresent($1 as UInt32?, forKey: $2) }),
    scalar(
      { try $0.decode(UInt64.self, forKey: $1) }, { try $0.decodeIfPresent(UInt64.self, forKey: $1) },
      { try $0.encode($1 as UInt64, forKey: $2) }, { try $0.encodeIfPresent($1 as UInt64?, forKey: $2) }),
  ])

  private static func scalar<Scalar>(
    _ decode: @escaping @Sendable (Container, FieldKey) throws -> Scalar,
    _ decodeIfPresent: @escaping @Sendable (Container, FieldKey) throws -> Scalar?,
    _ encode: @escaping @Sendable (inout Target, Scalar, FieldKey) throws -> Void,
    _ encodeIfPresent: @escaping @Sendable (inout Target, Scalar?, FieldKey) throws -> Void
  ) -> (ObjectIdentifier, Self) {
    let coding = unsafe Self(
      decode: { unsafe $2.initializeMemory(as: Scalar.self, to: try decode($0, $1)) },
      decodeIfPresent: { unsafe $2.initializeMemory(as: Scalar?.self, to: try decodeIfPresent($0, $1)) },
      encode: { try unsafe encode(&$0, $2.assumingMemoryBound(to: Scalar.self).pointee, $1) },
      encodeIfPresent: { try unsafe encodeIfPresent(&$0, $2.assumingMemoryBound(to: Scalar?.self).pointee, $1) })
    return (ObjectIdentifier(Scalar.self), coding)
  }
}
