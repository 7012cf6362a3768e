import Millrace

/// All of `twitter.json`: a search result with statuses, users, entities and media.
@Serializable
public struct Twitter: Codable, Equatable, Sendable {
  public var statuses: [Status]
  public var search_metadata: SearchMetadata
}

@Serializable
public struct Status: Codable, Equatable, Sendable {
  public var metadata: Metadata
  public var created_at: String
  public var id: Int
  public var id_str: String
  public var text: String
  public var source: String
  public var truncated: Bool
  public var in_reply_to_status_id: Int?
  public var in_reply_to_status_id_str: String?
  public var in_reply_to_user_id: Int?
  public var in_reply_to_user_id_str: String?
  public var in_reply_to_screen_name: String?
  public var user: User
  public var geo: Point?
  public var coordinates: Point?
  public var place: Place?
  public var contributors: [Int]?
  public var retweeted_status: Box<Status>?
  public var retweet_count: Int
  public var favorite_count: Int
  public var entities: Entities
  public var favorited: Bool
  public var retweeted: Bool
  public var possibly_sensitive: Bool?
  public var lang: String
}

@Serializable
public struct Metadata: Codable, Equatable, Sendable {
  public var result_type: String
  public var iso_language_code: String
}

@Serializable
public struct Point: Codable, Equatable, Sendable {
  public var type: String
  public var coordinates: [Double]
}

@Serializable
public struct Place: Codable, Equatable, Sendable {
  public var id: String
  public var full_name: String
  public var country_code: String
}

@Serializable
public struct User: Codable, Equatable, Sendable {
  public var id: Int
  public var id_str: String
  public var name: String
  public var screen_name: String
  public var location: String
  public var description: String
  public var url: String?
  public var entities: UserEntities
  public var protected: Bool
  public var followers_count: Int
  public var friends_count: Int
  public var listed_count: Int
  public var created_at: String
  public var favourites_count: Int
  public var utc_offset: Int?
  public var time_zone: String?
  public var geo_enabled: Bool
  public var verified: Bool
  public var statuses_count: Int
  public var lang: String
  public var contributors_enabled: Bool
  public var is_translator: Bool
  public var is_translation_enabled: Bool
  public var profile_background_color: String
  public var profile_background_image_url: String
  public var profile_background_image_url_https: String
  public var profile_background_tile: Bool
  public var profile_image_url: String
  public var profile_image_url_https: String
  public var profile_banner_url: String?
  public var profile_link_color: String
  public var profile_sidebar_border_color: String
  public var profile_sidebar_fill_color: String
  public var profile_text_color: String
  public var profile_use_background_image: Bool
  public var default_profile: Bool
  public var default_profile_image: Bool
  public var following: Bool
  public var follow_request_sent: Bool
  public var notifications: Bool
}

@Serializable
public struct UserEntities: Codable, Equatable, Sendable {
  public var url: Links?
  public var description: Links
}

@Serializable
public struct Links: Codable, Equatable, Sendable {
  public var urls: [Link]
}

@Serializable
public struct Link: Codable, Equatable, Sendable {
  public var url: String
  public var expanded_url: String
  public var display_url: String
  public var indices: [Int]
}

@Serializable
public struct Entities: Codable, Equatable, Sendable {
  public var hashtags: [Hashtag]
  public var symbols: [Hashtag]
  public var urls: [Link]
  public var user_mentions: [Mention]
  public var media: [Media]?
}

@Serializable
public struct Hashtag: Codable, Equatable, Sendable {
  public var text: String
  public var indices: [Int]
}

@Serializable
public struct Mention: Codable, Equatable, Sendable {
  public var screen_name: String
  public var name: String
  public var id: Int
  public var id_str: String
  public var indices: [Int]
}

@Serializable
public struct Media: Codable, Equatable, Sendable {
  public var id: Int
  public var id_str: String
  public var indices: [Int]
  public var media_url: String
  public var media_url_https: String
  public var url: String
  public var display_url: String
  public var expanded_url: String
  public var type: String
  public var sizes: Sizes
  public var source_status_id: Int?
  public var source_status_id_str: String?
}

@Serializable
public struct Sizes: Codable, Equatable, Sendable {
  public var medium: Size
  public var small: Size
  public var thumb: Size
  public var large: Size
}

@Serializable
public struct Size: Codable, Equatable, Sendable {
  public var w: Int
  public var h: Int
  public var resize: String
}

@Serializable
public struct SearchMetadata: Codable, Equatable, Sendable {
  public var completed_in: Double
  public var max_id: Int
  public var max_id_str: String
  public var next_results: String
  public var query: String
  public var refresh_url: String
  public var count: Int
  public var since_id: Int
  public var since_id_str: String
}
