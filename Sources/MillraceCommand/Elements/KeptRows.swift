import Millrace
import MillraceCommandLine
import MillraceTables

/// Some of the rows that are written to it, in memory: the last rows, or a random sample.
///
/// The sample is made by reservoir sampling (Vitter's algorithm R): a row replaces a random one of those before it, with
/// the probability that makes each row equally likely to be in the sample. The rows keep their order.
struct KeptRows: ElementSink {
  enum Rule {
    case last(Int)
    case sample(Int, seed: UInt64, isGiven: Bool)
  }

  private let rule: Rule
  private var generator: SplitMix64
  private var rows: [(number: Int, row: RowTape)] = []
  /// The rows that were written to it.
  private var count = 0
  /// The row that comes next.
  private var next = RowTape()

  init(_ rule: Rule) {
    self.rule = rule
    generator = if case .sample(_, let seed, _) = rule { SplitMix64(seed: seed) } else { SplitMix64(seed: 0) }
  }

  mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
    next.removeAll()
    value.write(to: &next)
    keepNext()
  }

  mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
    guard try source.readNext(&next) else { return false }
    keepNext()
    return true
  }

  mutating func end() throws {}

  private mutating func keepNext() {
    if let slot = slotOfNext() {
      if slot == rows.count { rows.append((count, RowTape())) }
      rows[slot].number = count
      swap(&rows[slot].row, &next)
    }
    count += 1
  }

  /// The index in `rows` of the row that comes next; nil if it is not kept.
  private mutating func slotOfNext() -> Int? {
    switch rule {
    case .last(let size): return size == 0 ? nil : count % size
    case .sample(let size, _, _):
      if count < size { return count }
      let slot = Int(generator.next(below: UInt64(count) + 1))
      return slot < size ? slot : nil
    }
  }

  /// Returns the rows, in their order, and their numbers among all rows. None are kept afterwards.
  mutating func takeRows() -> [(number: Int, row: RowTape)] {
    defer { rows = [] }
    return rows.sorted { $0.number < $1.number }
  }
}

extension KeptRows.Rule {
  /// What `--tail` or `--sample` keeps; nil if neither is given.
  init?(_ arguments: Arguments) throws(CommandError) {
    let last = try arguments.count("tail")
    let sample = try arguments.count("sample")
    let seed = try arguments.count("seed")
    if seed != nil, sample == nil {
      throw .usage("--seed requires --sample", hint: "it makes a sample that can be taken again")
    }
    let given = ["tail", "sample", "limit", "offset"].filter(arguments.has)
    if last != nil || sample != nil, given.count > 1 {
      throw .usage(
        "--\(given[0]) and --\(given[1]) cannot be combined", hint: "write a file, and convert it with the other option"
      )
    }
    if let last {
      self = .last(last)
    } else if let sample {
      self = .sample(
        sample, seed: UInt64(seed ?? .random(in: 1..<1_000_000_000)), isGiven: seed != nil)
    } else {
      return nil
    }
  }
}

/// A generator whose numbers depend on the seed alone: SplitMix64, by Steele, Lea and Flood.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value &>> 31
  }

  /// A number from 0 on, each with the same probability.
  ///
  /// - Parameter bound: greater than 0.
  mutating func next(below bound: UInt64) -> UInt64 {
    // Of the upper half of the product some values would be more frequent, unless the lowest lower halves are left out.
    let surplus = (0 &- bound) % bound
    while true {
      let product = next().multipliedFullWidth(by: bound)
      if product.low >= surplus { return product.high }
    }
  }
}

extension Conversion {
  /// Reads all inputs, and writes the rows that are kept.
  func convertKeptRows(_ progress: Progress) throws {
    guard let keptRows else { return }
    // The first bytes of a pipe are no longer in memory when all is read.
    let isSingle = try output.format == .json && inputs.count == 1 && inputs[0].isSingle(pass())
    var feed = self.feed(KeptRows(keptRows), progress, nil)
    for input in inputs {
      feed.begin(input)
      try input.visit(pass(), &feed)
    }
    try end(&feed)
    // The feed is not consumed: Swift 6.3.1 then frees the names, which are used later.
    let (names, kept) = (feed.outputNames, feed.sink.takeRows())
    var observer = Schema.Observer()
    observer.expectFields(named: names)
    // Otherwise a column of a database gets the type of its first values when they come.
    if output.wantsSchema { for (_, row) in kept { row.replay(to: &observer) } }
    var transfer = KeptTransfer(rows: kept.map(\.row), sortsKeys: sortsKeys)
    do {
      try output.visit(observer.schema, isSingle: isSingle, &transfer)
    } catch var error as FormatError {
      if let tokens = error.place.path.flatMap({ JSON.Pointer($0) })?.tokens,
        let row = tokens.first.flatMap({ Int($0) }),
        kept.indices.contains(row)
      {
        error.place.path =
          "/" + (["\(kept[row].number)"] + tokens.dropFirst()).map(JSON.pointerToken).joined(separator: "/")
      }
      throw CommandError.data(inputs[0].describe(error) + inputs[0].hint(for: error, pass()))
    }
  }
}

/// Moves rows in memory to the output.
private struct KeptTransfer: SinkVisitor {
  let rows: [RowTape]
  let sortsKeys: Bool

  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws {
    var feed = Feed(
      sink, limit: .max, sortsKeys: sortsKeys, filter: RowFilter(), matcher: nil, report: { _ in })
    var elements = RowElements(rows)
    try feed.visit(&elements)
    try feed.sink.end()
  }
}
