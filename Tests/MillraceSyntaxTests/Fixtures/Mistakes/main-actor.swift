import Millrace

@MainActor
@Serializable
final class Film {  // !
  var title = "a"
}
