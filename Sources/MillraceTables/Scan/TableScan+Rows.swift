import Millrace

extension TableScan {
  /// The rows of a batch that is being read.
  ///
  /// SAFETY: the columns belong to this value, which deallocates them.
  @safe
  struct Rows: ~Copyable {
    /// A column of structures: the rows.
    let root: Column.Address
    /// The columns in the order of the schema.
    private let columns: [Column.Address]
    private let corrupt: Column.Address?
    private let reason: Column.Address?
    let options: Options
    let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    var rules: Rules
    private(set) var count = 0
    /// The number of rows that were bad, in all batches.
    private(set) var badCount = 0

    /// The columns of a schema.
    ///
    /// SAFETY: the columns belong to the `Rows` that is made from this value.
    @safe
    struct Columns {
      let root: Column.Address
      private(set) var ordered: [Column.Address] = unsafe []
      private(set) var corrupt: Column.Address?
      private(set) var reason: Column.Address?

      /// - Parameters:
      ///   - schema: The columns, including the columns of the options for bad rows.
      ///   - areClosed: Whether objects with keys that are not in the schema are rejected.
      ///   - isClosed: The same for rows.
      /// - Throws: ``TableScan/OptionError`` if the schema or the options are not supported.
      init(_ schema: [Arrow.Field], _ options: Options, areClosed: Bool = false, isClosed: Bool = false) throws {
        let special = [options.corruptColumn, options.reasonColumn].compactMap { $0 }
        guard special.isEmpty || options.badRows == .keep else {
          throw OptionError("a column for bad rows requires the option to keep bad rows")
        }
        guard Set(special).count == special.count else {
          throw OptionError("the two columns for bad rows have the same name")
        }
        let members = schema.filter { !special.contains($0.name) }
        unsafe root = try unsafe Column.make(
          Arrow.Field(name: "", type: .structure(members)), instants: options.instants, areClosed: areClosed,
          isClosed: isClosed)
        var next = 0
        for field in schema {
          if special.contains(field.name) {
            let column = try unsafe Column.make(Arrow.Field(name: field.name, type: .utf8))
            if field.name == options.corruptColumn {
              unsafe corrupt = unsafe column
            } else {
              unsafe reason = unsafe column
            }
            unsafe ordered.append(column)
          } else {
            unsafe ordered.append(root.pointee.children[next])
            next += 1
          }
        }
      }
    }

    /// - Parameter columns: The columns, which are destroyed with the rows.
    init(_ columns: consuming Columns, _ options: Options) {
      unsafe (root, self.columns) = unsafe (columns.root, columns.ordered)
      unsafe (corrupt, reason) = unsafe (columns.corrupt, columns.reason)
      self.options = options
      rules = Rules(options)
    }

    deinit {
      unsafe [corrupt, reason, root].forEach { unsafe $0.map(Column.destroy) }
    }

    /// Returns the schema with the columns for bad rows, which are added at its end if it does not contain them.
    static func schema(_ fields: [Arrow.Field], _ options: Options) -> [Arrow.Field] {
      var fields = fields.map(\.read)
      for name in [options.corruptColumn, options.reasonColumn].compactMap({ $0 }) {
        let field = Arrow.Field(name: name, type: .utf8)
        if let index = fields.firstIndex(where: { $0.name == name }) {
          fields[index] = field
        } else {
          fields.append(field)
        }
      }
      return fields
    }

    /// Returns the column of members of rows with this name.
    func column(named name: String) -> Column.Address? {
      var name = name
      return name.withUTF8 { unsafe root.pointee.keys?.pointee.column(named: $0) }
    }

    /// Counts the row that was stored.
    ///
    /// - Parameter text: The row's text, which is evaluated only if one of its values did not fit.
    @inline(__always)
    mutating func accept(text: @autoclosure () -> UnsafeBufferPointer<UInt8>?) {
      if _slowPath(rules.problem != nil) { return unsafe acceptBad(text()) }
      count &+= 1
    }

    private mutating func acceptBad(_ text: UnsafeBufferPointer<UInt8>?) {
      badCount += 1
      if let corrupt = unsafe corrupt, let text = unsafe text, let start = text.baseAddress,
        unsafe isValidUTF8(from: start, to: start + text.count)
      {
        unsafe corrupt.pointee.store(text: text, at: count)
      }
      if let reason = unsafe reason, let problem = rules.problem {
        var description = problem.problem.description
        if let path = problem.place.path, !path.isEmpty { description += " at \(path)" }
        if description.utf8.count > 1000 { description = String(description.prefix(200)) + "…" }
        description.withUTF8 { unsafe reason.pointee.store(text: $0, at: count) }
      }
      rules.problem = nil
      count += 1
    }

    /// Removes the stored values of a row that cannot be read, and keeps the row if the options specify it.
    ///
    /// - Parameter report: See ``readJSON(_:_:report:)``.
    /// - Returns: `false` if the row is an error.
    mutating func reject(
      _ problem: FormatError, text: UnsafeBufferPointer<UInt8>?, _ report: ((FormatError) -> Void)? = nil
    ) -> Bool {
      unsafe root.pointee.truncate(to: count)
      rules.problem = nil
      if let report, !problem.problem.isOfWellFormedValue {
        report(problem)
        return true
      }
      if options.endsScan(problem.problem) { return false }
      if options.badRows == .keep {
        rules.problem = problem
        unsafe acceptBad(text)
      } else {
        badCount += 1
      }
      return true
    }

    /// Adds a batch with the rows so far, if there are any.
    mutating func flush(_ parsed: inout Parsed) { if count > 0 { parsed.batches.append(finish()) } }

    /// Returns a batch with the rows so far.
    mutating func finish() -> Arrow.RecordBatch {
      defer { count = 0 }
      unsafe root.pointee.forgetStructures()
      let entries = unsafe columns.map { unsafe $0.pointee.finish(count: count) }
      return Arrow.RecordBatch(columns: entries, count: count)
    }
  }
}

extension Arrow.Field {
  /// The field that is read: all members are nullable, because each may be missing, and views become texts with
  /// offsets.
  fileprivate var read: Arrow.Field { Arrow.Field(name: name, type: type.read) }
}

extension Arrow.DataType {
  fileprivate var read: Arrow.DataType {
    switch self {
    case .utf8(.view): .utf8
    case .binary(.view): .binary
    case .structure(let fields): .structure(fields.map(\.read))
    case .list(let element, let width): .list(element.read, width)
    case .map(let entries):
      if case .structure(let pair) = entries.type, pair.count == 2 {
        .map(
          entries: Arrow.Field(
            name: entries.name,
            type: .structure([
              Arrow.Field(name: pair[0].name, type: pair[0].type.read, isNullable: false), pair[1].read,
            ]),
            isNullable: false))
      } else {
        self
      }
    default: self
    }
  }
}
