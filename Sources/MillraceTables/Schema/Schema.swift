import Millrace

/// The inferred schema of the values at one location of some data: of its rows, a column, or elements.
///
/// ```swift
/// var rows = try JSON.stream(JSON.Value.self, from: "films.jsonl")
/// var observer = Schema.Observer()
/// try observer.append(contentsOf: &rows)
/// for field in observer.schema.fields { print(field.name, field.value.kinds, field.value.nullCount) }
/// ```
///
/// A schema is a tree: objects have ``fields``, arrays have ``elements``. Its memory is bounded: an object with very
/// many different keys is treated as a dictionary, with one schema for all values (``values``), and values nested
/// deeper than ``maximumDepth`` levels are counted and not scanned.
public struct Schema: Sendable {
  /// The number of values, including nulls.
  public internal(set) var count = 0
  /// The number of nulls.
  public internal(set) var nullCount = 0
  /// The kinds of the other values.
  public internal(set) var kinds: Kinds = []
  /// The forms in which all strings can be read. Only meaningful if there were strings.
  public internal(set) var textForms: TextForms = .all
  /// The earliest and the latest instant, if there were any. Strings are ignored.
  public internal(set) var instants: ClosedRange<Instant>?
  /// Whether some of the instants are dates, or local times.
  package internal(set) var hasLocalTimes = false
  /// What the instants stand for, if there are any.
  package internal(set) var instantForm: Instant.Form?
  /// Some of the first different values, as text, truncated if they are long. Arrays and objects have no examples.
  public internal(set) var examples: [String] = []
  /// What a type must represent so that no value changes.
  var extremes: Extremes = []
  /// The number of objects.
  public internal(set) var objectCount = 0
  /// The members of the objects, in order of appearance; empty if ``isDictionary``.
  public internal(set) var fields = Fields()
  /// Whether there were too many different keys to store them.
  public internal(set) var isDictionary = false

  // An array with at most one element, because a structure cannot contain itself.
  var elementSchema: [Schema] = []
  var valueSchema: [Schema] = []

  /// Creates the schema of no values.
  public init() {}

  /// The elements of the arrays, if there were any.
  public var elements: Schema? { elementSchema.first }

  /// The values of the objects' members, if ``isDictionary`` and there were any.
  public var values: Schema? { valueSchema.first }

  /// Returns the number of objects without a field.
  public func absentCount(of field: Field) -> Int { objectCount - field.count }

  /// The maximum nesting depth that is observed, in levels.
  public static var maximumDepth: Int { 64 }
  /// The maximum number of fields of the objects at one location, as many as columns of a table (``Columns/Limits``).
  static var maximumFieldCount: Int { 4096 }
  /// The maximum number of all fields.
  static var maximumTotalFieldCount: Int { 50_000 }
  /// The maximum number of examples, the number of values among which they are selected, and their maximum length in
  /// characters.
  static var maximumExampleCount: Int { 3 }
  static var examplesAreAmong: Int { 100 }
  static var longestExample: Int { 60 }
}

extension Schema {
  /// A member that objects have.
  public struct Field: Sendable {
    /// The name of the field.
    public let name: String
    /// The number of objects with this field.
    public internal(set) var count = 0
    /// The schema of its values.
    public internal(set) var value = Schema()

    /// The name in UTF-8, which is compared with keys.
    let key: [UInt8]
    /// The number of the last object with this field, counted from 1.
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
    /// A number without a fraction and an exponent in the range of signed 64-bit integers.
    public static var integer: Kinds { Kinds(rawValue: 2) }
    /// A number without a fraction and an exponent out of the range of signed 64-bit integers.
    public static var largeInteger: Kinds { Kinds(rawValue: 4) }
    /// A number with a fraction or an exponent in the range of doubles.
    public static var fraction: Kinds { Kinds(rawValue: 8) }
    /// A number with a fraction or an exponent out of the range of doubles.
    public static var largeFraction: Kinds { Kinds(rawValue: 16) }
    /// Strings.
    public static var string: Kinds { Kinds(rawValue: 32) }
    /// An instant, from a format with a type for instants. See ``TextForms/instant`` for others.
    public static var instant: Kinds { Kinds(rawValue: 64) }
    /// Binary data, from a format with a type for binary data.
    public static var bytes: Kinds { Kinds(rawValue: 128) }
    /// Arrays.
    public static var array: Kinds { Kinds(rawValue: 256) }
    /// Objects.
    public static var object: Kinds { Kinds(rawValue: 512) }

    /// All numbers.
    public static var numbers: Kinds { [.integer, .largeInteger, .fraction, .largeFraction] }
  }

  /// The forms in which the text of a string can be read.
  public struct TextForms: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `true` or `false`.
    public static var boolean: TextForms { TextForms(rawValue: 1) }
    /// An integer in the range of signed 64-bit integers, in the grammar of RFC 8259: `7` but neither `07` nor `+7`.
    public static var integer: TextForms { TextForms(rawValue: 2) }
    /// A number in the grammar of RFC 8259, including integers, in the range of doubles.
    public static var number: TextForms { TextForms(rawValue: 4) }
    /// An RFC 3339 date and time.
    public static var instant: TextForms { TextForms(rawValue: 8) }
    /// A JSON array or object.
    public static var json: TextForms { TextForms(rawValue: 16) }

    /// All forms.
    public static var all: TextForms { [.boolean, .integer, .number, .instant, .json] }
  }
}
