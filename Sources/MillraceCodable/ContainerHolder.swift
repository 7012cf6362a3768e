import Millrace

/// Holds a container. `get` finds the container's type in the object, instead of asking the runtime for it, which takes
/// some 400 instructions.
final class ContainerHolder<Container> {
  private let container: Container

  init(_ container: Container) { self.container = container }

  /// Not specialized: a generic caller would have to name the type then.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func get() -> Container { container }
}
