// The documents that are decoded into structures. A structure lists its fields, in the order of the documents: `fields` calls
// a function with the name of each and the pointer to the member.

#pragma once

#include "citm.h"
#include "small.h"
#include "twitter.h"
#include "wide.h"

#include <string>
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
  visit(Document<std::vector<Wide60>>{"wide60", "wide60.json"});
  visit(Document<std::vector<Wide120>>{"wide120", "wide120.json"});
}

}  // namespace models
