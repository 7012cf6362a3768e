import SwiftParser
import SwiftSyntax

/// A target as a package manifest declares it.
package struct ManifestTarget: Equatable, Sendable {
  package var name: String
  /// Folders in which its sources can be, relative to the manifest, the first that exists being the right one.
  package var folders: [String]
}

/// The targets in the text of a `Package.swift` whose names and paths are literals.
package func manifestTargets(in text: String) -> [ManifestTarget] {
  let finder = TargetFinder(viewMode: .sourceAccurate)
  finder.walk(Parser.parse(source: text))
  return finder.targets
}

private final class TargetFinder: SyntaxVisitor {
  var targets: [ManifestTarget] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let kind = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      let roots = rootsOfTargets[kind], let name = node.literal("name")
    else { return .visitChildren }
    let folders = node.literal("path").map { [$0] } ?? roots.map { "\($0)/\(name)" }
    targets.append(ManifestTarget(name: name, folders: folders))
    return .visitChildren
  }
}

/// Where the package manager looks for the sources of a target without a path.
private let rootsOfTargets = [
  "target": ["Sources", "Source", "src", "srcs"], "executableTarget": ["Sources", "Source", "src", "srcs"],
  "macro": ["Sources", "Source", "src", "srcs"], "testTarget": ["Tests", "Sources", "Source", "src", "srcs"],
  "plugin": ["Plugins"],
]

extension FunctionCallExprSyntax {
  /// The string literal that an argument is.
  func literal(_ label: String) -> String? {
    arguments.first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
