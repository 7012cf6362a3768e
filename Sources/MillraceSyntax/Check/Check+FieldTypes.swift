import SwiftSyntax

// A macro sees no types, so the compiler checks those of fields and strategies: generated code declares aliases of them
// at the source locations of the fields.

extension Checker {
  /// Adds checks of the type and the strategy of a field.
  ///
  /// The conformances of generic parameters are only known in extensions of the type, so types with generic parameters
  /// are not checked. Neither are types with `Self`, which has another meaning at the place of the check.
  func addTypeChecks(
    to field: inout CheckedField, _ type: TypeSyntax?, named name: String, at node: some SyntaxProtocol
  ) {
    guard settings.codable == nil, let type, !usesParameters(type) else { return }
    // SwiftSyntax takes a million instructions to find a location, so only the locations of checked types are
    // determined.
    if case .strategy = field.method, convertedTypes.contains(field.wrappedType) {
      // Not checked, because a strategy can be for this type or for another one.
      field.isConvertedForStrategy = true
    } else if case .strategy(let strategy) = field.method {
      guard !usesParameters("\(raw: strategy)"), let place = placeOf?(Syntax(node)) else { return }
      let checked = "Millrace.__Strategy<\(strategy), \(field.wrappedType)>.Checked"
      field.strategyCheck = TypeCheck(name: name, type: checked, place: place)
    } else if let checked = checkedText(of: type), let place = placeOf?(Syntax(node)) {
      let half = settings.isReadable == settings.isWritable ? "" : settings.isReadable ? "Readable" : "Writable"
      var text = checked.replacing("Millrace.__Field<", with: "Millrace.__\(half)Field<")
      if field.method == .lossy, text.hasPrefix("Millrace.") { text = "Millrace.__Lossy<\(text)>.Value" }
      if field.isOmittedWhenDefault { text = "Millrace.__Equatable<\(text)>.Value" }
      if needsDecodable || needsEncodable {
        let coding = needsDecodable == needsEncodable ? "Codable" : needsDecodable ? "Decodable" : "Encodable"
        text = "Millrace.__\(coding)<\(text)>.Value"
      }
      field.check = TypeCheck(name: name, type: text, place: place)
    }
  }

  private func usesParameters(_ type: TypeSyntax) -> Bool {
    type.tokens(viewMode: .sourceAccurate).contains { genericParameters.contains($0.text) || $0.text == "Self" }
  }
}

/// Types of Foundation that strategies for `Instant` and `[UInt8]` can read and write.
private let convertedTypes: Set<String> = ["Date", "Foundation.Date", "Data", "Foundation.Data"]
