/// Asks for the keys of all objects in a document.
struct KeyCheck: Decodable {
  /// Whether one of them is no string. Foundation then throws an error that is no `DecodingError`.
  private(set) var isBroken = false

  init(from decoder: any Decoder) throws {
    do {
      let object = try decoder.container(keyedBy: Key.self)
      for key in object.allKeys {
        isBroken = try isBroken || object.decode(KeyCheck.self, forKey: key).isBroken
      }
    } catch is DecodingError {
      guard var list = try? decoder.unkeyedContainer() else { return }
      while !list.isAtEnd {
        let element = try list.decode(KeyCheck.self)
        isBroken = isBroken || element.isBroken
      }
    } catch {
      isBroken = true
    }
  }
}
