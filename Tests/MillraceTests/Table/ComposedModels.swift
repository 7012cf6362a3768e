import Millrace

// Types whose values are composed from parts, and the same types with generated or hand-written code.

enum Composed {
  typealias Leaf = Tabled.Leaf
  typealias Strict = Tabled.Strict

  @Serializable
  enum ByKey {
    case circle(radius: Double, owner: Owner?)
    case label(Owner)
    @Case("nothing", aliases: "none", "nil") case empty
    case pair(Owner, [Owner])
    case standard(x: Int = 4, owner: Owner = Owner(object: CountedObject("standard")))
    indirect case nested(ByKey?)
    case nine(
      a: Int, b: Owner, c: Owner?, d: [Owner], e: String, f: Leaf, g: Bool?, h: Double,
      i: Owner = Owner(object: CountedObject("i")))
    case eight(a: Int, b: Owner, c: Owner?, d: [Owner], e: String, f: Leaf, g: Bool?, h: Double)
  }

  @Serializable(unknownFields: .rejected)
  enum OpenByKey {
    case leaf(Leaf)
    case two(owner: Owner, y: Int?)
    case empty
    @Case(.unknown) case other(JSON.Value)
  }

  @Serializable(tag: "type", validated: true)
  enum ByTag {
    case leaf(Leaf)
    case strict(Strict)
    case typed(Typed)
    case two(owner: Owner, y: Int?)
    @Case("a name of more than sixteen bytes", aliases: "three") case three
    case rest([String: Owner])
    case maybe(Leaf?)
    case inner(InnerCase)

    func validate() throws {
      if case .two(_, let y?) = self, y < 0 { throw Negative(id: y) }
    }
  }

  @Serializable(tag: "kind")
  enum InnerCase {
    case a(x: Int)
    case b(Leaf)
    @Case(.unknown) case other(JSON.Value)
  }

  /// Reads the tag, too.
  @Serializable
  struct Typed {
    var type: String
    var owner: Owner
  }

  @Serializable(tag: "type", unknownFields: .rejected)
  enum StrictByTag {
    case two(owner: Owner, y: Int?)
    case three
    @Case(.unknown) case other
  }

  @Serializable(tag: "type", content: "value", unknownFields: .rejected)
  enum ByContent {
    case leaf(Leaf)
    case two(owner: Owner, y: Int?)
    case three
    case maybe(Owner?)
    case optional(owner: Owner?, y: Int = 5)
    case many([Owner])
    case inner(InnerCase)
    @Case(.unknown) case other(JSON.Value)
  }

  @Serializable
  final class Instance {
    var id: Int
    var owner: Owner { didSet {} }
    var note: Owner? = Owner(object: CountedObject("none"))
    let keys: [ByKey]
    @Field(.ignored) lazy var cache = [Int]()
    @Field(.ignored) weak var parent: CountedObject?
    private var tag: ByTag?

    init(id: Int, owner: Owner) {
      self.id = id
      self.owner = owner
      keys = []
    }
  }

  @Serializable
  struct Observed {
    var owner: Owner { didSet {} }
    @Field("n", aliases: "number") var number: Int? { willSet {} }
    var leaf: Leaf
  }

  @Serializable
  struct Holder {
    var key: ByKey
    var keys: [ByKey]
    var tag: ByTag?
    var tags: [ByTag]?
    var content: [String: ByContent]
    var instance: Instance?
    var observed: Observed
    var untagged: [Untagged] = []
    var name: Name?
  }

  @Serializable(.untagged)
  enum Untagged {
    case nothing
    case number(Int)
    case flags([Bool])
    case text(Owner)
    case leaf(Leaf)
    case range(first: Int, last: Int)
    case partial(owner: Owner?, note: String?)
    case other(JSON.Value)
  }

  @Serializable(.strings)
  enum Name {
    case red, green
    @Case("a long name that needs an allocation", aliases: "long") case long
    @Case(.unknown) case other(Owner)
  }
}

extension Generated {
  @Serializable(.inlined)
  enum ByKey {
    case circle(radius: Double, owner: Owner?)
    case label(Owner)
    @Case("nothing", aliases: "none", "nil") case empty
    case pair(Owner, [Owner])
    case standard(x: Int = 4, owner: Owner = Owner(object: CountedObject("standard")))
    indirect case nested(ByKey?)
    case nine(
      a: Int, b: Owner, c: Owner?, d: [Owner], e: String, f: Leaf, g: Bool?, h: Double,
      i: Owner = Owner(object: CountedObject("i")))
    case eight(a: Int, b: Owner, c: Owner?, d: [Owner], e: String, f: Leaf, g: Bool?, h: Double)
  }

  @Serializable(.inlined, unknownFields: .rejected)
  enum OpenByKey {
    case leaf(Leaf)
    case two(owner: Owner, y: Int?)
    case empty
    @Case(.unknown) case other(JSON.Value)
  }

  @Serializable(.inlined, tag: "type", validated: true)
  enum ByTag {
    case leaf(Leaf)
    case strict(Strict)
    case typed(Typed)
    case two(owner: Owner, y: Int?)
    @Case("a name of more than sixteen bytes", aliases: "three") case three
    case rest([String: Owner])
    case maybe(Leaf?)
    case inner(InnerCase)

    func validate() throws {
      if case .two(_, let y?) = self, y < 0 { throw Negative(id: y) }
    }
  }

  @Serializable(.inlined, tag: "kind")
  enum InnerCase {
    case a(x: Int)
    case b(Leaf)
    @Case(.unknown) case other(JSON.Value)
  }

  /// Reads the tag, too.
  @Serializable(.inlined)
  struct Typed {
    var type: String
    var owner: Owner
  }

  @Serializable(.inlined, tag: "type", unknownFields: .rejected)
  enum StrictByTag {
    case two(owner: Owner, y: Int?)
    case three
    @Case(.unknown) case other
  }

  @Serializable(.inlined, tag: "type", content: "value", unknownFields: .rejected)
  enum ByContent {
    case leaf(Leaf)
    case two(owner: Owner, y: Int?)
    case three
    case maybe(Owner?)
    case optional(owner: Owner?, y: Int = 5)
    case many([Owner])
    case inner(InnerCase)
    @Case(.unknown) case other(JSON.Value)
  }

  @Serializable(.inlined)
  final class Instance {
    var id: Int
    var owner: Owner { didSet {} }
    var note: Owner? = Owner(object: CountedObject("none"))
    let keys: [ByKey]
    @Field(.ignored) lazy var cache = [Int]()
    @Field(.ignored) weak var parent: CountedObject?
    private var tag: ByTag?

    init(id: Int, owner: Owner) {
      self.id = id
      self.owner = owner
      keys = []
    }
  }

  @Serializable(.inlined)
  struct Observed {
    var owner: Owner { didSet {} }
    @Field("n", aliases: "number") var number: Int? { willSet {} }
    var leaf: Leaf
  }

  @Serializable(.inlined)
  struct Holder {
    var key: ByKey
    var keys: [ByKey]
    var tag: ByTag?
    var tags: [ByTag]?
    var content: [String: ByContent]
    var instance: Instance?
    var observed: Observed
    var untagged: [Untagged] = []
    var name: Name?
  }

  enum Untagged {
    case nothing
    case number(Int)
    case flags([Bool])
    case text(Owner)
    case leaf(Leaf)
    case range(first: Int, last: Int)
    case partial(owner: Owner?, note: String?)
    case other(JSON.Value)
  }

  enum Name {
    case red, green, long
    case other(Owner)
  }
}

// Hand-written, because no code is generated for these representations.

extension Generated.Untagged: Readable, Writable {
  @Serializable(.inlined)
  struct Range {
    var first: Int
    var last: Int
  }

  @Serializable(.inlined)
  struct Partial {
    var owner: Owner?
    var note: String?
  }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    if reader.takeNull() { return .nothing }
    if try reader.__isNext(Int.self) { return .number(try reader.read(Int.self)) }
    if try reader.__isNext([Bool].self) { return .flags(try reader.read([Bool].self)) }
    if try reader.__isNext(Owner.self) { return .text(try reader.read(Owner.self)) }
    if try reader.__isNext(Generated.Leaf.self) { return .leaf(try reader.read(Generated.Leaf.self)) }
    if try reader.__isNext(Range.self) {
      let range = try reader.read(Range.self)
      return .range(first: range.first, last: range.last)
    }
    if try reader.__isNext(Partial.self) {
      let partial = try reader.read(Partial.self)
      return .partial(owner: partial.owner, note: partial.note)
    }
    return .other(try reader.read(JSON.Value.self))
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .nothing: writer.writeNull()
    case .number(let value): writer.write(value)
    case .flags(let value): writer.write(value: value)
    case .text(let value): writer.write(value: value)
    case .leaf(let value): writer.write(value: value)
    case .range(let first, let last): writer.write(value: Range(first: first, last: last))
    case .partial(let owner, let note): writer.write(value: Partial(owner: owner, note: note))
    case .other(let value): writer.write(value: value)
    }
  }
}

extension Generated.Name: Readable, Writable {
  static var kinds: ValueKinds { .string }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    let start = reader.mark()
    switch try reader.__readCase(
      among: FieldTable("\u{3}red\u{5}green\u{24}a long name that needs an allocation\u{4}long"))
    {
    case 0: return .red
    case 1: return .green
    case 2, 3: return .long
    default:
      reader.rewind(to: start)
      return .other(try reader.read(Owner.self))
    }
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .red: writer.write("red")
    case .green: writer.write("green")
    case .long: writer.write("a long name that needs an allocation")
    case .other(let name): writer.write(value: name)
    }
  }
}
