// RapidJSON: documents as trees, and records by way of its documents.

#include "json_text.h"
#include "library.h"
#include "models/documents.h"

#include <rapidjson/document.h>
#include <rapidjson/rapidjson.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace {

// Numbers as exact as those of the other contenders.
constexpr unsigned flags = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;

std::shared_ptr<rapidjson::Document> parse(const std::string &text) {
  auto document = std::make_shared<rapidjson::Document>();
  document->Parse<flags>(text.data(), text.size());
  if (document->HasParseError()) throw std::runtime_error("RapidJSON rejects the document");
  return document;
}

std::string text_of(const rapidjson::Document &document) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return std::string(buffer.GetString(), buffer.GetSize());
}

Workload decode_tree(Text text) {
  return {[text] { keep(parse(*text)); }, [text] { return text_of(*parse(*text)); }};
}

Workload encode_tree(Text text) {
  const auto document = parse(*text);
  return {[document] { keep(text_of(*document)); }, [document] { return text_of(*document); }};
}

models::Greetings decode_records(const std::string &text) {
  const auto document = parse(text);
  models::Greetings greetings;
  greetings.reserve(document->Size());
  for (const auto &object : document->GetArray()) {
    const auto &comment = object["comment"];
    greetings.push_back({object["hi"].GetInt64(), object["there"].GetInt64(), {comment.GetString(), comment.GetStringLength()}});
  }
  return greetings;
}

}  // namespace

Library rapidjson_library() {
  Library library{"rapidjson", RAPIDJSON_VERSION_STRING, {}};
  add_trees(library, decode_tree, encode_tree);
  models::visit_records([&](const auto &document) {
    library.cases[document.name + "/decode"] = {document.file_name, [](Text text) { return decoding(text, decode_records); }};
  });
  return library;
}
