/// Where tasks are found: all but the last component of their URLs.
///
/// It is used by one thread: URLs are assembled in the same memory, so that one costs no more than its digits.
public final class TaskFolder {
  /// The scheme and the host with its port, such as `http://localhost:8082`.
  public let origin: String
  /// Such as `http://localhost:8082/tasks/`, and room for an id after it.
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let prefixCount: Int

  public init(origin: String) {
    self.origin = origin
    let prefix = [origin, "/tasks/"].flatMap(\.utf8)
    prefixCount = prefix.count
    memory = .allocate(capacity: prefix.count + Self.longestID)
    memory.initialize(repeating: 0)
    _ = memory.update(fromContentsOf: prefix)
  }

  deinit { memory.deallocate() }

  private static var longestID: Int { 20 }

  /// The URL of a task.
  public func url(of id: Int) -> String { withURL(of: id) { url in String(copying: UTF8Span(unchecked: url)) } }

  /// Calls a function with the URL of a task.
  ///
  /// - Parameter id: not negative.
  func withURL<Result>(of id: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    var rest = id.magnitude
    var end = prefixCount + 1
    var power: UInt = 10
    while power <= rest, end < memory.count {
      power &*= 10
      end += 1
    }
    var position = end
    repeat {
      position -= 1
      memory[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while position > prefixCount
    return body(UnsafeBufferPointer(rebasing: memory[..<end]).span)
  }
}
