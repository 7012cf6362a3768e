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

/// A value by reference: nil is a null pointer.
final class OwnerReference: Readable, Writable {
  let owner: Owner

  init(_ owner: Owner) { self.owner = owner }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> OwnerReference {
    OwnerReference(try reader.read(Owner.self))
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(value: owner) }
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

  @Serializable
  struct Outer {
    var first: Inner?
    @Field("a_key_of_more_than_thirty_two_bytes_in_all") var long: String
    var inner: Inner
    @Field("another_key_of_more_than_thirty_two_bytes_in_all") var maybe: Int?
    var inners: Inners
    var reference: OwnerReference?
  }

  @Serializable
  struct Inner {
    var a: Int?
    var deep: Deep
    var b: Bool?
  }

  @Serializable
  struct Deep {
    var numbers: [Int]
    var text: String?
    @Field("a_key_of_thirty_two_bytes_in_all") var owner: Owner
  }

  @Serializable
  struct Inners {
    var x: Inner
    @Field("a_key_between_structures_that_is_long_enough_for_three_steps_of_text") var y: Deep
  }

  /// Types with more steps than one table writes.
  @Serializable
  struct One {
    var a: Int
    var b: String?
  }

  @Serializable
  struct Five {
    var a: One
    var b: One
    var c: One
    var d: One
    var e: One
  }

  @Serializable
  struct TwentyFive {
    var a: Five
    var b: Five
    var c: Five
    var d: Five
    var e: Five
  }

  @Serializable
  struct HundredTwentyFive {
    var a: TwentyFive
    var b: TwentyFive
    var c: TwentyFive
    var d: TwentyFive
    var e: TwentyFive
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

  @Serializable(.inlined)
  struct Outer {
    var first: Inner?
    @Field("a_key_of_more_than_thirty_two_bytes_in_all") var long: String
    var inner: Inner
    @Field("another_key_of_more_than_thirty_two_bytes_in_all") var maybe: Int?
    var inners: Inners
    var reference: OwnerReference?
  }

  @Serializable(.inlined)
  struct Inner {
    var a: Int?
    var deep: Deep
    var b: Bool?
  }

  @Serializable(.inlined)
  struct Deep {
    var numbers: [Int]
    var text: String?
    @Field("a_key_of_thirty_two_bytes_in_all") var owner: Owner
  }

  @Serializable(.inlined)
  struct Inners {
    var x: Inner
    @Field("a_key_between_structures_that_is_long_enough_for_three_steps_of_text") var y: Deep
  }

  /// Types with more steps than one table writes.
  @Serializable(.inlined)
  struct One {
    var a: Int
    var b: String?
  }

  @Serializable(.inlined)
  struct Five {
    var a: One
    var b: One
    var c: One
    var d: One
    var e: One
  }

  @Serializable(.inlined)
  struct TwentyFive {
    var a: Five
    var b: Five
    var c: Five
    var d: Five
    var e: Five
  }

  @Serializable(.inlined)
  struct HundredTwentyFive {
    var a: TwentyFive
    var b: TwentyFive
    var c: TwentyFive
    var d: TwentyFive
    var e: TwentyFive
  }
}
