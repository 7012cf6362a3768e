import Millrace

/// What is known of the values that were met at one place of some data: of its rows, of a column, of an element.
///
/// ```swift
/// var rows = try JSON.stream(JSON.Value.self, from: "films.jsonl")
/// var observer = Schema.Observer()
/// try observer.append(contentsOf: &rows)
/// for field in observer.schema.fields { print(field.name, field.value.kinds, field.value.nullCount) }
/// ```
///
/// It is a tree: objects have ``fields``, arrays have ``elements``. How much it remembers is bounded, whatever the data:
/// an object with very many different keys is taken for a dictionary, of whose values there is one schema for all
/// (``values``), and values nested deeper than ``maximumDepth`` levels are counted and not scanned.
public struct Schema: Sendable {
  /// How many values were met, nulls among them.
  public internal(set) var count = 0
  /// How many of them were null.
  public internal(set) var nullCount = 0
  /// What the others were.
  public internal(set) var kinds: Kinds = []
  /// What all strings that were met could be read as. Means nothing where there was no string.
  public internal(set) var textForms: TextForms = .all
  /// The earliest and the latest of the instants that were met, if there were any. Strings are none.
  public internal(set) var instants: ClosedRange<Instant>?
  /// A few different values among the first ones, as text and cut when they are long. Of arrays and objects none.
  public internal(set) var examples: [String] = []
  /// How many of the values were objects.
  public internal(set) var objectCount = 0
  /// The members of the objects, in the order in which they were first met; none if ``isDictionary``.
  public internal(set) var fields = Fields()
  /// Whether there were too many different keys to tell them apart.
  public internal(set) var isDictionary = false

  // An array of one, because a structure cannot contain itself.
  var elementSchema: [Schema] = []
  var valueSchema: [Schema] = []

  public init() {}

  /// The elements of the arrays, if there were any.
  public var elements: Schema? { elementSchema.first }

  /// The values of the objects' members, if ``isDictionary`` and there were any.
  public var values: Schema? { valueSchema.first }

  /// In how many objects a field is missing.
  public func absentCount(of field: Field) -> Int { objectCount - field.count }

  /// The levels of nesting that are looked into.
  public static var maximumDepth: Int { 64 }
  /// The most fields that the objects at one place have.
  static var maximumFieldCount: Int { 2000 }
  /// The most fields of all.
  static var maximumTotalFieldCount: Int { 50_000 }
  /// How many examples are kept, among how many first values they are looked for, and how many characters they have.
  static var maximumExampleCount: Int { 3 }
  static var examplesAreAmong: Int { 100 }
  static var longestExample: Int { 60 }
}

extension Schema {
  /// A member that objects have.
  public struct Field: Sendable {
    /// The name of the field.
    public let name: String
    /// How many objects have it.
    public internal(set) var count = 0
    /// What is known of its values.
    public internal(set) var value = Schema()

    /// The name in UTF-8, which is compared with keys.
    let key: [UInt8]
    /// The object that had it last, counted from 1.
    var lastObject = 0

    init(key: [UInt8]) {
      self.key = key
      name = String(decoding: key, as: UTF8.self)
    }
  }

  /// Kinds of values.
  public struct Kinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `true` and `false`.
    public static var boolean: Kinds { Kinds(rawValue: 1) }
    /// A number without a fraction and an exponent that fits into 64 bits with a sign.
    public static var integer: Kinds { Kinds(rawValue: 2) }
    /// One that does not fit.
    public static var largeInteger: Kinds { Kinds(rawValue: 4) }
    /// A number with a fraction or an exponent that is within the range of doubles.
    public static var fraction: Kinds { Kinds(rawValue: 8) }
    /// One that is not.
    public static var largeFraction: Kinds { Kinds(rawValue: 16) }
    /// Strings.
    public static var string: Kinds { Kinds(rawValue: 32) }
    /// An instant, from a format that has them. See ``TextForms/instant`` for others.
    public static var instant: Kinds { Kinds(rawValue: 64) }
    /// Binary data, from a format that has it.
    public static var bytes: Kinds { Kinds(rawValue: 128) }
    /// Arrays.
    public static var array: Kinds { Kinds(rawValue: 256) }
    /// Objects.
    public static var object: Kinds { Kinds(rawValue: 512) }

    /// All numbers.
    public static var numbers: Kinds { [.integer, .largeInteger, .fraction, .largeFraction] }
  }

  /// What the text of a string can be read as.
  public struct TextForms: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `true` or `false`.
    public static var boolean: TextForms { TextForms(rawValue: 1) }
    /// An integer that fits into 64 bits with a sign, in the grammar of RFC 8259: `7` but neither `07` nor `+7`.
    public static var integer: TextForms { TextForms(rawValue: 2) }
    /// A number in the grammar of RFC 8259 that is within the range of doubles. Integers, too.
    public static var number: TextForms { TextForms(rawValue: 4) }
    /// An instant by RFC 3339.
    public static var instant: TextForms { TextForms(rawValue: 8) }
    /// An array or an object of JSON.
    public static var json: TextForms { TextForms(rawValue: 16) }

    /// All forms.
    public static var all: TextForms { [.boolean, .integer, .number, .instant, .json] }
  }
}
