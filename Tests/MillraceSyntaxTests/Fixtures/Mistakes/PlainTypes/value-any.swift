import Millrace

@Serializable
enum Event {
  case opened
  case other(Any)  // !
}
