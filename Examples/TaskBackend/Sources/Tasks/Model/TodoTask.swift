import Millrace

/// Something to be done.
@Serializable
public struct TodoTask: Sendable, Equatable {
  /// Never that of another task, not even of one that is gone.
  public var id: Int
  public var title: Title
  public var completed: Bool
  /// Where it is among others, if somebody has said so.
  public var order: Int?

  public init(id: Int, _ draft: TaskDraft) {
    self.id = id
    title = draft.title
    completed = draft.completed
    order = draft.order
  }
}
