import Millrace

@Serializable
struct Film {
  var id: String
  @Field("directed_by") var directedBy: [String]
  @Field("initial_release_date") var initialReleaseDate: String?
  var genre: [String]
  var name: String
}
