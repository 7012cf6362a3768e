/// The name of a type according to its descriptor, outermost first.
struct TypeName: Hashable {
  var module: String
  /// The names of the enclosing types and its own name, without enclosing functions and extensions.
  var path: [String]

  var text: String { ([module] + path).joined(separator: ".") }
}

extension TypeName {
  /// Reads the chain of contexts from a type's descriptor to its module (`swift/ABI/Metadata.h`, context descriptors).
  ///
  /// - Returns: nil if the chain does not lead to a module.
  init?(descriptorAt address: UInt64, in image: Image) {
    // Real programs do not nest types this deeply, but a corrupt binary can contain cycles.
    var steps = 64
    self.init(descriptorAt: address, in: image, steps: &steps)
  }

  private init?(descriptorAt address: UInt64, in image: Image, steps: inout Int) {
    var path: [String] = []
    var context = Reference.Target.address(address)
    while steps > 0 {
      steps -= 1
      guard case .address(let address) = context else {
        guard case .symbol(let name) = context, let module = moduleName(inSymbol: name.text) else { return nil }
        self.init(module: module, path: path.reversed())
        return
      }
      guard let flags = image.memory.integer(UInt32.self, at: address) else { return nil }
      switch flags & 0x1F {
      case 0:  // a module
        guard let name = Self.name(at: address, in: image) else { return nil }
        self.init(module: name, path: path.reversed())
        return
      case 1:  // an extension, whose module is its own and not that of the type
        if let extended = Self.extended(at: address, in: image, steps: &steps) { path += extended.path.reversed() }
      case 2: break  // a function or a file
      case 3, 16...31:  // a protocol or a type
        guard let name = Self.name(at: address, in: image) else { return nil }
        path.append(name)
      default: return nil
      }
      guard let parent = image.target(ofRelativeAt: address &+ 4, isIndirect: nil) else { return nil }
      context = parent
    }
    return nil
  }

  /// The name in the descriptor of a module, a protocol or a type.
  private static func name(at address: UInt64, in image: Image) -> String? {
    guard case .address(let name)? = image.target(ofRelativeAt: address &+ 8) else { return nil }
    return image.memory.string(at: name)
  }

  /// The extended type of an extension, if its mangled name is only a reference to it: 1 or 2 and a pointer.
  private static func extended(at address: UInt64, in image: Image, steps: inout Int) -> TypeName? {
    guard case .address(let name)? = image.target(ofRelativeAt: address &+ 8),
      let kind = image.memory.integer(UInt8.self, at: name), kind == 1 || kind == 2,
      case .address(let type)? = image.target(ofRelativeAt: name &+ 1, isIndirect: kind == 2)
    else { return nil }
    return TypeName(descriptorAt: type, in: image, steps: &steps)
  }
}

/// The module that a mangled name begins with; nil if it is not Swift's mangling.
func moduleName(inSymbol name: String) -> String? {
  let symbol = name.hasPrefix("_$s") ? name.dropFirst(3) : name.dropFirst(2)
  guard name.hasPrefix("$s") || name.hasPrefix("_$s"), let first = symbol.first else { return nil }
  // The standard library's module and its most frequent types have letters, and so have those of C and Objective-C.
  if symbol.hasPrefix("So") || symbol.hasPrefix("SC") { return "__C" }
  if first == "s" || first == "S" { return "Swift" }
  let digits = symbol.prefix { $0.isASCII && $0.isNumber }
  guard let length = Int(digits), length > 0, symbol.count - digits.count >= length else { return nil }
  return String(symbol.dropFirst(digits.count).prefix(length))
}
