import Millrace

// The only map from observed values to types: what is observed becomes a shape, by the rules of `Columns.Shape.merge`, and a shape has
// types.

extension Columns.Shape {
  /// Creates the shape of columns that store all values of a schema.
  package init(of schema: Schema) {
    switch schema.kinds {
    case []: self.init(kind: .unknown)
    case .boolean: self.init(kind: .boolean)
    case .integer where !schema.extremes.contains(.negativeZero): self.init(kind: .integer)
    case .integer, .fraction, [.integer, .fraction]: self.init(kind: schema.hasLargeIntegers ? .string : .double)
    case .bytes: self.init(kind: .bytes)
    case .instant: self.init(kind: .instant)
    case .array: self.init(kind: .list)
    case .object: self.init(kind: .structure)
    default: self.init(kind: .string)
    }
    hasLargeIntegers = schema.hasLargeIntegers
    form = schema.instantForm
    hasFarInstants = schema.instants.map { $0.lowerBound.isFar || $0.upperBound.isFar } ?? false
    hasNanoseconds = schema.extremes.contains(.nanoseconds)
    becomeTextIfNoUnitFits()
    members = schema.fields.map { Member(name: $0.name, shape: Self(of: $0.value)) }
    elements = schema.elements.map { [Self(of: $0)] } ?? []
  }
}

extension Columns.Shape {
  /// Creates the shape of columns of which only those of text are known. See ``Arrow/WritingOptions/convertsToText``.
  ///
  /// - Parameter fields: All columns; nil for none.
  init(textOf fields: [Arrow.Field]?) {
    self.init(kind: .structure)
    members = (fields ?? []).map { Member(name: $0.name, shape: Self(textOf: $0.type)) }
  }

  private init(textOf type: Arrow.DataType) {
    switch type {
    case .utf8: self.init(kind: .string)
    case .structure(let fields): self.init(textOf: fields)
    case .list(let element, _):
      self.init(kind: .list)
      elements = [Self(textOf: element.type)]
    default: self.init(kind: .unknown)
    }
  }
}

extension Schema {
  fileprivate var hasLargeIntegers: Bool { kinds.contains(.integer) && extremes.contains(.largeIntegers) }
}

extension Arrow.Field {
  /// Returns the fields for tables of a shape.
  package static func fields(of shape: Columns.Shape) -> [Arrow.Field] {
    shape.members.map { Arrow.Field(name: $0.name, type: Arrow.DataType(of: $0.shape)) }
  }
}

extension Arrow.DataType {
  fileprivate init(of shape: Columns.Shape) {
    switch shape.kind {
    case .unknown, .elsewhere: self = .null
    case .boolean: self = .boolean
    case .integer: self = .int64
    case .double: self = .float64
    case .string: self = .utf8
    case .bytes: self = .binary
    case .instant where shape.form == .date: self = .date(bits: 32)
    case .instant:
      let unit = shape.hasFarInstants ? Arrow.TimeUnit.microsecond : .nanosecond
      self = .timestamp(unit, timeZone: shape.form == .localTime ? nil : "UTC")
    case .structure: self = .structure(Arrow.Field.fields(of: shape))
    case .list: self = .list(of: shape.elements.first.map(Arrow.DataType.init(of:)) ?? .null)
    }
  }
}
