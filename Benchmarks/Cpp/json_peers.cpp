// simdjson, RapidJSON and yyjson: a process that does what it is told with the documents of a folder, and says how long it took.
//
//   json_peers serve FOLDER        answers requests on standard input, one a line:
//       list             the name of each case on a line, and an empty line
//       about            the versions, as JSON
//       run CASE COUNT   the nanoseconds of CPU time that COUNT times the operation took
//       dump CASE FILE   "done", when the document, decoded and encoded again, is in the file
//   json_peers peak FOLDER CASE    prints the peak memory, before it reads the document and at the end
//
// A case is `simdjson/tree-twitter/decode`. Of a tree, simdjson makes its tape, RapidJSON its DOM and yyjson its document; of records,
// all make a vector of structures: simdjson by its On Demand interface, the others by way of these. yyjson takes part if HAS_YYJSON is
// defined.

#include <rapidjson/document.h>
#include <rapidjson/rapidjson.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>
#ifdef HAS_YYJSON
// orjson's copy of the header defines this function, and so does every file that includes it.
#define yyjson_doc_free free_yyjson_document
#include <yyjson.h>
#endif

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Greeting {
  int64_t hi, there;
  std::string comment;
};

// An operation that is ready to be repeated, and its result as JSON.
struct Workload {
  std::function<void()> run;
  std::function<std::string()> result;
};

// Makes a workload of a document.
using Prepare = std::function<Workload(std::shared_ptr<simdjson::padded_string>)>;

struct Case {
  std::string file_name;
  Prepare prepare;
};

// The optimizer cannot see that a value is not used.
template <typename Value> void keep(const Value &value) { asm volatile("" : : "g"(&value) : "memory"); }

std::string json_of(const std::vector<Greeting> &greetings) {
  std::string text = "[";
  for (const Greeting &greeting : greetings) {
    if (text.size() > 1) text += ',';
    text += "{\"hi\":" + std::to_string(greeting.hi) + ",\"there\":" + std::to_string(greeting.there) +
            ",\"comment\":\"" + greeting.comment + "\"}";
  }
  return text + ']';
}

// MARK: simdjson

Workload simdjson_tree(std::shared_ptr<simdjson::padded_string> text) {
  return {[text] {
            simdjson::dom::parser parser;
            keep(parser.parse(*text).value());
          },
          [text] {
            simdjson::dom::parser parser;
            return simdjson::minify(parser.parse(*text).value());
          }};
}

Workload simdjson_encode(std::shared_ptr<simdjson::padded_string> text) {
  auto parser = std::make_shared<simdjson::dom::parser>();
  simdjson::dom::element tree = parser->parse(*text).value();
  return {[parser, tree] { keep(simdjson::minify(tree)); }, [parser, tree] { return simdjson::minify(tree); }};
}

std::vector<Greeting> simdjson_greetings(const simdjson::padded_string &text) {
  std::vector<Greeting> greetings;
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document = parser.iterate(text);
  for (simdjson::ondemand::object object : document.get_array()) {
    Greeting greeting;
    greeting.hi = object["hi"].get_int64();
    greeting.there = object["there"].get_int64();
    greeting.comment = std::string_view(object["comment"].get_string());
    greetings.push_back(std::move(greeting));
  }
  return greetings;
}

Workload simdjson_records(std::shared_ptr<simdjson::padded_string> text) {
  return {[text] { keep(simdjson_greetings(*text)); }, [text] { return json_of(simdjson_greetings(*text)); }};
}

// MARK: RapidJSON

// Numbers as exact as those of the other contenders.
constexpr unsigned flags = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;

void parse(rapidjson::Document &document, const simdjson::padded_string &text) {
  document.Parse<flags>(text.data(), text.size());
  if (document.HasParseError()) throw std::runtime_error("RapidJSON rejects the document");
}

std::string json_of(const rapidjson::Document &document) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return std::string(buffer.GetString(), buffer.GetSize());
}

Workload rapidjson_tree(std::shared_ptr<simdjson::padded_string> text) {
  return {[text] {
            rapidjson::Document document;
            parse(document, *text);
            keep(document);
          },
          [text] {
            rapidjson::Document document;
            parse(document, *text);
            return json_of(document);
          }};
}

Workload rapidjson_encode(std::shared_ptr<simdjson::padded_string> text) {
  auto document = std::make_shared<rapidjson::Document>();
  parse(*document, *text);
  return {[document] { keep(json_of(*document)); }, [document] { return json_of(*document); }};
}

std::vector<Greeting> rapidjson_greetings(const simdjson::padded_string &text) {
  rapidjson::Document document;
  parse(document, text);
  std::vector<Greeting> greetings;
  greetings.reserve(document.Size());
  for (const auto &object : document.GetArray()) {
    const auto &comment = object["comment"];
    greetings.push_back(
        {object["hi"].GetInt64(), object["there"].GetInt64(), {comment.GetString(), comment.GetStringLength()}});
  }
  return greetings;
}

Workload rapidjson_records(std::shared_ptr<simdjson::padded_string> text) {
  return {[text] { keep(rapidjson_greetings(*text)); }, [text] { return json_of(rapidjson_greetings(*text)); }};
}

// MARK: yyjson

#ifdef HAS_YYJSON
using YYDocument = std::shared_ptr<yyjson_doc>;

YYDocument yyjson_document(const simdjson::padded_string &text) {
  YYDocument document(yyjson_read(text.data(), text.size(), 0), yyjson_doc_free);
  if (!document) throw std::runtime_error("yyjson rejects the document");
  return document;
}

std::unique_ptr<char, decltype(&free)> yyjson_text(const YYDocument &document) {
  return {yyjson_write(document.get(), 0, nullptr), free};
}

std::string json_of(const YYDocument &document) { return yyjson_text(document).get(); }

Workload yyjson_tree(std::shared_ptr<simdjson::padded_string> text) {
  return {[text] { keep(yyjson_document(*text)); }, [text] { return json_of(yyjson_document(*text)); }};
}

Workload yyjson_encode(std::shared_ptr<simdjson::padded_string> text) {
  YYDocument document = yyjson_document(*text);
  return {[document] { keep(yyjson_text(document)); }, [document] { return json_of(document); }};
}

std::vector<Greeting> yyjson_greetings(const simdjson::padded_string &text) {
  const YYDocument document = yyjson_document(text);
  yyjson_val *records = yyjson_doc_get_root(document.get());
  std::vector<Greeting> greetings;
  greetings.reserve(yyjson_arr_size(records));
  size_t index, count;
  yyjson_val *object;
  yyjson_arr_foreach(records, index, count, object) {
    yyjson_val *comment = yyjson_obj_get(object, "comment");
    greetings.push_back({yyjson_get_sint(yyjson_obj_get(object, "hi")), yyjson_get_sint(yyjson_obj_get(object, "there")),
                         {yyjson_get_str(comment), yyjson_get_len(comment)}});
  }
  return greetings;
}

Workload yyjson_records(std::shared_ptr<simdjson::padded_string> text) {
  return {[text] { keep(yyjson_greetings(*text)); }, [text] { return json_of(yyjson_greetings(*text)); }};
}
#endif

// MARK: Cases

std::map<std::string, Case> all_cases() {
  std::map<std::string, Case> cases;
  const std::pair<const char *, const char *> trees[] = {{"tree-twitter", "twitter.json"},
                                                         {"tree-citm", "citm_catalog.json"},
                                                         {"tree-canada", "canada.json"},
                                                         {"tree-message", "message.json"}};
  for (const auto &[name, file] : trees) {
    cases[std::string("simdjson/") + name + "/decode"] = {file, simdjson_tree};
    cases[std::string("simdjson/") + name + "/encode"] = {file, simdjson_encode};
    cases[std::string("rapidjson/") + name + "/decode"] = {file, rapidjson_tree};
    cases[std::string("rapidjson/") + name + "/encode"] = {file, rapidjson_encode};
#ifdef HAS_YYJSON
    cases[std::string("yyjson/") + name + "/decode"] = {file, yyjson_tree};
    cases[std::string("yyjson/") + name + "/encode"] = {file, yyjson_encode};
#endif
  }
  for (int count = 1; count <= 10'000'000; count *= 10) {
    std::string name = "records-" + std::to_string(count);
    cases["simdjson/" + name + "/decode"] = {name + ".json", simdjson_records};
    cases["rapidjson/" + name + "/decode"] = {name + ".json", rapidjson_records};
#ifdef HAS_YYJSON
    cases["yyjson/" + name + "/decode"] = {name + ".json", yyjson_records};
#endif
  }
  return cases;
}

Workload load(const std::string &name, const std::string &folder) {
  const auto cases = all_cases();
  const auto found = cases.find(name);
  if (found == cases.end()) throw std::runtime_error("no case is named " + name);
  auto text = std::make_shared<simdjson::padded_string>(
      simdjson::padded_string::load(folder + "/" + found->second.file_name).value());
  return found->second.prepare(text);
}

// MARK: Requests

int64_t cpu_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// The most memory that this process has had at once, in bytes.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::stol(line.substr(6)) * 1024;
  throw std::runtime_error("the system does not tell the peak memory");
}

std::string reply(const std::vector<std::string> &words, const std::string &folder) {
  static std::map<std::string, Workload> workloads;
  const auto workload = [&](const std::string &name) -> Workload & {
    if (!workloads.count(name)) workloads[name] = load(name, folder);
    return workloads[name];
  };
  if (words.size() == 1 && words[0] == "about")
    return std::string("{\"simdjson\":\"") + SIMDJSON_STRINGIFY(SIMDJSON_VERSION) + "\",\"RapidJSON\":\"" +
           RAPIDJSON_VERSION_STRING + "\"" +
#ifdef HAS_YYJSON
           ",\"yyjson\":\"" YYJSON_VERSION_STRING "\"" +
#endif
           "}";
  if (words.size() == 1 && words[0] == "list") {
    std::string names;
    for (const auto &[name, one] : all_cases()) names += name + "\n";
    return names;
  }
  if (words.size() == 3 && words[0] == "run") {
    Workload &chosen = workload(words[1]);
    const long count = std::stol(words[2]);
    const int64_t start = cpu_nanoseconds();
    for (long i = 0; i < count; i++) chosen.run();
    return std::to_string(cpu_nanoseconds() - start);
  }
  if (words.size() == 3 && words[0] == "dump") {
    std::ofstream(words[2], std::ios::binary) << workload(words[1]).result();
    return "done";
  }
  throw std::runtime_error("not a request");
}

void serve(const std::string &folder) {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    try {
      std::cout << reply(words, folder) << std::endl;
    } catch (const std::exception &error) {
      std::cout << "error " << error.what() << std::endl;
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  try {
    if (words.size() == 2 && words[0] == "serve") {
      serve(words[1]);
      return 0;
    }
    if (words.size() == 3 && words[0] == "peak") {
      const long at_start = peak_memory();
      load(words[2], words[1]).run();
      std::cout << at_start << " " << peak_memory() << "\n";
      return 0;
    }
    throw std::runtime_error("usage: json_peers serve FOLDER | json_peers peak FOLDER CASE");
  } catch (const std::exception &error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
