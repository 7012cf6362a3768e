#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace models {

struct Event {
  std::optional<std::string> description;
  int64_t id;
  std::optional<std::string> logo;
  std::string name;
  std::vector<int64_t> subTopicIds;
  std::optional<std::string> subjectCode;
  std::optional<std::string> subtitle;
  std::vector<int64_t> topicIds;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("description", &Event::description);
    visit("id", &Event::id);
    visit("logo", &Event::logo);
    visit("name", &Event::name);
    visit("subTopicIds", &Event::subTopicIds);
    visit("subjectCode", &Event::subjectCode);
    visit("subtitle", &Event::subtitle);
    visit("topicIds", &Event::topicIds);
  }
};

struct Price {
  int64_t amount;
  int64_t audienceSubCategoryId;
  int64_t seatCategoryId;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("amount", &Price::amount);
    visit("audienceSubCategoryId", &Price::audienceSubCategoryId);
    visit("seatCategoryId", &Price::seatCategoryId);
  }
};

struct Area {
  int64_t areaId;
  std::vector<int64_t> blockIds;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("areaId", &Area::areaId);
    visit("blockIds", &Area::blockIds);
  }
};

struct SeatCategory {
  std::vector<Area> areas;
  int64_t seatCategoryId;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("areas", &SeatCategory::areas);
    visit("seatCategoryId", &SeatCategory::seatCategoryId);
  }
};

struct Performance {
  int64_t eventId;
  int64_t id;
  std::optional<std::string> logo;
  std::optional<std::string> name;
  std::vector<Price> prices;
  std::vector<SeatCategory> seatCategories;
  std::optional<std::string> seatMapImage;
  int64_t start;
  std::string venueCode;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("eventId", &Performance::eventId);
    visit("id", &Performance::id);
    visit("logo", &Performance::logo);
    visit("name", &Performance::name);
    visit("prices", &Performance::prices);
    visit("seatCategories", &Performance::seatCategories);
    visit("seatMapImage", &Performance::seatMapImage);
    visit("start", &Performance::start);
    visit("venueCode", &Performance::venueCode);
  }
};

// All of `citm_catalog.json`: a concert hall's events, performances, prices and seats.
struct Citm {
  std::unordered_map<std::string, std::string> areaNames;
  std::unordered_map<std::string, std::string> audienceSubCategoryNames;
  std::unordered_map<std::string, std::string> blockNames;
  std::unordered_map<std::string, Event> events;
  std::vector<Performance> performances;
  std::unordered_map<std::string, std::string> seatCategoryNames;
  std::unordered_map<std::string, std::string> subTopicNames;
  std::unordered_map<std::string, std::string> subjectNames;
  std::unordered_map<std::string, std::string> topicNames;
  std::unordered_map<std::string, std::vector<int64_t>> topicSubTopics;
  std::unordered_map<std::string, std::string> venueNames;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("areaNames", &Citm::areaNames);
    visit("audienceSubCategoryNames", &Citm::audienceSubCategoryNames);
    visit("blockNames", &Citm::blockNames);
    visit("events", &Citm::events);
    visit("performances", &Citm::performances);
    visit("seatCategoryNames", &Citm::seatCategoryNames);
    visit("subTopicNames", &Citm::subTopicNames);
    visit("subjectNames", &Citm::subjectNames);
    visit("topicNames", &Citm::topicNames);
    visit("topicSubTopics", &Citm::topicSubTopics);
    visit("venueNames", &Citm::venueNames);
  }
};

}  // namespace models
