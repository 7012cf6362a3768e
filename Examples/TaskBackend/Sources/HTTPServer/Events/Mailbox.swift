import CLibevent
import Synchronization

/// Messages from any thread to the thread of a loop.
///
/// Those that wait are delivered together, in the order in which they came: the loop is woken once for all of them.
public final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let waiting = Mutex<[Message]>([])
  // Set once, before other threads know of the mailbox; activating an event is safe from all of them.
  private var event: Event?

  /// A mailbox without a reader.
  public init() {}

  /// A mailbox that is open. See ``open(_:receive:)``.
  public convenience init(_ loop: EventLoop, receive: @escaping ([Message]) -> Void) {
    self.init()
    open(loop, receive: receive)
  }

  /// Has messages delivered from now on. Once, and before there are any.
  ///
  /// - Parameter receive: is called on the loop's thread.
  public func open(_ loop: EventLoop, receive: @escaping ([Message]) -> Void) {
    event = Event(loop, flags: 0) { [unowned self] in
      receive(waiting.withLock { exchange(&$0, with: []) })
    }
  }

  /// Leaves a message.
  public func send(_ message: Message) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    if isFirst { event?.activate() }
  }
}
