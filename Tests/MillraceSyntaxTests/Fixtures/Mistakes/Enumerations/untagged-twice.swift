import Millrace

@Serializable(.untagged)
enum Reference {
  case ratio(Double)
  case count(Int)  // !
}
