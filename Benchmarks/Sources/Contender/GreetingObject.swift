import Millrace

/// An element of `hi1m.json` as an object.
///
/// Not public: whether two accesses to a variable of a public class overlap is checked at run time, for each access.
@Serializable
final class GreetingObject {
  var hi: Int
  var there: Int
  var comment: String
}

/// The object that the last element was read into, unless somebody still holds that; otherwise a new one.
///
/// By hand, to learn what it would bring if streams did it: the reference is where only one stream can use it.
struct RecycledGreeting: Serializable {
  let object: GreetingObject
  @exclusivity(unchecked) private nonisolated(unsafe) static var last: GreetingObject?

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    Self(object: try reader.read(GreetingObject.self))
  }

  static func readJSON(from reader: inout JSON.Reader) throws -> Self {
    if isKnownUniquelyReferenced(&last), let object = last {
      try object.readAgain(from: &reader)
      return Self(object: object)
    }
    let object = try reader.read(GreetingObject.self)
    last = object
    return Self(object: object)
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { object.write(to: &writer) }
}

extension GreetingObject {
  /// Reads all fields anew. The code is what the macro writes, but for its end.
  @inline(__always)
  fileprivate func readAgain<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws {
    var hi: Int?
    var there: Int?
    var comment: String?
    object: do {
      guard try reader.beginObject(Self.fieldTable) else { break object }
      if reader.takeKey("\"hi\":", at: 0) {
        hi = try reader.read(Int.self)
        guard try reader.nextMember() else { break object }
      }
      if reader.takeKey("\"there\":", at: 1) {
        there = try reader.read(Int.self)
        guard try reader.nextMember() else { break object }
      }
      if reader.takeKey("\"comment\":", at: 2) {
        comment = try reader.read(String.self)
        guard try reader.nextMember() else { break object }
      }
      var search = FieldSearch(Self.fieldTable)
      repeat {
        switch try reader.findField(&search) {
        case 0: hi = try reader.read(Int.self)
        case 1: there = try reader.read(Int.self)
        case 2: comment = try reader.read(String.self)
        default: try reader.skipValue()
        }
      } while try reader.nextMember()
    }
    guard let hi else { try reader.failMissingField("hi") }
    guard let there else { try reader.failMissingField("there") }
    guard let comment else { try reader.failMissingField("comment") }
    self.hi = hi
    self.there = there
    self.comment = comment
  }
}
