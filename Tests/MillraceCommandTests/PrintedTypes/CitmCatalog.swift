import Millrace

@Serializable
struct CitmCatalog {
  var areaNames: [String: String]
  var audienceSubCategoryNames: [String: String]
  var blockNames: [String: JSON.Value]
  var events: [String: Event]
  var performances: [Performance]
  var seatCategoryNames: [String: String]
  var subTopicNames: [String: String]
  var subjectNames: [String: JSON.Value]
  var topicNames: [String: String]
  var topicSubTopics: [String: [Int]]
  var venueNames: VenueNames

  @Serializable
  struct Event {
    var description: JSON.Value?
    var id: Int
    var logo: String?
    var name: String
    var subTopicIds: [Int]
    var subjectCode: JSON.Value?
    var subtitle: JSON.Value?
    var topicIds: [Int]
  }

  @Serializable
  struct Performance {
    var eventId: Int
    var id: Int
    var logo: String?
    var name: JSON.Value?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var seatMapImage: JSON.Value?
    var start: Int
    var venueCode: String

    @Serializable
    struct Price {
      var amount: Int
      var audienceSubCategoryId: Int
      var seatCategoryId: Int
    }

    @Serializable
    struct SeatCategory {
      var areas: [Area]
      var seatCategoryId: Int

      @Serializable
      struct Area {
        var areaId: Int
        var blockIds: [JSON.Value]
      }
    }
  }

  @Serializable
  struct VenueNames {
    @Field("PLEYEL_PLEYEL") var pleyelPleyel: String
  }
}
