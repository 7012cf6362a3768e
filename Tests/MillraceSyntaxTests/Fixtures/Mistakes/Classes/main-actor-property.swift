import Millrace

@Serializable
final class Film {
  @MainActor var title = "a"  // ! fix
}
