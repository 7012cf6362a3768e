import Millrace

/// What is to be changed of a task.
@Serializable
public struct TaskPatch: Sendable, Equatable {
  @Field(.omittedWhenDefault) public var title: Change<Title> = .none
  @Field(.omittedWhenDefault) public var completed: Change<Bool> = .none
  /// Null is a change, too: then the task has no order any more.
  @Field(.omittedWhenDefault) public var order: Change<Int?> = .none

  public init(title: Change<Title> = .none, completed: Change<Bool> = .none, order: Change<Int?> = .none) {
    self.title = title
    self.completed = completed
    self.order = order
  }

  /// Changes a task.
  public func apply(to task: inout TodoTask) {
    title.apply(to: &task.title)
    completed.apply(to: &task.completed)
    order.apply(to: &task.order)
  }
}

/// What becomes of a field. It tells a member that is null from one that is not there, which an optional does not.
public enum Change<Value: Serializable & Equatable & Sendable>: Sendable, Equatable {
  case none
  case to(Value)

  func apply(to value: inout Value) {
    if case .to(let new) = self { value = new }
  }
}

extension Change: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Change {
    .to(try reader.read(Value.self))
  }
}

extension Change: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .none: writer.writeNull()
    case .to(let value): writer.write(value: value)
    }
  }
}
