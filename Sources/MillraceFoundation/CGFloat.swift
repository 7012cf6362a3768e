public import Foundation
public import Millrace

/// A number with the precision of the platform: a `Double`, or a `Float` if pointers have 32 bits.
extension CGFloat: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> CGFloat {
    CGFloat(try NativeType.read(from: &reader))
  }

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { native.write(to: &writer) }

  public static var kinds: ValueKinds { NativeType.kinds }
}
