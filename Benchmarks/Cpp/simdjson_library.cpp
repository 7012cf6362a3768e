// simdjson: its tape for trees, and its On Demand interface for structures. On Demand validates neither the values of members that
// have no field nor what follows the last value that is read.

#include "json_text.h"
#include "library.h"
#include "models/documents.h"
#include "sparse.h"

#include <simdjson.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace {

Workload decode_tree(Text text) {
  return {[text] {
            simdjson::dom::parser parser;
            keep(parser.parse(*text).value());
          },
      [text] {
        simdjson::dom::parser parser;
        return simdjson::minify(parser.parse(*text).value());
      }};
}

Workload encode_tree(Text text) {
  const auto parser = std::make_shared<simdjson::dom::parser>();
  const simdjson::dom::element tree = parser->parse(*text).value();
  return {[parser, tree] { keep(simdjson::minify(tree)); }, [parser, tree] { return simdjson::minify(tree); }};
}

using Source = simdjson::ondemand::value;
using Member = simdjson::simdjson_result<Source>;

// Reads a document's values into structures. simdjson throws an error for a value that is missing or of another type.
struct Reader {
  static void read(Source source, bool &value) {
    value = source.get_bool();
  }

  static void read(Source source, int64_t &value) {
    value = source.get_int64();
  }

  static void read(Source source, uint8_t &value) {
    const uint64_t number = source.get_uint64();
    if (number > UINT8_MAX) throw simdjson::simdjson_error(simdjson::NUMBER_OUT_OF_RANGE);
    value = static_cast<uint8_t>(number);
  }

  static void read(Source source, double &value) {
    value = source.get_double();
  }

  static void read(Source source, std::string &value) {
    value = source.get_string().value();
  }

  template <typename Value>
  static void read(Source source, std::vector<Value> &values) {
    for (Source element : source.get_array()) {
      // Most arrays are short: one allocation, as Rust's vectors have.
      if (values.empty()) values.reserve(4);
      read(element, values.emplace_back());
    }
  }

  template <typename Value>
  static void read(Source source, std::unordered_map<std::string, Value> &values) {
    for (auto member : source.get_object()) {
      const std::string_view key = member.unescaped_key();
      read(member.value(), values[std::string(key)]);
    }
  }

  template <typename Value>
  static void read(Source source, Value &value) {
    simdjson::ondemand::object object = source.get_object();
    if constexpr (std::is_base_of_v<models::Sparse, Value>) {
      for (auto member : object) read_by_key<Reader>(member.unescaped_key(), member.value(), value);
    } else {
      // Inlined, as it would be in code that is written for each field.
      Value::fields([&](std::string_view key, auto field) __attribute__((always_inline)) { read(object[key], value.*field); });
    }
  }

  template <typename Value>
  static void read(Member member, Value &value) {
    read(member.value(), value);
  }

  template <typename Value>
  static void read(Member member, std::optional<Value> &value) {
    if (has_value(member)) read(member.value(), value.emplace());
  }

  template <typename Value>
  static void read(Member member, std::unique_ptr<Value> &value) {
    if (has_value(member)) read(member.value(), *(value = std::make_unique<Value>()));
  }

  static bool has_value(Member &member) {
    return member.error() != simdjson::NO_SUCH_FIELD && !member.is_null();
  }

  template <typename Value>
  static Value decode(const std::string &text) {
    // Its documentation recommends to reuse a parser, which has the memory for its index and for unescaped strings.
    static simdjson::ondemand::parser parser;
    simdjson::ondemand::document document = parser.iterate(text);
    Value value;
    read(document.get_value(), value);
    return value;
  }
};

}  // namespace

Library simdjson_library() {
  Library library{"simdjson", SIMDJSON_STRINGIFY(SIMDJSON_VERSION), {}};
  add_trees(library, decode_tree, encode_tree);
  add_decoding<Reader>(library);
  return library;
}
