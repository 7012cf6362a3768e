#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace models {

// Five of the twenty-five fields that a record has.
struct Partial {
  int64_t id;
  std::string name;
  std::string email;
  double balance;
  std::vector<std::string> tags;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Partial::id);
    visit("name", &Partial::name);
    visit("email", &Partial::email);
    visit("balance", &Partial::balance);
    visit("tags", &Partial::tags);
  }
};

// Text that is escaped, in several ways.
struct Note {
  int64_t id;
  std::string title;
  std::string text;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Note::id);
    visit("title", &Note::title);
    visit("text", &Note::text);
  }
};

struct Sender {
  int64_t id;
  std::string name;
  std::optional<std::string> avatar;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Sender::id);
    visit("name", &Sender::name);
    visit("avatar", &Sender::avatar);
  }
};

// All of `message.json`.
struct Message {
  std::string id;
  std::string type;
  int64_t timestamp;
  Sender sender;
  std::string text;
  std::vector<std::string> attachments;
  bool isRead;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Message::id);
    visit("type", &Message::type);
    visit("timestamp", &Message::timestamp);
    visit("sender", &Message::sender);
    visit("text", &Message::text);
    visit("attachments", &Message::attachments);
    visit("isRead", &Message::isRead);
  }
};

}  // namespace models
