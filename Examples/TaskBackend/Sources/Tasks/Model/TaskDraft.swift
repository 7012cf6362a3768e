import Millrace

/// A task as a client describes it. What else a client sends, `id` and `url` among it, is skipped.
@Serializable
public struct TaskDraft: Sendable, Equatable {
  public var title: Title
  public var completed = false
  public var order: Int?

  public init(title: Title, completed: Bool = false, order: Int? = nil) {
    self.title = title
    self.completed = completed
    self.order = order
  }
}
