import Millrace

// Types whose values are composed from parts, and the same types in an extension, where code is generated for them.

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
  @Serializable
  enum ByKey {
    case circle(radius: Double, owner: Owner?)
    case label(Owner)
    @Case("nothing", aliases: "none", "nil") case empty
    case pair(Owner, [Owner])
    case standard(x: Int = 4, owner: Owner = Owner(object: CountedObject("standard")))
    indirect case nested(ByKey?)
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
