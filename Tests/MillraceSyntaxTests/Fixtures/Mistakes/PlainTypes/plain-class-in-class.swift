import Millrace

final class Money { init() {} }

@Serializable
final class Film {
  var price: Money  // !
}
