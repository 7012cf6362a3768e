import Foundation
import Millrace

/// Millrace's operations on the documents of one type.
enum MillraceWorkloads<Value: Serializable> {
  static func decode(_ document: URL) throws -> Workload {
    let bytes = [UInt8](try Data(contentsOf: document))
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try JSON.decode(Value.self, from: bytes)) }
      },
      roundTrip: { Data(try JSON.encode(try JSON.decode(Value.self, from: bytes))) })
  }

  static func encode(_ document: URL) throws -> Workload {
    let value = try value(of: document)
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try JSON.encode(value)) }
      },
      roundTrip: { Data(try JSON.encode(value)) })
  }

  static func encodeReused(_ document: URL) throws -> Workload {
    let value = try value(of: document)
    let warm = WarmWriter()
    return Workload(
      run: { count in try warm.write(value, count: count) },
      roundTrip: {
        try warm.write(value, count: 2)
        return warm.output
      })
  }

  private static func value(of document: URL) throws -> Value {
    try JSON.decode(Value.self, from: [UInt8](try Data(contentsOf: document)))
  }
}

/// A writer that is kept from one document to the next, with its buffer.
private final class WarmWriter {
  private var writer = JSON.Writer()

  func write<Value: Writable>(_ value: Value, count: Int) throws {
    try Self.write(value, count: count, to: &writer)
  }

  /// The writer is lent once for the whole loop: each access to a property of an object is checked at run time.
  private static func write<Value: Writable>(_ value: Value, count: Int, to writer: inout JSON.Writer) throws {
    for _ in 0..<count {
      writer.removeAll()
      writer.write(value: value)
      try writer.finish()
      keep(writer.bytes.count)
    }
  }

  var output: Data { Self.output(of: writer) }

  private static func output(of writer: borrowing JSON.Writer) -> Data {
    writer.bytes.withUnsafeBufferPointer { Data($0) }
  }
}
