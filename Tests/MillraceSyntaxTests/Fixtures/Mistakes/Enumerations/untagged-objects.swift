import Millrace

@Serializable(.untagged)
enum Reference {
  case film(id: Int)
  case person(id: Int)  // !
}
