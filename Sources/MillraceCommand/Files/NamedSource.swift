import Millrace
import MillraceCommandLine

/// The bytes of a source of which the errors name the input.
struct NamedSource: ByteSource {
  private var source: any ByteSource
  private let name: String

  init(_ source: any ByteSource, _ name: String) {
    self.source = source
    self.name = name
  }

  mutating func read(into output: inout OutputSpan<UInt8>) throws {
    do {
      try source.read(into: &output)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError.data("millrace: \(name): \(error)")
    }
  }
}
