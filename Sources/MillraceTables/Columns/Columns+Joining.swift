import Millrace

// Tables one after the other as one table.

extension Columns.Table {
  /// Creates a table with the rows of several tables, whose columns have the same types and the same order.
  ///
  /// Integers in one table and strings in another become strings: a batch of Arrow has unsigned integers as strings if one of
  /// them is out of range.
  ///
  /// - Precondition: The tables have the same columns. There is at least one table.
  package init(joining tables: [Columns.Table]) {
    guard tables.count > 1 else {
      self = tables[0]
      return
    }
    self.init(
      columns: tables[0].columns.indices.map { index in Columns.Column(joining: tables.map { $0.columns[index] }) },
      count: tables.reduce(0) { $0 + $1.count })
  }
}

extension Columns.Column {
  /// Creates a column with the entries of several columns.
  fileprivate init(joining columns: [Columns.Column]) {
    let count = columns.reduce(0) { $0 + $1.count }
    var validity: Columns.Bitmap?
    if columns.contains(where: { $0.absentCount > 0 }) {
      var bits = Columns.Bitmap()
      for column in columns {
        if let present = column.validity {
          bits.append(contentsOf: present)
        } else {
          bits.append(repeating: column.absentCount == 0, count: column.count)
        }
      }
      validity = bits
    }
    let values = Columns.Values(joining: columns)
    if case .unknown = values { validity = nil }
    self.init(
      name: columns[0].name, values: values, notation: columns[0].notation, validity: validity, count: count)
  }

  /// The strings of a column of strings, integers or nulls.
  fileprivate var joinedStrings: Columns.Texts {
    if case .strings(let texts) = values { return texts }
    var texts = Columns.Texts()
    for index in 0..<count { texts.append((integer(at: index).map(String.init) ?? "").utf8) }
    return texts
  }
}

extension Columns.Values {
  /// Creates the entries of several columns. Those of unknown type are null.
  fileprivate init(joining columns: [Columns.Column]) {
    if columns.contains(where: { $0.strings != nil }) {
      var joined = Columns.Texts()
      for column in columns { joined.append(contentsOf: column.joinedStrings) }
      self = .strings(joined)
      return
    }
    switch columns.lazy.map(\.values).first(where: { !$0.isUnknown }) ?? .unknown {
    case .unknown: self = .unknown
    case .booleans:
      var joined = Columns.Bitmap()
      for column in columns {
        joined.append(contentsOf: column.booleans ?? Columns.Bitmap(repeating: false, count: column.count))
      }
      self = .booleans(joined)
    case .integers: self = .integers(Self.joined(columns, 0, \.integers))
    case .doubles: self = .doubles(Self.joined(columns, 0, \.doubles))
    case .instants: self = .instants(Self.joined(columns, Instant(seconds: 0), \.instants))
    case .strings: self = .strings(Columns.Texts())
    case .bytes:
      var joined = Columns.Texts()
      for column in columns { joined.append(contentsOf: column.bytes ?? column.joinedStrings) }
      self = .bytes(joined)
    case .structures(let members):
      self = .structures(
        members.indices.map { index in
          Columns.Column(
            joining: columns.map { column in
              column.members?[index] ?? Columns.Column(name: members[index].name, values: .unknown, count: column.count)
            })
        })
    case .lists:
      var offsets = [0]
      var elements: [Columns.Column] = []
      for column in columns {
        let end = offsets[offsets.count - 1]
        if let lists = column.lists {
          offsets.append(contentsOf: lists.offsets.dropFirst().lazy.map { end + $0 })
          elements.append(lists.elements)
        } else {
          offsets.append(contentsOf: repeatElement(end, count: column.count))
        }
      }
      self = .lists(offsets: offsets, elements: Columns.Column(joining: elements))
    }
  }

  private var isUnknown: Bool { if case .unknown = self { true } else { false } }

  private static func joined<Entry>(
    _ columns: [Columns.Column], _ absent: Entry, _ entries: (Columns.Column) -> [Entry]?
  ) -> [Entry] {
    var joined: [Entry] = []
    joined.reserveCapacity(columns.reduce(0) { $0 + $1.count })
    for column in columns {
      if let entries = entries(column) {
        joined.append(contentsOf: entries)
      } else {
        joined.append(contentsOf: repeatElement(absent, count: column.count))
      }
    }
    return joined
  }
}
