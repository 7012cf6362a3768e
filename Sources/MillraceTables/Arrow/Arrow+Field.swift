import Millrace

extension Arrow {
  /// A field of a schema: a column, a member of a structure, or the element of lists.
  ///
  /// ```swift
  /// let field = Arrow.Field(name: "year", type: .int64, isNullable: false)
  /// print(field)  // year: int64 not null
  /// ```
  public struct Field: Sendable, Hashable {
    /// The name of the column or member.
    public var name: String
    /// The type of the entries.
    public var type: DataType
    /// Whether entries may be null.
    public var isNullable: Bool
    /// Whether the order of the values of a dictionary is meaningful.
    var isOrdered = false
    /// The dictionary that texts are written with.
    private(set) var dictionary: TextDictionary?

    /// Creates a field. The properties describe the parameters.
    public init(name: String, type: DataType, isNullable: Bool = true) {
      self.name = name
      self.type = type
      self.isNullable = isNullable
    }

    /// Returns the field for a file that is written, with its dictionary if that has texts.
    ///
    /// - Parameter dictionaries: All dictionaries; those without values may be missing.
    func written(with dictionaries: [Int64: Columns.Column]) -> Field {
      var field = written
      if case .dictionary(let id, let indices, .utf8) = type {
        let values = dictionaries[id] ?? Columns.Column(name: "", values: .strings(Columns.Texts()), count: 0)
        field.isOrdered = isOrdered
        field.dictionary = TextDictionary(id: id, indices: indices, values: values)
      }
      return field
    }

    /// Returns the field for a file that is written, with another name.
    package func written(as name: String) -> Field {
      var field = dictionary == nil ? written : self
      field.name = name
      return field
    }
  }

  /// The type of a column's entries.
  ///
  /// All types can be read. All types can be written except ``fixedSizeList(_:count:)``, ``map(entries:)``,
  /// ``dictionary(id:indices:values:)`` and types with ``OffsetWidth/view``.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public indirect enum DataType: Sendable, Hashable {
    /// Null entries only.
    case null
    case boolean
    /// An integer.
    ///
    /// - Parameter bits: 8, 16, 32 or 64.
    case integer(bits: Int, isSigned: Bool)
    /// A floating-point number (IEEE 754).
    ///
    /// - Parameter bits: 16, 32 or 64.
    case float(bits: Int)
    /// A decimal number: an integer divided by a power of ten.
    ///
    /// - Parameters:
    ///   - scale: The exponent of that power.
    ///   - bits: 32, 64 or 128.
    case decimal(precision: Int, scale: Int, bits: Int)
    case utf8(OffsetWidth)
    case binary(OffsetWidth)
    /// Binary data of a fixed size.
    ///
    /// - Parameter size: The size of each entry, in bytes.
    case fixedSizeBinary(size: Int)
    /// A date.
    ///
    /// - Parameter bits: 32 for days, 64 for milliseconds.
    case date(bits: Int)
    /// A time of day.
    case time(TimeUnit)
    /// An instant, or a local date and time without a time zone.
    case timestamp(TimeUnit, timeZone: String?)
    case duration(TimeUnit)
    case list(Field, OffsetWidth)
    /// Lists of a fixed length.
    ///
    /// - Parameter count: The number of elements of each list.
    case fixedSizeList(Field, count: Int)
    case structure([Field])
    /// Lists of keys and values.
    ///
    /// - Parameter entries: A structure of a key and a value.
    case map(entries: Field)
    /// Indices into a dictionary of values.
    ///
    /// - Parameters:
    ///   - id: The number that identifies the dictionary.
    ///   - indices: The type of the indices, an integer.
    case dictionary(id: Int64, indices: DataType, values: DataType)

    /// Signed integers of 64 bits.
    public static var int64: DataType { .integer(bits: 64, isSigned: true) }
    /// Floating-point numbers of 64 bits.
    public static var float64: DataType { .float(bits: 64) }
    /// Strings with offsets of 32 bits.
    public static var utf8: DataType { .utf8(.bits32) }
    /// Binary data with offsets of 32 bits.
    public static var binary: DataType { .binary(.bits32) }

    /// An instant in UTC.
    ///
    /// - Parameter unit: The unit of the stored integers.
    public static func timestamp(_ unit: TimeUnit) -> DataType { .timestamp(unit, timeZone: "UTC") }

    /// Lists of these elements.
    ///
    /// - Parameter elements: The type of the elements.
    public static func list(of elements: DataType) -> DataType { .list(Field(name: "item", type: elements), .bits32) }
  }

  /// The width of the offsets of texts and lists.
  public enum OffsetWidth: Sendable, Hashable {
    /// Offsets of 32 bits.
    case bits32
    /// Offsets of 64 bits, as in `large_string`.
    case bits64
    /// Views, which contain short texts. Only for texts and binary data.
    case view
  }

  /// A unit of time.
  public enum TimeUnit: Sendable, Hashable, CaseIterable {
    case second, millisecond, microsecond, nanosecond

    /// The number of units in a second.
    public var perSecond: Int64 {
      switch self {
      case .second: 1
      case .millisecond: 1_000
      case .microsecond: 1_000_000
      case .nanosecond: 1_000_000_000
      }
    }
  }
}

extension Arrow.DataType: CustomStringConvertible {
  /// The type's name, as Arrow's libraries print it.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean: "bool"
    case .integer(let bits, let isSigned): isSigned ? "int\(bits)" : "uint\(bits)"
    case .float(let bits): bits == 64 ? "double" : bits == 32 ? "float" : "halffloat"
    case .decimal(let precision, let scale, let bits): "decimal\(bits)(\(precision), \(scale))"
    case .utf8(let width): width.prefix + "string" + width.suffix
    case .binary(let width): width.prefix + "binary" + width.suffix
    case .fixedSizeBinary(let size): "fixed_size_binary[\(size)]"
    case .date(let bits): bits == 32 ? "date32[day]" : "date64[ms]"
    case .time(let unit): unit.perSecond <= 1_000 ? "time32[\(unit)]" : "time64[\(unit)]"
    case .timestamp(let unit, let zone): zone.map { "timestamp[\(unit), tz=\($0)]" } ?? "timestamp[\(unit)]"
    case .duration(let unit): "duration[\(unit)]"
    case .list(let element, let width): width.prefix + "list<\(element)>"
    case .fixedSizeList(let element, let count): "fixed_size_list<\(element)>[\(count)]"
    case .structure(let fields): "struct<" + fields.map(\.description).joined(separator: ", ") + ">"
    case .map(let entries): "map<\(entries)>"
    case .dictionary(_, let indices, let values): "dictionary<values=\(values), indices=\(indices)>"
    }
  }
}

extension Arrow.Field: CustomStringConvertible {
  public var description: String { "\(name): \(type)" + (isNullable ? "" : " not null") }
}

extension Arrow.TimeUnit: CustomStringConvertible {
  public var description: String {
    switch self {
    case .second: "s"
    case .millisecond: "ms"
    case .microsecond: "us"
    case .nanosecond: "ns"
    }
  }
}

extension Arrow.OffsetWidth {
  fileprivate var prefix: String { self == .bits64 ? "large_" : "" }
  fileprivate var suffix: String { self == .view ? "_view" : "" }
}
