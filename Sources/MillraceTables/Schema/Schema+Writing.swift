import Millrace

extension Schema: Writable {
  /// Writes an object: `count`, `nulls`, `kinds` and, if they are not empty, `textForms`, `examples`, `fields`,
  /// `elements` and `values`. A field also has its `name` and the number of objects in which it is `absent`.
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginMap()
    __writeMembers(to: &writer)
    writer.endObject()
  }

  private func __writeMembers<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.writeKey("count")
    writer.write(count)
    writer.writeKey("nulls")
    writer.write(nullCount)
    writer.writeKey("kinds")
    writer.write(value: kinds.names)
    if kinds.contains(.string), !textForms.isEmpty {
      writer.writeKey("textForms")
      writer.write(value: textForms.names)
    }
    if !examples.isEmpty {
      writer.writeKey("examples")
      writer.write(value: examples)
    }
    if !fields.isEmpty {
      writer.writeKey("fields")
      writer.beginArray()
      for field in fields {
        writer.beginMap()
        writer.writeKey("name")
        writer.write(field.name)
        writer.writeKey("absent")
        writer.write(absentCount(of: field))
        field.value.__writeMembers(to: &writer)
        writer.endObject()
      }
      writer.endArray()
    }
    if let elements {
      writer.writeKey("elements")
      writer.write(value: elements)
    }
    if let values {
      writer.writeKey("values")
      writer.write(value: values)
    }
  }
}

extension Schema.Kinds {
  /// The names of the kinds, in order of declaration.
  public var names: [String] {
    let names = [
      "boolean", "integer", "largeInteger", "fraction", "largeFraction", "string", "instant", "bytes", "array",
      "object",
    ]
    return names.indices.filter { rawValue & 1 << $0 != 0 }.map { names[$0] }
  }
}

extension Schema.TextForms {
  /// The names of the forms, in order of declaration.
  public var names: [String] {
    let names = ["boolean", "integer", "number", "instant", "json"]
    return names.indices.filter { rawValue & 1 << $0 != 0 }.map { names[$0] }
  }
}
