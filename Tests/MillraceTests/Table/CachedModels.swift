import Millrace

// Types that do not store their tables, and the same types with generated code.

enum Cached {
  @Serializable
  struct Page<Item, Key: ObjectKey & Hashable> {
    var item: Item
    var items: [Item]
    var maybe: Item?
    var more: [Item]?
    var byKey: [Key: Item]
    var next: Box<Item>?
    @Field("all", aliases: "rest") var all: [Box<Item>] = []
    var note: Owner? = Owner(object: CountedObject("none"))
    let count: Int
  }

  @Serializable(validated: true)
  final class Box<Item> {
    var item: Item
    var id: Int
    @Field(.ignored) var unread = 0

    init(item: Item, id: Int) {
      self.item = item
      self.id = id
    }

    func validate() throws {
      if id < 0 { throw Negative(id: id) }
    }
  }

  @Serializable
  enum Tree<Leaf> {
    case leaf(Leaf)
    case node(left: [Tree<Leaf>], right: Leaf?)
    @Case("nothing", aliases: "none") case empty
  }

  @Serializable(tag: "type")
  enum Event<Body> {
    case body(Body)
    case several(first: Body, others: [Body] = [])
    case empty
  }

  /// Within a generic type, and with a parameter that is not serializable.
  enum Enclosing<Phantom> {
    @Serializable
    struct Inner {
      var id: Int
      var owner: Owner { didSet {} }
    }
  }
}

extension Cached.Enclosing {
  @Serializable
  struct InExtension {
    var inner: Inner
    var inners: [Inner]
    var others: [InExtension]
  }
}

extension Generated {
  @Serializable(.inlined)
  struct Page<Item, Key: ObjectKey & Hashable> {
    var item: Item
    var items: [Item]
    var maybe: Item?
    var more: [Item]?
    var byKey: [Key: Item]
    var next: Box<Item>?
    @Field("all", aliases: "rest") var all: [Box<Item>] = []
    var note: Owner? = Owner(object: CountedObject("none"))
    let count: Int
  }

  @Serializable(.inlined, validated: true)
  final class Box<Item> {
    var item: Item
    var id: Int
    @Field(.ignored) var unread = 0

    init(item: Item, id: Int) {
      self.item = item
      self.id = id
    }

    func validate() throws {
      if id < 0 { throw Negative(id: id) }
    }
  }

  @Serializable(.inlined)
  enum Tree<Leaf> {
    case leaf(Leaf)
    case node(left: [Tree<Leaf>], right: Leaf?)
    @Case("nothing", aliases: "none") case empty
  }

  @Serializable(.inlined, tag: "type")
  enum Event<Body> {
    case body(Body)
    case several(first: Body, others: [Body] = [])
    case empty
  }

  enum Enclosing<Phantom> {
    @Serializable(.inlined)
    struct Inner {
      var id: Int
      var owner: Owner { didSet {} }
    }
  }
}

extension Generated.Enclosing {
  @Serializable(.inlined)
  struct InExtension {
    var inner: Inner
    var inners: [Inner]
    var others: [InExtension]
  }
}
