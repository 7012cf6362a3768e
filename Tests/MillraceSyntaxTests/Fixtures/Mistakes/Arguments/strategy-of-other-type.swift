import Millrace

enum Minutes: FieldStrategy {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Int {
    try reader.read(Int.self)
  }
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Int, to writer: inout Writer) {
    writer.write(value)
  }
}

@Serializable
struct Film {
  @Field(using: Minutes.self) var length: String  // !
}
