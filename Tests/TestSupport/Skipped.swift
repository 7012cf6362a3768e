import Millrace

/// A value that is skipped, whatever its kind.
package struct Skipped: Readable {
  package static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Skipped {
    try reader.skipValue()
    return Skipped()
  }
}
