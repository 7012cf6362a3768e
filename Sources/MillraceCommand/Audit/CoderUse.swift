import Millrace

/// A place that creates a coder of Foundation.
@Serializable
struct CoderUse {
  /// The type of the coder, such as `JSONDecoder`.
  var coder: String
  /// The symbol of the initializer, without the platform's underscore.
  var initializer: String
  /// The object file, or the binary.
  var place: String
  /// The references in the code of an object file, or the symbols of a linked binary, one for any number of calls.
  var count: Int
  /// Whether the initializer itself is in the binary: Foundation is linked statically then, possibly without any call of it.
  @Field(.ignored) var isDefined = false

  /// The initializers: of either of Foundation's modules, allocating (`fC`) or not (`fc`).
  private static let initializers: [String: String] = {
    var initializers: [String: String] = [:]
    for module in ["10Foundation", "20FoundationEssentials"] {
      for coder in ["JSONDecoder", "JSONEncoder"] {
        for kind in ["c", "C"] { initializers["$s\(module)11\(coder)CACycf\(kind)"] = coder }
      }
    }
    return initializers
  }()

  /// The uses in an image: references in object files, otherwise symbols, undefined or defined.
  static func all(in image: Image, named place: String) -> [CoderUse] {
    let references =
      image.isObject
      ? image.codeReferences.map { (name: $0, isDefined: false) }
      : image.symbols.map { (name: $0.name, isDefined: $0.isDefined) }
    var uses: [String: CoderUse] = [:]
    // All of them have this suffix, so few other symbols are converted to a string.
    for (name, isDefined) in references where name.hasSuffix("coderCACycfC") || name.hasSuffix("coderCACycfc") {
      let text = name.text
      let symbol = text.hasPrefix("_$") ? String(text.dropFirst()) : text
      guard let coder = initializers[symbol] else { continue }
      let none = CoderUse(coder: coder, initializer: symbol, place: place, count: 0, isDefined: isDefined)
      uses[symbol, default: none].count += 1
    }
    return Array(uses.values)
  }
}
