import Millrace

// Types that read parts of the documents in `Data`: some of the fields, some of them in another order, so that values
// are skipped and searched for as well.

@Serializable
struct TwitterPart {
  var statuses: [StatusPart]
  var search_metadata: SearchPart
}

@Serializable
struct SearchPart {
  var completed_in: Double
  var query: String
  var count: Int
}

@Serializable
final class StatusPart {
  var id: UInt64
  var created_at: String
  var text: String
  var user: UserPart
  var in_reply_to_user_id: Int?
  var retweeted_status: StatusPart?
  var entities: EntitiesPart
  var truncated: Bool
  var lang: String
}

@Serializable
struct UserPart {
  var name: String
  var description: Substring
  var followers_count: Int32
  var url: String?
  var verified: Bool
}

@Serializable
struct EntitiesPart {
  var hashtags: [HashtagPart] = []
  var urls: [[String: JSONTree]] = []
}

@Serializable
struct HashtagPart {
  var indices: [Int]
  var text: String
}

@Serializable
struct CitmPart {
  var areaNames: [Int: String]
  var events: [UInt32: EventPart]
  var performances: [PerformancePart]
  var venueNames: [String: String]
}

@Serializable
struct EventPart {
  var id: Int
  var name: String
  var logo: String?
  var topicIds: [Int]
}

@Serializable
struct PerformancePart {
  var id: Int64
  var prices: [[String: Int]]
  var seatCategories: [SeatCategoryPart]
  var start: UInt64
}

@Serializable
struct SeatCategoryPart {
  var areas: [AreaPart]
  var seatCategoryId: Int
}

@Serializable
struct AreaPart {
  var areaId: Int
  var blockIds: [Int]
}

@Serializable
struct CanadaPart {
  var type: String
  var features: [FeaturePart]
}

@Serializable
struct FeaturePart {
  var type: String
  var properties: [String: String]
  var geometry: GeometryPart
}

@Serializable
struct GeometryPart {
  var type: String
  var coordinates: [[[Double]]]
}

@Serializable
struct FilmPart {
  var id: String
  var genre: [String]
  var name: String
  var released: String?
  @Field("initial_release_date") var date: String?
}
