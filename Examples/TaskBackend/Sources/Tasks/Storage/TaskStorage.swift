import Millrace
import MillraceSQLite

/// A state of all tasks. It is another one after every change.
public struct Revision: Sendable, Hashable {
  /// Another one for every store, and whenever one is opened again.
  public let store: Int
  public let number: Int
}

/// Why tasks cannot be stored or read, as a message for clients.
public enum StorageProblem: Error, CustomStringConvertible {
  case diskIsFull, fileIsGone, other

  init(_ error: any Error) {
    switch (error as? SQLite.DatabaseError)?.code.primary {
    case .full: self = .diskIsFull
    default: self = error as? StorageProblem ?? .other
    }
  }

  public var description: String {
    switch self {
    case .diskIsFull: "no space left on the disk of the server"
    case .fileIsGone: "the database file of the server was removed or replaced"
    case .other: "the database of the server has failed"
    }
  }
}

/// Which tasks are wanted. They come in the order of their ids.
public struct TaskFilter: Sendable, Hashable {
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
  /// A task; nil if there is none.
  func task(_ id: Int) throws -> TodoTask?
  /// Those tasks of one state that are wanted.
  func tasks(_ filter: TaskFilter, in folder: TaskFolder) throws -> any TaskList
  /// How many there are.
  func count() throws -> Int

  /// The list that ``tasks(_:in:)`` gives, if its text was kept and no task has changed since.
  ///
  /// - Parameters:
  ///   - acceptsGzip: whether the text may be compressed. Texts are kept for both cases.
  ///   - readNumber: is the same only for requests that had all arrived before the first of them was handled.
  func document(
    _ filter: TaskFilter, in folder: TaskFolder, acceptsGzip: Bool, readNumber: Int
  ) throws -> ListDocument?
  /// Keeps the text of a list, if this reader does that. What was asked last was the document of this list.
  func keep(
    _ text: Span<UInt8>, isCompressed: Bool, of list: any TaskList, _ filter: TaskFilter, in folder: TaskFolder,
    acceptsGzip: Bool)
}

extension TaskReading {
  public func document(
    _ filter: TaskFilter, in folder: TaskFolder, acceptsGzip: Bool, readNumber: Int
  ) throws -> ListDocument? { nil }
  public func keep(
    _ text: Span<UInt8>, isCompressed: Bool, of list: any TaskList, _ filter: TaskFilter, in folder: TaskFolder,
    acceptsGzip: Bool
  ) {}
}

/// A whole list as JSON.
public struct ListDocument: Sendable {
  public let revision: Revision
  public let nextPage: Int?
  public let text: [UInt8]
  /// Whether the text is in the content coding gzip.
  public let isCompressed: Bool
}

/// Tasks of one state, written one after another.
public protocol TaskList: AnyObject {
  var revision: Revision { get }
  /// The id after which the next page begins; nil if nothing is left after this one.
  var nextPage: Int? { get }

  /// Writes elements until the writer has so many bytes, or there are no more.
  ///
  /// - Returns: whether there are no more.
  func write(to writer: inout JSON.Writer, untilByteCount count: Int) throws -> Bool
}
