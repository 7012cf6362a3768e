import Millrace

/// Stores a container. `get` reads the container's type from the object, instead of requesting it from the runtime,
/// which takes about 400 instructions.
final class ContainerHolder<Container> {
  private let container: Container

  init(_ container: Container) { self.container = container }

  /// Not specialized: otherwise a generic caller would have to request the type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func get() -> Container { container }
}
