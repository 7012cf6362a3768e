// Reads objects that have few of the fields of their type by a table of the fields, instead of searching the object for each field.

#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>

// Reads a member into the field with its key, if there is one, by `Reader::read`.
template <typename Reader, typename Member, typename Value>
void read_by_key(std::string_view key, Member member, Value &value) {
  static const auto fields = [] {
    std::unordered_map<std::string_view, std::function<void(Member, Value &)>> fields;
    Value::fields([&](std::string_view name, auto field) {
      fields[name] = [field](Member member, Value &value) { Reader::read(member, value.*field); };
    });
    return fields;
  }();
  const auto found = fields.find(key);
  if (found != fields.end()) found->second(member, value);
}
