import Millrace

@Serializable
struct Twitter {
  var statuses: [Status]
  @Field("search_metadata") var searchMetadata: SearchMetadata

  @Serializable
  struct Status {
    var metadata: Metadata
    @Field("created_at") var createdAt: String
    var id: Int
    @Field("id_str") var idStr: String
    var text: String
    var source: String
    var truncated: Bool
    @Field("in_reply_to_status_id") var inReplyToStatusId: Int?
    @Field("in_reply_to_status_id_str") var inReplyToStatusIdStr: String?
    @Field("in_reply_to_user_id") var inReplyToUserId: Int?
    @Field("in_reply_to_user_id_str") var inReplyToUserIdStr: String?
    @Field("in_reply_to_screen_name") var inReplyToScreenName: String?
    var user: User
    var geo: JSON.Value?
    var coordinates: JSON.Value?
    var place: JSON.Value?
    var contributors: JSON.Value?
    @Field("retweet_count") var retweetCount: Int
    @Field("favorite_count") var favoriteCount: Int
    var entities: Entities
    var favorited: Bool
    var retweeted: Bool
    var lang: String
    @Field("retweeted_status") var retweetedStatus: RetweetedStatus?
    @Field("possibly_sensitive") var possiblySensitive: Bool?

    @Serializable
    struct Metadata {
      @Field("result_type") var resultType: String
      @Field("iso_language_code") var isoLanguageCode: String
    }

    @Serializable
    struct User {
      var id: Int
      @Field("id_str") var idStr: String
      var name: String
      @Field("screen_name") var screenName: String
      var location: String
      var description: String
      var url: String?
      var entities: Entities
      var protected: Bool
      @Field("followers_count") var followersCount: Int
      @Field("friends_count") var friendsCount: Int
      @Field("listed_count") var listedCount: Int
      @Field("created_at") var createdAt: String
      @Field("favourites_count") var favouritesCount: Int
      @Field("utc_offset") var utcOffset: Int?
      @Field("time_zone") var timeZone: String?
      @Field("geo_enabled") var geoEnabled: Bool
      var verified: Bool
      @Field("statuses_count") var statusesCount: Int
      var lang: String
      @Field("contributors_enabled") var contributorsEnabled: Bool
      @Field("is_translator") var isTranslator: Bool
      @Field("is_translation_enabled") var isTranslationEnabled: Bool
      @Field("profile_background_color") var profileBackgroundColor: String
      @Field("profile_background_image_url") var profileBackgroundImageUrl: String
      @Field("profile_background_image_url_https") var profileBackgroundImageUrlHttps: String
      @Field("profile_background_tile") var profileBackgroundTile: Bool
      @Field("profile_image_url") var profileImageUrl: String
      @Field("profile_image_url_https") var profileImageUrlHttps: String
      @Field("profile_banner_url") var profileBannerUrl: String?
      @Field("profile_link_color") var profileLinkColor: String
      @Field("profile_sidebar_border_color") var profileSidebarBorderColor: String
      @Field("profile_sidebar_fill_color") var profileSidebarFillColor: String
      @Field("profile_text_color") var profileTextColor: String
      @Field("profile_use_background_image") var profileUseBackgroundImage: Bool
      @Field("default_profile") var defaultProfile: Bool
      @Field("default_profile_image") var defaultProfileImage: Bool
      var following: Bool
      @Field("follow_request_sent") var followRequestSent: Bool
      var notifications: Bool

      @Serializable
      struct Entities {
        var description: Description
        var url: Url?

        @Serializable
        struct Description {
          var urls: [Url]

          @Serializable
          struct Url {
            var url: String
            @Field("expanded_url") var expandedUrl: String
            @Field("display_url") var displayUrl: String
            var indices: [Int]
          }
        }

        @Serializable
        struct Url {
          var urls: [Url2]

          @Serializable
          struct Url2 {
            var url: String
            @Field("expanded_url") var expandedUrl: String
            @Field("display_url") var displayUrl: String
            var indices: [Int]
          }
        }
      }
    }

    @Serializable
    struct Entities {
      var hashtags: [Hashtag]
      var symbols: [JSON.Value]
      var urls: [Url]
      @Field("user_mentions") var userMentions: [UserMention]
      var media: [Media]?

      @Serializable
      struct Hashtag {
        var text: String
        var indices: [Int]
      }

      @Serializable
      struct Url {
        var url: String
        @Field("expanded_url") var expandedUrl: String
        @Field("display_url") var displayUrl: String
        var indices: [Int]
      }

      @Serializable
      struct UserMention {
        @Field("screen_name") var screenName: String
        var name: String
        var id: Int
        @Field("id_str") var idStr: String
        var indices: [Int]
      }

      @Serializable
      struct Media {
        var id: Int
        @Field("id_str") var idStr: String
        var indices: [Int]
        @Field("media_url") var mediaUrl: String
        @Field("media_url_https") var mediaUrlHttps: String
        var url: String
        @Field("display_url") var displayUrl: String
        @Field("expanded_url") var expandedUrl: String
        var type: String
        var sizes: Sizes
        @Field("source_status_id") var sourceStatusId: Int?
        @Field("source_status_id_str") var sourceStatusIdStr: String?

        @Serializable
        struct Sizes {
          var medium: Medium
          var small: Small
          var thumb: Thumb
          var large: Large

          @Serializable
          struct Medium {
            var w: Int
            var h: Int
            var resize: String
          }

          @Serializable
          struct Small {
            var w: Int
            var h: Int
            var resize: String
          }

          @Serializable
          struct Thumb {
            var w: Int
            var h: Int
            var resize: String
          }

          @Serializable
          struct Large {
            var w: Int
            var h: Int
            var resize: String
          }
        }
      }
    }

    @Serializable
    struct RetweetedStatus {
      var metadata: Metadata
      @Field("created_at") var createdAt: String
      var id: Int
      @Field("id_str") var idStr: String
      var text: String
      var source: String
      var truncated: Bool
      @Field("in_reply_to_status_id") var inReplyToStatusId: Int?
      @Field("in_reply_to_status_id_str") var inReplyToStatusIdStr: String?
      @Field("in_reply_to_user_id") var inReplyToUserId: Int?
      @Field("in_reply_to_user_id_str") var inReplyToUserIdStr: String?
      @Field("in_reply_to_screen_name") var inReplyToScreenName: String?
      var user: User
      var geo: JSON.Value?
      var coordinates: JSON.Value?
      var place: JSON.Value?
      var contributors: JSON.Value?
      @Field("retweet_count") var retweetCount: Int
      @Field("favorite_count") var favoriteCount: Int
      var entities: Entities
      var favorited: Bool
      var retweeted: Bool
      @Field("possibly_sensitive") var possiblySensitive: Bool?
      var lang: String

      @Serializable
      struct Metadata {
        @Field("result_type") var resultType: String
        @Field("iso_language_code") var isoLanguageCode: String
      }

      @Serializable
      struct User {
        var id: Int
        @Field("id_str") var idStr: String
        var name: String
        @Field("screen_name") var screenName: String
        var location: String
        var description: String
        var url: String?
        var entities: Entities
        var protected: Bool
        @Field("followers_count") var followersCount: Int
        @Field("friends_count") var friendsCount: Int
        @Field("listed_count") var listedCount: Int
        @Field("created_at") var createdAt: String
        @Field("favourites_count") var favouritesCount: Int
        @Field("utc_offset") var utcOffset: Int?
        @Field("time_zone") var timeZone: String?
        @Field("geo_enabled") var geoEnabled: Bool
        var verified: Bool
        @Field("statuses_count") var statusesCount: Int
        var lang: String
        @Field("contributors_enabled") var contributorsEnabled: Bool
        @Field("is_translator") var isTranslator: Bool
        @Field("is_translation_enabled") var isTranslationEnabled: Bool
        @Field("profile_background_color") var profileBackgroundColor: String
        @Field("profile_background_image_url") var profileBackgroundImageUrl: String
        @Field("profile_background_image_url_https") var profileBackgroundImageUrlHttps: String
        @Field("profile_background_tile") var profileBackgroundTile: Bool
        @Field("profile_image_url") var profileImageUrl: String
        @Field("profile_image_url_https") var profileImageUrlHttps: String
        @Field("profile_banner_url") var profileBannerUrl: String?
        @Field("profile_link_color") var profileLinkColor: String
        @Field("profile_sidebar_border_color") var profileSidebarBorderColor: String
        @Field("profile_sidebar_fill_color") var profileSidebarFillColor: String
        @Field("profile_text_color") var profileTextColor: String
        @Field("profile_use_background_image") var profileUseBackgroundImage: Bool
        @Field("default_profile") var defaultProfile: Bool
        @Field("default_profile_image") var defaultProfileImage: Bool
        var following: Bool
        @Field("follow_request_sent") var followRequestSent: Bool
        var notifications: Bool

        @Serializable
        struct Entities {
          var description: Description
          var url: Url?

          @Serializable
          struct Description {
            var urls: [Url]

            @Serializable
            struct Url {
              var url: String
              @Field("expanded_url") var expandedUrl: String
              @Field("display_url") var displayUrl: String
              var indices: [Int]
            }
          }

          @Serializable
          struct Url {
            var urls: [Url2]

            @Serializable
            struct Url2 {
              var url: String
              @Field("expanded_url") var expandedUrl: String
              @Field("display_url") var displayUrl: String
              var indices: [Int]
            }
          }
        }
      }

      @Serializable
      struct Entities {
        var hashtags: [Hashtag]
        var symbols: [JSON.Value]
        var urls: [Url]
        @Field("user_mentions") var userMentions: [UserMention]
        var media: [Media]?

        @Serializable
        struct Hashtag {
          var text: String
          var indices: [Int]
        }

        @Serializable
        struct Url {
          var url: String
          @Field("expanded_url") var expandedUrl: String
          @Field("display_url") var displayUrl: String
          var indices: [Int]
        }

        @Serializable
        struct UserMention {
          @Field("screen_name") var screenName: String
          var name: String
          var id: Int
          @Field("id_str") var idStr: String
          var indices: [Int]
        }

        @Serializable
        struct Media {
          var id: Int
          @Field("id_str") var idStr: String
          var indices: [Int]
          @Field("media_url") var mediaUrl: String
          @Field("media_url_https") var mediaUrlHttps: String
          var url: String
          @Field("display_url") var displayUrl: String
          @Field("expanded_url") var expandedUrl: String
          var type: String
          var sizes: Sizes
          @Field("source_status_id") var sourceStatusId: Int?
          @Field("source_status_id_str") var sourceStatusIdStr: String?

          @Serializable
          struct Sizes {
            var medium: Medium
            var small: Small
            var thumb: Thumb
            var large: Large

            @Serializable
            struct Medium {
              var w: Int
              var h: Int
              var resize: String
            }

            @Serializable
            struct Small {
              var w: Int
              var h: Int
              var resize: String
            }

            @Serializable
            struct Thumb {
              var w: Int
              var h: Int
              var resize: String
            }

            @Serializable
            struct Large {
              var w: Int
              var h: Int
              var resize: String
            }
          }
        }
      }
    }
  }

  @Serializable
  struct SearchMetadata {
    @Field("completed_in") var completedIn: Double
    @Field("max_id") var maxId: Int
    @Field("max_id_str") var maxIdStr: String
    @Field("next_results") var nextResults: String
    var query: String
    @Field("refresh_url") var refreshUrl: String
    var count: Int
    @Field("since_id") var sinceId: Int
    @Field("since_id_str") var sinceIdStr: String
  }
}
