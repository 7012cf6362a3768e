import Millrace

/// A state of all tasks. It is another one after every change.
public struct Revision: Sendable, Hashable {
  /// Another one for every store, and whenever one is opened again.
  public let store: Int
  public let number: Int
}

/// Which tasks are wanted. They come in the order of their ids.
public struct TaskFilter: Sendable {
  public var completed: Bool?
  /// Only ids that are greater than this one.
  public var after: Int?
  /// At most so many.
  public var limit: Int?

  public init(completed: Bool? = nil, after: Int? = nil, limit: Int? = nil) {
    self.completed = completed
    self.after = after
    self.limit = limit
  }
}

/// What one thread reads tasks with.
public protocol TaskReading: AnyObject {
  func revision() throws -> Revision
  /// A task, nil if there is none, and the state in which that is so.
  func task(_ id: Int) throws -> (TodoTask?, Revision)
  /// Those tasks of one state that are wanted.
  func tasks(_ filter: TaskFilter, in folder: TaskFolder) throws -> any TaskList
  /// How many there are.
  func count() throws -> Int
}

/// Tasks of one state, written one after another.
public protocol TaskList: AnyObject {
  var revision: Revision { get }
  /// The id behind which the next page begins; nil if nothing is left behind this one.
  var nextPage: Int? { get }

  /// Writes elements until the writer has so many bytes, or there are no more.
  ///
  /// - Returns: whether there are no more.
  func write(to writer: inout JSON.Writer, untilByteCount count: Int) throws -> Bool
}
