import Millrace

extension Arrow {
  /// What is wrong with an entry of a column that is to be written, found in code that does not know its row.
  struct EntryProblem: Error {
    enum Reason {
      case newColumn
      case anotherType(found: String, DataType)
      case instantOutOfRange(Instant, TimeUnit?)
      case tooLarge
    }

    let reason: Reason
    /// The entry's index in the column that is being looked at.
    private(set) var index: Int
    /// The names on the way to the column.
    private var names: [String] = []
    /// The way from the entry on, as a JSON Pointer.
    private var path = ""

    init(_ reason: Reason, at index: Int) {
      self.reason = reason
      self.index = index
    }

    /// The same problem, of an entry of a column with this name.
    func within(_ name: String) -> EntryProblem {
      var outer = self
      outer.names.insert(name, at: 0)
      outer.path = "/" + JSON.pointerToken(name) + path
      return outer
    }

    /// The same problem, of the list that the element belongs to.
    ///
    /// - Parameter offsets: those of all lists among the elements.
    func within(listsAt offsets: [Int]) -> EntryProblem {
      // The last list that begins at or before the element: empty ones before it begin there, too.
      let list = (offsets.firstIndex { $0 > index } ?? offsets.count) - 1
      var outer = self
      outer.index = list
      // The path has the index of an element instead of the name of the elements.
      if !names.isEmpty { outer.names.removeFirst() }
      outer.path = "/\(index - offsets[list])" + path.dropFirst().drop { $0 != "/" }
      return outer
    }

    /// The error, if this is the problem of a table.
    ///
    /// - Parameter row: that of the table's first one.
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
