import Millrace

extension Arrow.BatchDecoder {
  /// Returns the column of a field.
  mutating func column(_ field: Arrow.Field, _ node: Node) throws -> Columns.Column {
    let validity: Columns.Bitmap?
    switch field.type {
    case .null: validity = nil
    default: validity = try nextValidity(node)
    }
    let entries = Entries(count: node.count, validity: validity)
    let values: Columns.Values
    switch field.type {
    case .null: values = .unknown
    case .boolean: values = .booleans(try nextBitmap(count: node.count).without(absent: validity))
    case .integer(bits: 64, isSigned: false): values = try unsignedIntegers(entries)
    case .integer(let bits, let isSigned): values = .integers(try integers(entries, bits: bits, isSigned: isSigned))
    case .float(let bits): values = .doubles(try doubles(entries, bits: bits))
    case .decimal(_, let scale, let bits): values = .strings(try decimals(entries, scale: scale, bits: bits))
    case .utf8(let width): values = .strings(try texts(entries, width, areStrings: true))
    case .binary(let width): values = .bytes(try texts(entries, width, areStrings: false))
    case .fixedSizeBinary(let size): values = .bytes(try pieces(entries, size: size))
    case .date(let bits): values = .instants(try dates(entries, bits: bits))
    case .time(let unit): values = .strings(try timesOfDay(entries, unit))
    case .timestamp(let unit, _): values = .instants(try timestamps(entries, unit))
    case .duration(let unit): values = .strings(try durations(entries, unit))
    case .list(let element, let width): values = try lists(entries, of: element, width)
    case .map(let pairs): values = try lists(entries, of: pairs, .bits32)
    case .fixedSizeList(let element, let count): values = try lists(entries, of: element, each: count)
    case .structure(let fields): values = .structures(try members(entries, fields))
    case .dictionary(let id, let indices, _):
      return try dictionaryColumn(field.name, entries, id: id, indices: indices)
    }
    return Columns.Column(
      name: field.name, values: values, notation: Columns.Notation(of: field.type), validity: validity,
      count: node.count)
  }

  /// The number of entries in a column, and their validity.
  struct Entries {
    let count: Int
    let validity: Columns.Bitmap?

    func isNull(_ index: Int) -> Bool { validity.map { !$0[index] } ?? false }
  }
}

extension Columns.Bitmap {
  /// Returns these bits, with `false` for null entries.
  func without(absent validity: Columns.Bitmap?) -> Columns.Bitmap {
    guard let validity else { return self }
    return Columns.Bitmap(words: zip(words, validity.words).map { $0 & $1 }, count: count)
  }
}
