import Millrace

/// An object that is counted as long as it lives.
final class CountedObject {
  /// Changed by the tests of one suite only, which run one after the other.
  nonisolated(unsafe) private(set) static var living = 0

  let text: String

  init(_ text: String) {
    self.text = text
    Self.living += 1
  }

  deinit { Self.living -= 1 }
}

/// A string in an object of its own: a leak and a second release change the count.
struct Owner: Readable, Writable {
  let object: CountedObject

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Owner {
    Owner(object: CountedObject(try reader.readString()))
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(object.text) }
}

@Serializable
enum Grade: String { case low, high }

struct Negative: Error, CustomStringConvertible {
  var id: Int
  var description: String { "\(id) is negative" }
}

/// Types with tables.
enum Tabled {
  @Serializable
  struct Scalars {
    var text: String
    var int: Int
    var flag: Bool
    var double: Double
    var float: Float
    var int32: Int32
    var int64: Int64
    var uint64: UInt64
    var small: UInt8
    var instant: Instant
    var maybeText: String?
    var maybeInt: Int?
    var maybeFlag: Bool?
    var maybeDouble: Double?
    var maybeSmall: Int8?
    var maybeLevel: Grade?
    var level: Grade
  }

  @Serializable
  struct Containers {
    var texts: [String]
    var ints: [Int]
    var doubles: [Double]?
    var levels: [Grade]
    var maybeLevels: [Grade]?
    var smalls: [Int16]
    var gaps: [Int?]
    var names: [String: String]
    var counts: [String: Int]?
    var sizes: [String: Double]
    var flags: [String: Bool]
    var nested: [[Int]]
    var doublyOptional: Int??
  }

  @Serializable
  struct Node {
    @Field("node_name") var name: Owner
    private var secret: Owner?
    var children: [Node]
    var more: [Node]?
    var leaf: Leaf
    var maybeLeaf: Leaf?
    var labels: [Owner] = []
    var level: Grade = .low
    var note: Owner? = Owner(object: CountedObject("none"))
  }

  @Serializable
  struct Leaf {
    let id: Int
    let label: Owner
    var size: Double = 1.5
  }

  @Serializable(unknownFields: .rejected)
  struct Strict {
    var a: Int
    var b: [Leaf]
  }

  @Serializable(validated: true)
  struct Aliased {
    @Field("id", aliases: "number", "key") var id: Int
    var owner: Owner
    @Field("size_in_bytes", aliases: "size") var size: Int?
    @Field("état", aliases: "\"state\"") var state: String = "new"
    var `default`: Bool

    func validate() throws {
      if id < 0 { throw Negative(id: id) }
    }
  }
}

/// The same types with generated code.
enum Generated {
  @Serializable(.inlined)
  struct Scalars {
    var text: String
    var int: Int
    var flag: Bool
    var double: Double
    var float: Float
    var int32: Int32
    var int64: Int64
    var uint64: UInt64
    var small: UInt8
    var instant: Instant
    var maybeText: String?
    var maybeInt: Int?
    var maybeFlag: Bool?
    var maybeDouble: Double?
    var maybeSmall: Int8?
    var maybeLevel: Grade?
    var level: Grade
  }

  @Serializable(.inlined)
  struct Containers {
    var texts: [String]
    var ints: [Int]
    var doubles: [Double]?
    var levels: [Grade]
    var maybeLevels: [Grade]?
    var smalls: [Int16]
    var gaps: [Int?]
    var names: [String: String]
    var counts: [String: Int]?
    var sizes: [String: Double]
    var flags: [String: Bool]
    var nested: [[Int]]
    var doublyOptional: Int??
  }

  @Serializable(.inlined)
  struct Node {
    @Field("node_name") var name: Owner
    private var secret: Owner?
    var children: [Node]
    var more: [Node]?
    var leaf: Leaf
    var maybeLeaf: Leaf?
    var labels: [Owner] = []
    var level: Grade = .low
    var note: Owner? = Owner(object: CountedObject("none"))
  }

  @Serializable(.inlined)
  struct Leaf {
    let id: Int
    let label: Owner
    var size: Double = 1.5
  }

  @Serializable(.inlined, unknownFields: .rejected)
  struct Strict {
    var a: Int
    var b: [Leaf]
  }

  @Serializable(.inlined, validated: true)
  struct Aliased {
    @Field("id", aliases: "number", "key") var id: Int
    var owner: Owner
    @Field("size_in_bytes", aliases: "size") var size: Int?
    @Field("état", aliases: "\"state\"") var state: String = "new"
    var `default`: Bool

    func validate() throws {
      if id < 0 { throw Negative(id: id) }
    }
  }
}
