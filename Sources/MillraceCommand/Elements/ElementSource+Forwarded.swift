import Millrace

extension ElementSource where Self: ~Copyable {
  /// Reads the next element from what `forwardNext` writes: the `next` of sources that change elements on their way.
  mutating func nextForwarded<Value: Readable>(_ type: Value.Type) throws -> Value? {
    var writer = JSON.Value.Writer()
    guard try forwardNext(to: &writer, restart: { $0 = JSON.Value.Writer() }) else { return nil }
    return try writer.finish().decode(type)
  }
}
