// A library that is measured: its version and its cases.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

// A document's text, followed by unused bytes that simdjson may read.
using Text = std::shared_ptr<const std::string>;

// An operation that is ready to be repeated, and its result as JSON.
struct Workload {
  std::function<void()> run;
  std::function<std::string()> result;
};

struct Case {
  std::string file_name;
  // Makes a workload of the document.
  std::function<Workload(Text)> prepare;
};

struct Library {
  std::string name, version;
  // By document and operation: `tree-twitter/decode`.
  std::map<std::string, Case> cases;
};

Library simdjson_library();
Library rapidjson_library();
#ifdef HAS_YYJSON
Library yyjson_library();
#endif

// The documents of which trees are made, with their files.
inline const std::map<std::string, std::string> trees = {{"tree-twitter", "twitter.json"}, {"tree-citm", "citm_catalog.json"},
    {"tree-canada", "canada.json"}, {"tree-message", "message.json"}};

// Adds the cases of these documents.
inline void add_trees(Library &library, Workload (*decode)(Text), Workload (*encode)(Text)) {
  for (const auto &[name, file] : trees) {
    library.cases[name + "/decode"] = {file, decode};
    library.cases[name + "/encode"] = {file, encode};
  }
}

// The optimizer cannot see that a value is not used.
template <typename Value>
void keep(const Value &value) {
  asm volatile("" : : "g"(&value) : "memory");
}
