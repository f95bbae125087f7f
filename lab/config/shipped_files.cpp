// They lie beside the program, where the environment says, or in the source tree.
#include "lab/config/shipped_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "lab/config/head_reader.h"

namespace rootward::config {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "shipped:";

bool holds_configurations(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "configs", ignored);
}

/// Every YAML file below configs/, by the name that it is shipped under.
std::vector<std::pair<std::string, fs::path>> yaml_files(const fs::path& data) {
  std::vector<std::pair<std::string, fs::path>> files;
  const fs::path configs = data / "configs";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(configs)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".yaml") continue;
    files.emplace_back(entry.path().lexically_relative(configs).replace_extension().string(), entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string last_part(const std::string& name) { return fs::path(name).filename().string(); }

}  // namespace

fs::path data_folder(const fs::path& program) {
  const fs::path installed = (program / ".." / "share" / "rootward").lexically_normal();
  const char* named = std::getenv("ROOTWARD_DATA");
  const fs::path given = named != nullptr ? named : "";
  for (const fs::path& place : {installed, given, fs::path(ROOTWARD_SOURCE)})
    if (!place.empty() && holds_configurations(place)) return place;
  throw UsageError(fmt::format(
      "the configurations that come with the program are missing: there is no configs/ in {}, in $ROOTWARD_DATA ({}) "
      "or in {}",
      installed.string(), given.empty() ? "not set" : given.string(), ROOTWARD_SOURCE));
}

fs::path data_folder() { return data_folder(fs::read_symlink("/proc/self/exe").parent_path()); }

std::vector<ShippedFile> shipped_files(const fs::path& data) {
  std::vector<ShippedFile> shipped;
  for (const auto& [name, path] : yaml_files(data)) {
    const std::string file = path.string();
    const YamlNode root = configuration_tree(text_of(file), file, {});
    const KindFacts* kind = kind_in(root);
    if (kind == nullptr) continue;
    const YamlNode* question = root.find("question");
    shipped.push_back({name, file, std::string(kind->name), question != nullptr ? question->text : ""});
  }
  return shipped;
}

std::string configuration_file(const std::string& text) {
  if (!text.starts_with(kPrefix)) return text;
  const std::string wanted = text.substr(kPrefix.size());
  std::vector<std::string> known;
  std::vector<std::pair<std::string, fs::path>> same_end;
  for (const auto& [name, path] : yaml_files(data_folder())) {
    if (name == wanted) return path.string();
    if (last_part(name) == wanted) same_end.emplace_back(name, path);
    known.push_back(name);
    known.push_back(last_part(name));
  }
  if (same_end.size() == 1) return same_end.front().second.string();
  std::vector<std::string> names;
  for (const auto& [name, path] : same_end) names.push_back(name);
  const std::string why = names.empty()
                              ? "no such configuration comes with the program" + hint_text(wanted, known)
                              : fmt::format("several configurations have this name: {}", fmt::join(names, ", "));
  throw UsageError(fmt::format("{}: {}; see: rootward list configs", text, why));
}

}  // namespace rootward::config
