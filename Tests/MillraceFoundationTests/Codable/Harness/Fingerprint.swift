import Foundation

/// A text that two values share only if nothing tells them apart.
///
/// It is finer than `==`: it sees the scalars of strings, the bits of floating-point numbers (so that NaN is itself and
/// zero is not minus zero) and the members of types that are not `Equatable`.
enum Fingerprint {
  static func of(_ value: Any) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  private static func append(_ value: Any, to text: inout String) {
    if let leaf = leaf(value) {
      text += leaf
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary, .set:
      text += "{\(mirror.children.map { of($0.value) }.sorted().joined(separator: ", "))}"
    case .optional:
      text += "?"
      if let some = mirror.children.first { append(some.value, to: &text) }
    case .enum where mirror.children.isEmpty:
      text += ".\(value)"
    case nil where mirror.children.isEmpty:
      text += "\(value)"
    default:
      text += "("
      appendMembers(of: mirror, to: &text)
      text += ")"
    }
  }

  private static func appendMembers(of mirror: Mirror, to text: inout String) {
    if let superclass = mirror.superclassMirror { appendMembers(of: superclass, to: &text) }
    for child in mirror.children {
      if let label = child.label { text += "\(label): " }
      append(child.value, to: &text)
      text += " "
    }
  }

  private static func leaf(_ value: Any) -> String? {
    switch value {
    case let string as String: "\"\(string.escaped)\""
    case let int as Int: String(int)
    case let bool as Bool: String(bool)
    case let double as Double: "\(double) \(double.bitPattern)"
    case let float as Float: "\(float) \(float.bitPattern)"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate.bitPattern)"
    case let data as Data: "data \(data.base64EncodedString())"
    case let url as URL: "url \(url.relativeString.escaped) of \(url.baseURL?.absoluteString.escaped ?? "nothing")"
    case let uuid as UUID: uuid.uuidString
    case let decimal as Decimal: "decimal \(decimal)"
    default: nil
    }
  }
}
