import SwiftParser
import SwiftSyntax

/// A target of a package manifest.
package struct ManifestTarget: Equatable, Sendable {
  package var name: String
  /// The folders in which its sources can be, relative to the manifest. The first that exists is used.
  package var folders: [String]
}

/// Returns the targets in the text of a `Package.swift` whose names and paths are literals.
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

/// The folders in which the package manager searches for the sources of a target without a path.
private let rootsOfTargets = [
  "target": ["Sources", "Source", "src", "srcs"], "executableTarget": ["Sources", "Source", "src", "srcs"],
  "macro": ["Sources", "Source", "src", "srcs"], "testTarget": ["Tests", "Sources", "Source", "src", "srcs"],
  "plugin": ["Plugins"],
]

extension FunctionCallExprSyntax {
  func literal(_ label: String) -> String? {
    arguments.first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
