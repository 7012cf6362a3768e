import Millrace
import SystemLibrary

extension TimeZoneRules {
  /// A zone that the system does not have.
  public struct UnknownZone: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the zone.
    public var name: String

    public var description: String { "unknown time zone \"\(name)\"" }
  }

  /// The folder of the zones: `TZDIR`, as for the C library, or `/usr/share/zoneinfo`.
  private static var folder: String {
    unsafe getenv("TZDIR").map { unsafe String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// The maximum size of a file. The largest of the tz database have less than 4 KiB.
  private static let maximumSize = 1 << 20

  /// Creates a zone from the text of an option.
  ///
  /// - Parameter text: `utc`, `Z`, an offset such as `+01:00`, or a name as in ``init(named:)``.
  /// - Throws: ``UnknownZone`` if the text is none of them.
  package init(_ text: String) throws {
    if text.lowercased() == "utc" || text == "Z" {
      self = .utc
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      let date = Array("1970-01-01T00:00:00\(text)".utf8)
      guard let instant = unsafe date.withUnsafeBufferPointer({ unsafe Instant(rfc3339: $0) }) else {
        throw UnknownZone(name: text)
      }
      self.init(offset: -Int(instant.seconds))
    } else {
      try self.init(named: text)
    }
  }

  /// Reads a zone of the system.
  ///
  /// - Parameter name: A name of the tz database, such as `Europe/Berlin`.
  /// - Throws: ``UnknownZone`` if the system has no such zone, or if its file is malformed.
  public init(named name: String) throws {
    // A name is a path below the folder, and never one that leads out of it.
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      part.first.map { $0 != "." } ?? false
        && part.utf8.allSatisfy {
          ASCII.isDigit($0) || ($0 | 0x20) &- UInt8(ascii: "a") < 26 || "_+-.".utf8.contains($0)
        }
    }
    guard isName, let bytes = Self.read(Self.folder + "/" + name), let rules = Self(tzif: bytes) else {
      throw UnknownZone(name: name)
    }
    self = rules
  }

  /// The names of the zones of all countries, from the list of the system; empty if it has none.
  package static func names() -> [String] {
    let lines = (read(folder + "/zone.tab") ?? []).split(separator: UInt8(ascii: "\n"))
    return lines.compactMap { line in
      let cells = line.split(separator: UInt8(ascii: "\t"))
      guard line.first != UInt8(ascii: "#"), cells.count > 2 else { return nil }
      return String(decoding: cells[2], as: UTF8.self)
    }
  }

  /// The bytes of a file; nil if it cannot be read, or is too large.
  private static func read(_ path: String) -> [UInt8]? {
    guard var source: any ByteSource = try? DescriptorSource(path: path) else { return nil }
    var bytes: [UInt8] = []
    while bytes.count <= maximumSize {
      let count = bytes.count
      do { try bytes.append(addingCapacity: 1 << 14) { try source.read(into: &$0) } } catch { return nil }
      if bytes.count == count { return bytes }
    }
    return nil
  }

  /// Parses a file (RFC 9636, section 3).
  init?(tzif bytes: [UInt8]) {
    var data = DataBlock(bytes)
    guard let first = data.header() else { return nil }
    var counts = first.counts
    var timeSize = 4
    if first.version > 0 {
      // The block for times of 32 bits is followed by one for times of 64 bits.
      guard data.skip(counts.size(timeSize: 4)), let second = data.header() else { return nil }
      (counts, timeSize) = (second.counts, 8)
    }
    // Times of zones with leap seconds do not count as all others do.
    guard counts.leapSeconds == 0, counts.types > 0 else { return nil }
    guard counts.size(timeSize: timeSize) <= data.rest.count else { return nil }
    let instants = (0..<counts.times).compactMap { _ in data.integer(size: timeSize) }
    let types = (0..<counts.times).compactMap { _ in data.integer(size: 1).map { Int(UInt8(truncatingIfNeeded: $0)) } }
    let offsets = (0..<counts.types).compactMap { _ in
      let offset = data.integer(size: 4)
      return data.skip(2) ? offset : nil
    }
    guard types.allSatisfy(offsets.indices.contains), instants.count == types.count,
      zip(instants, instants.dropFirst()).allSatisfy({ $0 < $1 }), offsets.allSatisfy({ abs($0) < 7 * 86400 }),
      instants.allSatisfy({ abs($0) < 1 << 60 }), data.skip(counts.characters + counts.indicators)
    else { return nil }
    var rule: YearlyRule?
    if timeSize == 8 {
      guard data.rest.first == ASCII.lineFeed, let end = data.rest.dropFirst().firstIndex(of: ASCII.lineFeed) else {
        return nil
      }
      let text = data.rest[(data.rest.startIndex + 1)..<end]
      rule = YearlyRule(text)
      guard rule != nil || text.isEmpty else { return nil }
    }
    let changes = instants.indices.map { index in
      Change(
        instant: instants[index], before: index == 0 ? offsets[0] : offsets[types[index - 1]],
        after: offsets[types[index]])
    }
    self.init(firstOffset: offsets[0], changes: changes, rule: rule)
  }

  /// Bytes of a file from which numbers are taken.
  private struct DataBlock {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    struct Counts {
      var indicators: Int
      var leapSeconds: Int
      var times: Int
      var types: Int
      var characters: Int

      /// The bytes of a block.
      func size(timeSize: Int) -> Int {
        times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + indicators
      }
    }

    mutating func skip(_ count: Int) -> Bool {
      guard count <= rest.count else { return false }
      rest = rest.dropFirst(count)
      return true
    }

    /// A signed integer, the most significant byte first.
    mutating func integer(size: Int) -> Int64? {
      guard rest.count >= size else { return nil }
      let bits = rest.prefix(size).reduce(0) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(size)
      let shift = UInt64(64 - size * 8)
      return Int64(bitPattern: bits << shift) >> shift
    }

    mutating func header() -> (version: UInt8, counts: Counts)? {
      guard rest.count >= 44, rest.starts(with: "TZif".utf8) else { return nil }
      let version = rest[rest.startIndex + 4]
      rest = rest.dropFirst(20)
      let counts = (0..<6).compactMap { _ in integer(size: 4).map { Int($0) } }
      guard counts.allSatisfy({ (0...TimeZoneRules.maximumSize).contains($0) }) else { return nil }
      return (
        version,
        Counts(
          indicators: counts[0] + counts[1], leapSeconds: counts[2], times: counts[3], types: counts[4],
          characters: counts[5])
      )
    }
  }
}
