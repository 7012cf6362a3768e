import Foundation

/// Something that is done with an input of any size.
struct Workload: Sendable {
  var name: String
  /// Makes an input of a size, and returns what is done with it, which ends the process if the result is wrong.
  var prepare: @Sendable (_ size: Int) throws -> () throws -> Void

  init(name: String, prepare: @escaping @Sendable (_ size: Int) throws -> () throws -> Void) {
    self.name = name
    self.prepare = prepare
  }
}

/// An array of so many elements as JSON.
func array(_ count: Int, _ element: (Int) -> String) -> Data {
  Data("[\((0..<count).map(element).joined(separator: ","))]".utf8)
}

/// An object of so many members as JSON.
func object(_ count: Int, _ member: (Int) -> String) -> Data {
  Data("{\((0..<count).map(member).joined(separator: ","))}".utf8)
}
