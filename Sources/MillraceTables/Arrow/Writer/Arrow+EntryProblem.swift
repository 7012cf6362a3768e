import Millrace

extension Arrow {
  /// The problem of an entry of a written column, found in code that does not have the number of its row.
  struct EntryProblem: Error {
    enum Reason {
      case newColumn
      case anotherType(found: String, DataType)
      case instantOutOfRange(Instant, TimeUnit?)
      case tooLarge
    }

    let reason: Reason
    /// The index of the entry in the current column.
    private(set) var index: Int
    /// The names on the path to the column.
    private var names: [String] = []
    /// The path inside the entry, as a JSON Pointer.
    private var path = ""

    init(_ reason: Reason, at index: Int) {
      self.reason = reason
      self.index = index
    }

    /// A null in a column that cannot have any: the keys of maps.
    init(absent field: Field, at index: Int) {
      self.init(.anotherType(found: "null", field.type), at: index)
    }

    /// Returns the same problem for an entry of a column with this name.
    func within(_ name: String) -> EntryProblem {
      var outer = self
      outer.names.insert(name, at: 0)
      outer.path = "/" + JSON.pointerToken(name) + path
      return outer
    }

    /// Returns the same problem for the list that contains the element.
    ///
    /// - Parameter offsets: The offsets of all lists in the elements.
    func within(listsAt offsets: [Int]) -> EntryProblem {
      // The last list that begins at or before the element: empty lists before it begin at the same offset.
      let list = (offsets.firstIndex { $0 > index } ?? offsets.count) - 1
      var outer = self
      outer.index = list
      // The path contains the index of an element instead of the name of the elements.
      if !names.isEmpty { outer.names.removeFirst() }
      outer.path = "/\(index - offsets[list])" + path.dropFirst().drop { $0 != "/" }
      return outer
    }

    /// Returns the error for the problem of a table.
    ///
    /// - Parameter row: The number of the table's first row.
    func error(countingFrom row: Int) -> FormatError {
      let column = names.joined(separator: ".")
      let problem: Problem =
        switch reason {
        case .newColumn: .newColumn(column)
        case .anotherType(let found, let type): .anotherType(found: found, column: column, type: type)
        case .instantOutOfRange(let instant, let unit):
          .instantOutOfRange(instant.description, column: column, unit: unit)
        case .tooLarge: .rowTooLarge(column: column)
        }
      return FormatError(.custom(problem), at: FormatError.Place(path: "/\(row + index)\(path)"))
    }
  }
}
