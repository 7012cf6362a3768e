// JSON of structures, to check what was decoded.

#pragma once

#include "library.h"
#include "models/documents.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

class JSONText {
 public:
  template <typename Value>
  static std::string of(const Value &value) {
    JSONText json;
    json.write(value);
    return json.text;
  }

 private:
  std::string text;

  // Ends the list of members or elements, each of which is followed by a comma.
  void end(char bracket) {
    if (text.back() == ',') text.pop_back();
    text += bracket;
  }

  void write(bool value) {
    text += value ? "true" : "false";
  }

  void write(int64_t value) {
    text += std::to_string(value);
  }

  void write(uint8_t value) {
    text += std::to_string(value);
  }

  void write(double value) {
    char digits[32];
    text.append(digits, std::snprintf(digits, sizeof digits, "%.17g", value));
  }

  void write(const std::string &value) {
    text += '"';
    for (const char character : value) {
      char escape[8];
      if (static_cast<unsigned char>(character) < ' ')
        text.append(escape, std::snprintf(escape, sizeof escape, "\\u%04x", character));
      else if (character == '"' || character == '\\') (text += '\\') += character;
      else text += character;
    }
    text += '"';
  }

  template <typename Value>
  void write(const std::vector<Value> &values) {
    text += '[';
    for (const Value &value : values) {
      write(value);
      text += ',';
    }
    end(']');
  }

  template <typename Value>
  void write(const std::unordered_map<std::string, Value> &values) {
    text += '{';
    for (const auto &[key, value] : values) write_member(key, value);
    end('}');
  }

  template <typename Value>
  void write(const Value &value) {
    text += '{';
    Value::fields([&](const std::string &key, auto member) { write_member(key, value.*member); });
    end('}');
  }

  template <typename Value>
  void write_member(const std::string &key, const Value &value) {
    write(key);
    text += ':';
    write(value);
    text += ',';
  }

  template <typename Value>
  void write_member(const std::string &key, const std::optional<Value> &value) {
    if (value) write_member(key, *value);
  }

  template <typename Value>
  void write_member(const std::string &key, const std::unique_ptr<Value> &value) {
    if (value) write_member(key, *value);
  }
};

// The workload of a function that decodes the text of a document.
template <typename Value>
Workload decoding(Text text, Value (*decode)(const std::string &)) {
  return {[=] { keep(decode(*text)); }, [=] { return JSONText::of(decode(*text)); }};
}

// Adds the cases that decode documents and arrays of records into structures by `Reader::decode`.
template <typename Reader>
void add_decoding(Library &library) {
  const auto add = [&](const auto &document) {
    using Value = typename std::decay_t<decltype(document)>::Value;
    library.cases[document.name + "/decode"] = {
        document.file_name, [](Text text) { return decoding(text, Reader::template decode<Value>); }};
  };
  models::visit_records(add);
  models::visit_documents(add);
}
