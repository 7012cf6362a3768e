// simdjson, RapidJSON and yyjson: a process that decodes and encodes the documents of a folder, and measures the time.
//
//   json_peers serve FOLDER        answers requests on standard input, one a line:
//       list             the name of each case on a line, and an empty line
//       about            the versions, as JSON
//       run CASE COUNT   the nanoseconds of CPU time of COUNT repetitions of the operation
//       dump CASE FILE   "done", after the decoded document was encoded as JSON into the file
//   json_peers peak FOLDER CASE    prints the peak memory, before it reads the document and at the end
//
// A case is `simdjson/tree-twitter/decode`. yyjson takes part if HAS_YYJSON is defined.

#include "library.h"

#include <cstdint>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

const std::vector<Library> &libraries() {
  static const std::vector<Library> all = {
      simdjson_library(),
      rapidjson_library(),
#ifdef HAS_YYJSON
      yyjson_library(),
#endif
  };
  return all;
}

// The most bytes after a document that simdjson reads.
constexpr size_t padding = 64;

Text read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("cannot read " + path);
  const auto size = static_cast<size_t>(file.tellg());
  auto text = std::make_shared<std::string>();
  text->reserve(size + padding);
  text->resize(size);
  file.seekg(0).read(text->data(), static_cast<std::streamsize>(size));
  return text;
}

Workload load(const std::string &name, const std::string &folder) {
  for (const Library &library : libraries()) {
    const std::string prefix = library.name + "/";
    if (name.rfind(prefix, 0) != 0) continue;
    const auto found = library.cases.find(name.substr(prefix.size()));
    if (found != library.cases.end()) return found->second.prepare(read_file(folder + "/" + found->second.file_name));
  }
  throw std::runtime_error("unknown case " + name);
}

std::string about() {
  std::string text;
  for (const Library &library : libraries())
    text += (text.empty() ? "{\"" : ",\"") + library.name + "\":\"" + library.version + "\"";
  return text + "}";
}

std::string list() {
  std::string names;
  for (const Library &library : libraries())
    for (const auto &[name, one] : library.cases) names += library.name + "/" + name + "\n";
  return names;
}

int64_t cpu_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// The peak memory of this process, in bytes.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::stol(line.substr(6)) * 1024;
  throw std::runtime_error("the peak memory is unknown");
}

std::string reply(const std::vector<std::string> &words, const std::string &folder) {
  static std::map<std::string, Workload> workloads;
  const auto workload = [&](const std::string &name) -> const Workload & {
    if (!workloads.count(name)) workloads[name] = load(name, folder);
    return workloads[name];
  };
  if (words.size() == 1 && words[0] == "about") return about();
  if (words.size() == 1 && words[0] == "list") return list();
  if (words.size() == 3 && words[0] == "run") {
    const Workload &chosen = workload(words[1]);
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
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
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
