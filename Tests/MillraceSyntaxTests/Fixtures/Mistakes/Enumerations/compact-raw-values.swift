import Millrace

@Serializable(.compact)  // !
enum Rank: Int {
  case low, high
}
