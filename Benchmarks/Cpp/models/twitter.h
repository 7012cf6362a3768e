#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace models {

struct Metadata {
  std::string result_type;
  std::string iso_language_code;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("result_type", &Metadata::result_type);
    visit("iso_language_code", &Metadata::iso_language_code);
  }
};

struct Link {
  std::string url;
  std::string expanded_url;
  std::string display_url;
  std::vector<int64_t> indices;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("url", &Link::url);
    visit("expanded_url", &Link::expanded_url);
    visit("display_url", &Link::display_url);
    visit("indices", &Link::indices);
  }
};

struct Links {
  std::vector<Link> urls;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("urls", &Links::urls);
  }
};

struct UserEntities {
  std::optional<Links> url;
  Links description;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("url", &UserEntities::url);
    visit("description", &UserEntities::description);
  }
};

struct User {
  int64_t id;
  std::string id_str;
  std::string name;
  std::string screen_name;
  std::string location;
  std::string description;
  std::optional<std::string> url;
  UserEntities entities;
  bool is_protected;
  int64_t followers_count;
  int64_t friends_count;
  int64_t listed_count;
  std::string created_at;
  int64_t favourites_count;
  std::optional<int64_t> utc_offset;
  std::optional<std::string> time_zone;
  bool geo_enabled;
  bool verified;
  int64_t statuses_count;
  std::string lang;
  bool contributors_enabled;
  bool is_translator;
  bool is_translation_enabled;
  std::string profile_background_color;
  std::string profile_background_image_url;
  std::string profile_background_image_url_https;
  bool profile_background_tile;
  std::string profile_image_url;
  std::string profile_image_url_https;
  std::optional<std::string> profile_banner_url;
  std::string profile_link_color;
  std::string profile_sidebar_border_color;
  std::string profile_sidebar_fill_color;
  std::string profile_text_color;
  bool profile_use_background_image;
  bool default_profile;
  bool default_profile_image;
  bool following;
  bool follow_request_sent;
  bool notifications;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &User::id);
    visit("id_str", &User::id_str);
    visit("name", &User::name);
    visit("screen_name", &User::screen_name);
    visit("location", &User::location);
    visit("description", &User::description);
    visit("url", &User::url);
    visit("entities", &User::entities);
    visit("protected", &User::is_protected);
    visit("followers_count", &User::followers_count);
    visit("friends_count", &User::friends_count);
    visit("listed_count", &User::listed_count);
    visit("created_at", &User::created_at);
    visit("favourites_count", &User::favourites_count);
    visit("utc_offset", &User::utc_offset);
    visit("time_zone", &User::time_zone);
    visit("geo_enabled", &User::geo_enabled);
    visit("verified", &User::verified);
    visit("statuses_count", &User::statuses_count);
    visit("lang", &User::lang);
    visit("contributors_enabled", &User::contributors_enabled);
    visit("is_translator", &User::is_translator);
    visit("is_translation_enabled", &User::is_translation_enabled);
    visit("profile_background_color", &User::profile_background_color);
    visit("profile_background_image_url", &User::profile_background_image_url);
    visit("profile_background_image_url_https", &User::profile_background_image_url_https);
    visit("profile_background_tile", &User::profile_background_tile);
    visit("profile_image_url", &User::profile_image_url);
    visit("profile_image_url_https", &User::profile_image_url_https);
    visit("profile_banner_url", &User::profile_banner_url);
    visit("profile_link_color", &User::profile_link_color);
    visit("profile_sidebar_border_color", &User::profile_sidebar_border_color);
    visit("profile_sidebar_fill_color", &User::profile_sidebar_fill_color);
    visit("profile_text_color", &User::profile_text_color);
    visit("profile_use_background_image", &User::profile_use_background_image);
    visit("default_profile", &User::default_profile);
    visit("default_profile_image", &User::default_profile_image);
    visit("following", &User::following);
    visit("follow_request_sent", &User::follow_request_sent);
    visit("notifications", &User::notifications);
  }
};

struct Point {
  std::string type;
  std::vector<double> coordinates;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("type", &Point::type);
    visit("coordinates", &Point::coordinates);
  }
};

struct Place {
  std::string id;
  std::string full_name;
  std::string country_code;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Place::id);
    visit("full_name", &Place::full_name);
    visit("country_code", &Place::country_code);
  }
};

struct Hashtag {
  std::string text;
  std::vector<int64_t> indices;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("text", &Hashtag::text);
    visit("indices", &Hashtag::indices);
  }
};

struct Mention {
  std::string screen_name;
  std::string name;
  int64_t id;
  std::string id_str;
  std::vector<int64_t> indices;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("screen_name", &Mention::screen_name);
    visit("name", &Mention::name);
    visit("id", &Mention::id);
    visit("id_str", &Mention::id_str);
    visit("indices", &Mention::indices);
  }
};

struct Size {
  int64_t w;
  int64_t h;
  std::string resize;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("w", &Size::w);
    visit("h", &Size::h);
    visit("resize", &Size::resize);
  }
};

struct Sizes {
  Size medium;
  Size small;
  Size thumb;
  Size large;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("medium", &Sizes::medium);
    visit("small", &Sizes::small);
    visit("thumb", &Sizes::thumb);
    visit("large", &Sizes::large);
  }
};

struct Media {
  int64_t id;
  std::string id_str;
  std::vector<int64_t> indices;
  std::string media_url;
  std::string media_url_https;
  std::string url;
  std::string display_url;
  std::string expanded_url;
  std::string type;
  Sizes sizes;
  std::optional<int64_t> source_status_id;
  std::optional<std::string> source_status_id_str;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Media::id);
    visit("id_str", &Media::id_str);
    visit("indices", &Media::indices);
    visit("media_url", &Media::media_url);
    visit("media_url_https", &Media::media_url_https);
    visit("url", &Media::url);
    visit("display_url", &Media::display_url);
    visit("expanded_url", &Media::expanded_url);
    visit("type", &Media::type);
    visit("sizes", &Media::sizes);
    visit("source_status_id", &Media::source_status_id);
    visit("source_status_id_str", &Media::source_status_id_str);
  }
};

struct Entities {
  std::vector<Hashtag> hashtags;
  std::vector<Hashtag> symbols;
  std::vector<Link> urls;
  std::vector<Mention> user_mentions;
  std::optional<std::vector<Media>> media;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("hashtags", &Entities::hashtags);
    visit("symbols", &Entities::symbols);
    visit("urls", &Entities::urls);
    visit("user_mentions", &Entities::user_mentions);
    visit("media", &Entities::media);
  }
};

struct Status {
  Metadata metadata;
  std::string created_at;
  int64_t id;
  std::string id_str;
  std::string text;
  std::string source;
  bool truncated;
  std::optional<int64_t> in_reply_to_status_id;
  std::optional<std::string> in_reply_to_status_id_str;
  std::optional<int64_t> in_reply_to_user_id;
  std::optional<std::string> in_reply_to_user_id_str;
  std::optional<std::string> in_reply_to_screen_name;
  User user;
  std::optional<Point> geo;
  std::optional<Point> coordinates;
  std::optional<Place> place;
  std::optional<std::vector<int64_t>> contributors;
  std::unique_ptr<Status> retweeted_status;
  int64_t retweet_count;
  int64_t favorite_count;
  Entities entities;
  bool favorited;
  bool retweeted;
  std::optional<bool> possibly_sensitive;
  std::string lang;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("metadata", &Status::metadata);
    visit("created_at", &Status::created_at);
    visit("id", &Status::id);
    visit("id_str", &Status::id_str);
    visit("text", &Status::text);
    visit("source", &Status::source);
    visit("truncated", &Status::truncated);
    visit("in_reply_to_status_id", &Status::in_reply_to_status_id);
    visit("in_reply_to_status_id_str", &Status::in_reply_to_status_id_str);
    visit("in_reply_to_user_id", &Status::in_reply_to_user_id);
    visit("in_reply_to_user_id_str", &Status::in_reply_to_user_id_str);
    visit("in_reply_to_screen_name", &Status::in_reply_to_screen_name);
    visit("user", &Status::user);
    visit("geo", &Status::geo);
    visit("coordinates", &Status::coordinates);
    visit("place", &Status::place);
    visit("contributors", &Status::contributors);
    visit("retweeted_status", &Status::retweeted_status);
    visit("retweet_count", &Status::retweet_count);
    visit("favorite_count", &Status::favorite_count);
    visit("entities", &Status::entities);
    visit("favorited", &Status::favorited);
    visit("retweeted", &Status::retweeted);
    visit("possibly_sensitive", &Status::possibly_sensitive);
    visit("lang", &Status::lang);
  }
};

struct SearchMetadata {
  double completed_in;
  int64_t max_id;
  std::string max_id_str;
  std::string next_results;
  std::string query;
  std::string refresh_url;
  int64_t count;
  int64_t since_id;
  std::string since_id_str;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("completed_in", &SearchMetadata::completed_in);
    visit("max_id", &SearchMetadata::max_id);
    visit("max_id_str", &SearchMetadata::max_id_str);
    visit("next_results", &SearchMetadata::next_results);
    visit("query", &SearchMetadata::query);
    visit("refresh_url", &SearchMetadata::refresh_url);
    visit("count", &SearchMetadata::count);
    visit("since_id", &SearchMetadata::since_id);
    visit("since_id_str", &SearchMetadata::since_id_str);
  }
};

// All of `twitter.json`: a search result with statuses, users, entities and media.
struct Twitter {
  std::vector<Status> statuses;
  SearchMetadata search_metadata;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("statuses", &Twitter::statuses);
    visit("search_metadata", &Twitter::search_metadata);
  }
};

}  // namespace models
