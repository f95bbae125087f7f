// Reads bases depth first, and lays documents over each other.
#include "lab/config/base_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "lab/config/head_reader.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/piped_file.h"
#include "lab/config/problem_list.h"
#include "lab/config/search_fields.h"
#include "lab/config/shipped_files.h"
#include "lab/config/yaml_document.h"

namespace rootward::config {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const YamlNode& node, const std::string& message) {
  ProblemList problems;
  problems.add(node, message);
  problems.throw_if_any();
  throw UsageError(message);
}

/// Texts that are no files have no name.
fs::path full_path(const fs::path& file) { return (fs::current_path() / file).lexically_normal(); }

/// Books are named from the folder of the file that is read in the end; both folders are absolute.
void move_books(YamlNode& node, const fs::path& from, const fs::path& to) {
  for (YamlEntry& entry : node.entries) {
    if (entry.key == "opening")
      for (const char* key : {"book", "file"})
        if (YamlNode* book = entry.value.find(key); book != nullptr && book->is_scalar() && !book->text.empty())
          if (!fs::path(book->text).is_absolute())
            book->text = full_path(from / book->text).lexically_proximate(to).string();
    move_books(entry.value, from, to);
  }
}

/// `{name: a, ..}` over `{name: b, ..}`: parameters of another choice mean nothing here.
bool is_another_choice(const YamlNode& above, const YamlNode& below) {
  const YamlNode* name = above.find("name");
  const YamlNode* other_name = below.find("name");
  return name != nullptr && other_name != nullptr && name->is_scalar() && name->text != other_name->text;
}

/// Whether nothing of `below` is left under `above`, both under `key`: another choice, another kind of budget, or what
/// is no map.
bool replaces(const YamlNode& above, const YamlNode& below, std::string_view key) {
  if (const std::string_view name_key = name_key_of(key); !name_key.empty()) {
    const bool can_merge = (above.is_map() || above.is_scalar()) && (below.is_map() || below.is_scalar());
    const std::optional<std::string> name = chosen_name(above, name_key);
    return !can_merge || (name && name != chosen_name(below, name_key));
  }
  if (!below.is_map() || !above.is_map() || is_another_choice(above, below)) return true;
  return key == "budget" && !budget_kind(above).empty() && budget_kind(above) != budget_kind(below);
}

void lay_over(YamlNode& below, YamlNode above);

void lay_value_over(YamlNode& below, YamlNode above, std::string_view key) {
  if (replaces(above, below, key)) {
    below = std::move(above);
    return;
  }
  const std::string_view name_key = name_key_of(key);
  if (!name_key.empty()) {  // `puct` below `{c: 2}` is `{name: puct}` there
    below = as_choice_map(below, name_key);
    above = as_choice_map(above, name_key);
  }
  lay_over(below, std::move(above));
}

/// One map over another.
void lay_over(YamlNode& below, YamlNode above) {
  for (YamlEntry& entry : above.entries) {
    if (YamlNode* found = below.find(entry.key))
      lay_value_over(*found, std::move(entry.value), entry.key);
    else
      below.entries.push_back(std::move(entry));
  }
}

class BaseReader {
 public:
  explicit BaseReader(const std::string& file)
      : folder_(full_path(fs::path(configuration_folder(file)) / kBaseKey).parent_path()) {}

  YamlNode build(YamlNode root, const std::string& file) {
    YamlNode* written = root.find(kBaseKey);
    if (written == nullptr) return root;
    assign_paths(*written, std::string(kBaseKey));
    const YamlNode base = std::move(*written);
    std::erase_if(root.entries, [](const YamlEntry& entry) { return entry.key == kBaseKey; });
    const fs::path self = full_path(file);
    open_.push_back(self);
    YamlNode result;
    result.kind = YamlNode::Kind::map;
    result.place = root.place;
    for (const YamlNode& name : names_of(base)) lay_over(result, read(name, self));
    lay_over(result, std::move(root));
    open_.pop_back();
    return result;
  }

 private:
  static std::vector<YamlNode> names_of(const YamlNode& base) {
    std::vector<YamlNode> names = base.is_sequence() ? base.items : std::vector<YamlNode>{base};
    for (const YamlNode& name : names)
      if (!name.is_scalar() || name.text.empty())
        refuse(name,
               fmt::format("{} is not allowed; allowed: the path of a configuration file, from this one's folder, "
                           "shipped:NAME, or a list of such",
                           written_text(name)));
    return names;
  }

  /// The path of one that comes with the program, any other text as it is.
  static std::string file_named(const YamlNode& name) {
    try {
      return configuration_file(name.text);
    } catch (const UsageError& error) {
      refuse(name, error.what());
    }
  }

  /// What a command line names counts from the file that it is laid over.
  YamlNode read(const YamlNode& name, const fs::path& file) {
    const std::string& source = name.place.source;
    const bool is_of_a_file = !source.empty() && !source.starts_with("--");
    const fs::path path =
        full_path(configuration_folder(is_of_a_file ? source : file.string()) / fs::path(file_named(name)));
    if (std::ranges::find(open_, path) != open_.end()) refuse(name, fmt::format("{} builds on itself", name.text));
    std::error_code unreadable;
    if (!fs::is_regular_file(path, unreadable))
      refuse(name, fmt::format("{} is not there: no file {}", name.text, path.string()));
    const std::string shown = path.lexically_proximate(fs::current_path()).string();
    YamlNode root = parse_yaml(text_of(path.string()), shown);
    if (!root.is_map()) refuse(name, fmt::format("{} is no map of keys", name.text));
    move_books(root, path.parent_path(), folder_);
    return build(std::move(root), path.string());
  }

  fs::path folder_;  // of the file that is read in the end
  std::vector<fs::path> open_;
};

}  // namespace

YamlNode with_bases(YamlNode root, const std::string& file) {
  if (root.find(kBaseKey) == nullptr) return root;
  return BaseReader(file).build(std::move(root), file);
}

}  // namespace rootward::config
