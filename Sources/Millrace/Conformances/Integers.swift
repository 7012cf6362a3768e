// One implementation for integers of all widths. It uses the narrowest integer of the format that holds the type, and
// checks the range of the result. The width is a constant in specialized code. Systems without integers of 128 bits read and
// write wider integers, which are types of the application, as text.

extension Readable where Self: FixedWidthInteger {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    let value: Self?
    do {
      value =
        if isSigned ? bitWidth <= 64 : bitWidth < 64 {
          Self(exactly: try reader.readInt64())
        } else if bitWidth <= 64 {
          Self(exactly: try reader.readUInt64())
        } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
          isSigned ? Self(exactly: try reader.readInt128()) : Self(exactly: try reader.readUInt128())
        } else {
          Self(try reader.readNumberText())
        }
    } catch {
      throw named(Self.self, in: error)
    }
    guard let value else { try reader.failOutOfRange(Self.self) }
    return value
  }
}

/// Returns the error for a number that is out of range with the type that was requested, which may be narrower than the integer that
/// the reader reads.
@usableFromInline @inline(never)
func named(_ type: Any.Type, in error: any Error) -> any Error {
  guard var error = error as? FormatError, case .numberOutOfRange = error.problem else { return error }
  error.problem = .numberOutOfRange(type: "\(type)")
  return error
}

extension Writable where Self: FixedWidthInteger {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    if Self.isSigned ? Self.bitWidth <= 64 : Self.bitWidth < 64 {
      writer.write(Int64(truncatingIfNeeded: self))
    } else if Self.bitWidth <= 64 {
      writer.write(UInt64(truncatingIfNeeded: self))
    } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if Self.isSigned {
        writer.write(Int128(truncatingIfNeeded: self))
      } else {
        writer.write(UInt128(truncatingIfNeeded: self))
      }
    } else {
      description.withUTF8Span { writer.writeNumber(text: $0) }
    }
  }
}

extension Int: Readable, Writable {
  @inlinable @inline(__always)
  public static func readJSON(from reader: inout JSON.Reader) throws -> Int { try reader.readInt() }
  @inlinable @inline(__always)
  public func writeJSON(to writer: inout JSON.Writer) { writer.write(self) }
}

extension Int8: Readable, Writable {}
extension Int16: Readable, Writable {}
extension Int32: Readable, Writable {}
extension Int64: Readable, Writable {}
@available(WideIntegers, *)
extension Int128: Readable, Writable {}
extension UInt: Readable, Writable {}
extension UInt8: Readable, Writable {}
extension UInt16: Readable, Writable {}
extension UInt32: Readable, Writable {}
extension UInt64: Readable, Writable {}
@available(WideIntegers, *)
extension UInt128: Readable, Writable {}
