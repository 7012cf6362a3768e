import Millrace

@Serializable
final class Film {
  var title = ""
  @Field("a") @Field("b") var count = 1  // ! fix
}

func copy() throws -> Film { try JSON.decode(Film.self, from: JSON.encode(Film(), as: String.self)) }
