// yyjson: documents as trees, and structures by way of its documents.

#include "json_text.h"
#include "library.h"
#include "models/documents.h"
#include "sparse.h"

// orjson's copy of the header defines this function, and so does every file that includes it.
#define yyjson_doc_free free_yyjson_document
#include <yyjson.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace {

using YYDocument = std::shared_ptr<yyjson_doc>;
using YYText = std::unique_ptr<char, decltype(&free)>;

YYDocument parse(const std::string &text) {
  // orjson's copy takes no flags and requires a place for the error. It does not write to the text.
  yyjson_read_err error;
  yyjson_doc *document = yyjson_read_opts(const_cast<char *>(text.data()), text.size(), nullptr, &error);
  if (!document) throw std::runtime_error(std::string("yyjson rejects the document: ") + error.msg);
  return {document, yyjson_doc_free};
}

YYText text_of(const YYDocument &document) {
  return {yyjson_write(document.get(), 0, nullptr), free};
}

Workload decode_tree(Text text) {
  return {[text] { keep(parse(*text)); }, [text] { return std::string(text_of(parse(*text)).get()); }};
}

Workload encode_tree(Text text) {
  const YYDocument document = parse(*text);
  return {[document] { keep(text_of(document)); }, [document] { return std::string(text_of(document).get()); }};
}

// Reads a document's values into structures. A null pointer is a missing member.
struct Reader {
  static void check(bool is_right) {
    if (!is_right) throw std::runtime_error("a value is missing or of another type");
  }

  static void read(yyjson_val *source, bool &value) {
    check(yyjson_is_bool(source));
    value = yyjson_get_bool(source);
  }

  static void read(yyjson_val *source, int64_t &value) {
    check(yyjson_is_sint(source) || (yyjson_is_uint(source) && yyjson_get_uint(source) <= INT64_MAX));
    value = yyjson_get_sint(source);
  }

  static void read(yyjson_val *source, uint8_t &value) {
    check(yyjson_is_uint(source) && yyjson_get_uint(source) <= UINT8_MAX);
    value = static_cast<uint8_t>(yyjson_get_uint(source));
  }

  static void read(yyjson_val *source, double &value) {
    check(yyjson_is_num(source));
    value = yyjson_get_num(source);
  }

  static void read(yyjson_val *source, std::string &value) {
    check(yyjson_is_str(source));
    value.assign(yyjson_get_str(source), yyjson_get_len(source));
  }

  template <typename Value>
  static void read(yyjson_val *source, std::optional<Value> &value) {
    if (source && !yyjson_is_null(source)) read(source, value.emplace());
  }

  template <typename Value>
  static void read(yyjson_val *source, std::unique_ptr<Value> &value) {
    if (source && !yyjson_is_null(source)) read(source, *(value = std::make_unique<Value>()));
  }

  template <typename Value>
  static void read(yyjson_val *source, std::vector<Value> &values) {
    check(yyjson_is_arr(source));
    values.reserve(yyjson_arr_size(source));
    size_t index, count;
    yyjson_val *element;
    yyjson_arr_foreach(source, index, count, element) read(element, values.emplace_back());
  }

  template <typename Value>
  static void read(yyjson_val *source, std::unordered_map<std::string, Value> &values) {
    check(yyjson_is_obj(source));
    values.reserve(yyjson_obj_size(source));
    size_t index, count;
    yyjson_val *key, *member;
    yyjson_obj_foreach(source, index, count, key, member)
        read(member, values[std::string(yyjson_get_str(key), yyjson_get_len(key))]);
  }

  template <typename Value>
  static void read(yyjson_val *source, Value &value) {
    check(yyjson_is_obj(source));
    if constexpr (std::is_base_of_v<models::Sparse, Value>) {
      size_t index, count;
      yyjson_val *key, *member;
      yyjson_obj_foreach(source, index, count, key, member)
          read_by_key<Reader>({yyjson_get_str(key), yyjson_get_len(key)}, member, value);
    } else {
      // The fields are in the order of the documents, in which an iterator finds the next key at once. Inlined, as it would be in
      // code that is written for each field.
      yyjson_obj_iter members = yyjson_obj_iter_with(source);
      Value::fields([&](std::string_view key, auto field)
              __attribute__((always_inline)) { read(yyjson_obj_iter_getn(&members, key.data(), key.size()), value.*field); });
    }
  }

  template <typename Value>
  static Value decode(const std::string &text) {
    const YYDocument document = parse(text);
    Value value;
    read(yyjson_doc_get_root(document.get()), value);
    return value;
  }
};

// Builds a document of a structure, which must outlive it: strings are not copied.
class Builder {
 public:
  template <typename Value>
  static YYText text_of(const Value &value) {
    Builder builder;
    yyjson_mut_doc_set_root(builder.document.get(), builder.make(value));
    return {yyjson_mut_write(builder.document.get(), 0, nullptr), free};
  }

 private:
  std::unique_ptr<yyjson_mut_doc, decltype(&yyjson_mut_doc_free)> document{yyjson_mut_doc_new(nullptr), yyjson_mut_doc_free};

  yyjson_mut_val *make(bool value) {
    return yyjson_mut_bool(document.get(), value);
  }

  yyjson_mut_val *make(int64_t value) {
    return yyjson_mut_sint(document.get(), value);
  }

  yyjson_mut_val *make(uint8_t value) {
    return yyjson_mut_uint(document.get(), value);
  }

  yyjson_mut_val *make(double value) {
    return yyjson_mut_real(document.get(), value);
  }

  yyjson_mut_val *make(std::string_view value) {
    return yyjson_mut_strn(document.get(), value.data(), value.size());
  }

  yyjson_mut_val *make(const std::string &value) {
    return make(std::string_view(value));
  }

  template <typename Value>
  yyjson_mut_val *make(const std::vector<Value> &values) {
    yyjson_mut_val *array = yyjson_mut_arr(document.get());
    for (const Value &value : values) yyjson_mut_arr_append(array, make(value));
    return array;
  }

  template <typename Value>
  yyjson_mut_val *make(const std::unordered_map<std::string, Value> &values) {
    yyjson_mut_val *object = yyjson_mut_obj(document.get());
    for (const auto &[key, value] : values) add(object, key, value);
    return object;
  }

  template <typename Value>
  yyjson_mut_val *make(const Value &value) {
    yyjson_mut_val *object = yyjson_mut_obj(document.get());
    Value::fields([&](std::string_view key, auto member) { add(object, key, value.*member); });
    return object;
  }

  template <typename Value>
  void add(yyjson_mut_val *object, std::string_view key, const Value &value) {
    yyjson_mut_obj_add(object, make(key), make(value));
  }

  template <typename Value>
  void add(yyjson_mut_val *object, std::string_view key, const std::optional<Value> &value) {
    if (value) add(object, key, *value);
  }

  template <typename Value>
  void add(yyjson_mut_val *object, std::string_view key, const std::unique_ptr<Value> &value) {
    if (value) add(object, key, *value);
  }
};

template <typename Value>
Workload encode(Text text) {
  const auto value = std::make_shared<Value>(Reader::decode<Value>(*text));
  return {[value] { keep(Builder::text_of(*value)); }, [value] { return std::string(Builder::text_of(*value).get()); }};
}

}  // namespace

Library yyjson_library() {
  Library library{"yyjson", YYJSON_VERSION_STRING, {}};
  add_trees(library, decode_tree, encode_tree);
  add_decoding<Reader>(library);
  models::visit_documents([&](const auto &document) {
    using Value = typename std::decay_t<decltype(document)>::Value;
    library.cases[document.name + "/encode"] = {document.file_name, encode<Value>};
  });
  return library;
}
