// The documents that are decoded into structures. A structure lists its fields, in the order of the documents: `fields` calls
// a function with the name of each and the pointer to the member.

#pragma once

#include "citm.h"
#include "conditions.h"
#include "small.h"
#include "twitter.h"
#include "wide.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace models {

template <typename Decoded>
struct Document {
  using Value = Decoded;
  std::string name, file_name;
};

using Greetings = std::vector<Greeting>;

// Calls a function with each array of records.
template <typename Visit>
void visit_records(Visit visit) {
  for (int count = 1; count <= 10'000'000; count *= 10) {
    const std::string name = "records-" + std::to_string(count);
    visit(Document<Greetings>{name, name + ".json"});
  }
}

using Notes = std::vector<Note>;
using Partials = std::vector<Partial>;

// Calls a function with each document.
template <typename Visit>
void visit_documents(Visit visit) {
  visit(Document<Twitter>{"twitter", "twitter.json"});
  visit(Document<Citm>{"citm", "citm_catalog.json"});
  visit(Document<Canada>{"canada", "canada.json"});
  visit(Document<Greetings>{"hi1m", "hi1m.json"});
  visit(Document<A1>{"a1", "a1.json"});
  visit(Document<Simple>{"simple", "simple.json"});
  visit(Document<std::vector<Film>>{"films", "films.json"});
  visit(Document<Twitter>{"twitter-alphabetical", "twitter-alphabetical.json"});
  visit(Document<Twitter>{"twitter-random", "twitter-random.json"});
  visit(Document<Citm>{"citm-alphabetical", "citm-alphabetical.json"});
  visit(Document<Citm>{"citm-random", "citm-random.json"});
  visit(Document<Partials>{"partial-pretty", "partial-pretty.json"});
  visit(Document<Partials>{"partial-compact", "partial-compact.json"});
  visit(Document<std::vector<Wide60>>{"wide60", "wide60.json"});
  visit(Document<std::vector<Wide120>>{"wide120", "wide120.json"});
  visit(Document<Notes>{"escapes", "escapes.json"});
  visit(Document<Notes>{"unicode", "unicode.json"});
  visit(Document<Notes>{"unicode-escapes", "unicode-escapes.json"});
  visit(Document<Message>{"message", "message.json"});
  visit(Document<std::unordered_map<std::string, int64_t>>{"dictionary", "dictionary.json"});
  visit(Document<std::vector<double>>{"doubles", "doubles.json"});
  visit(Document<std::vector<int64_t>>{"integers", "integers.json"});
}

}  // namespace models
