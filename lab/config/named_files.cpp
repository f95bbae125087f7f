// Walks a configuration's tree for names of files, and looks for them.
#include "lab/config/named_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.h"
#include "evaluators/net/model.h"
#include "evaluators/registry.h"
#include "lab/config/piped_file.h"
#include "lab/config/plugin_reader.h"
#include "lab/config/problem_list.h"

namespace rootward::config {
namespace {

bool reads_file(std::string_view evaluator) {
  const auto found = std::ranges::find(evaluators(), evaluator, &Described::name);
  return found != evaluators().end() &&
         std::ranges::find(found->parameters, "file", &ParamSpec::key) != found->parameters.end();
}

class FileCollector {
 public:
  explicit FileCollector(const std::string& config_file) : book_folder_(folder_of(config_file)) {}

  void collect(const YamlNode& node) {
    if (const YamlNode* name = node.find("name"); name != nullptr && name->is_scalar())
      if (const YamlNode* file = node.find("file"); file != nullptr && file->is_scalar())
        if (const bool is_network = reads_file(name->text); is_network || name->text == "plugin") {
          add(*file, file->place.source.starts_with("--") ? "" : folder_of(file->place.source), is_network);
          if (const YamlNode* mark = node.find("sha256"); mark != nullptr && !is_network)
            files_.back().copy = plugin_copy_name(mark->text);
        }
    for (const YamlEntry& entry : node.entries) {
      if (entry.key == "opening")
        for (const char* key : {"book", "file"})
          if (const YamlNode* book = entry.value.find(key); book != nullptr && book->is_scalar() && !book->text.empty())
            add(*book, book_folder_, false);
      collect(entry.value);
    }
    for (const YamlNode& item : node.items) collect(item);
  }

  std::vector<NamedFile> take() { return std::move(files_); }

 private:
  static std::string folder_of(const std::string& file) { return configuration_folder(file); }
  void add(const YamlNode& node, const std::string& folder, bool is_network) {
    files_.push_back(
        {.file = node.text, .folder = folder, .is_network = is_network, .place = node.place, .path = node.path});
  }

  std::string book_folder_;
  std::vector<NamedFile> files_;
};

/// Why the file cannot be had; "" where it is there.
std::string problem_with(const NamedFile& named) {
  if (named.is_network) {
    try {
      (void)net::find_model_file(named.file, named.folder);
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  }
  const std::filesystem::path path = path_of(named);
  std::error_code unreadable;
  if (std::filesystem::exists(path, unreadable)) return "";
  return fmt::format("{} is not there: {}", named.file,
                     unreadable ? unreadable.message() : fmt::format("no file or folder {}", path.string()));
}

/// `name` is the game's or the scalar that stands for all of it; false where it is no `plugin:FILE`.
bool spell_out(YamlNode& game, YamlNode name) {
  constexpr std::string_view kPrefix = "plugin:";
  if (!name.is_scalar() || !name.text.starts_with(kPrefix)) return false;
  YamlNode file = name;
  file.text.erase(0, kPrefix.size());
  file.path = join_path(game.path, "file");
  name.text = "plugin";
  name.path = join_path(game.path, "name");
  if (game.is_scalar()) {
    game.kind = YamlNode::Kind::map;
    game.text.clear();
    game.entries.push_back({"name", game.place, std::move(name)});
  } else {
    *game.find("name") = std::move(name);
  }
  game.entries.push_back({"file", file.place, std::move(file)});
  return true;
}

}  // namespace

void spell_plugins_out(YamlNode& root) {
  const auto spell = [](YamlNode& game) {
    if (game.is_scalar()) return spell_out(game, game);
    const YamlNode* name = game.find("name");
    return name != nullptr && game.find("file") == nullptr && spell_out(game, *name);
  };
  for (YamlEntry& entry : root.entries) {
    if (entry.key == "game" && spell(entry.value)) continue;
    if (entry.key == "games")
      for (YamlEntry& game : entry.value.entries) (void)spell(game.value);
    spell_plugins_out(entry.value);
  }
  for (YamlNode& item : root.items) spell_plugins_out(item);
}

std::vector<NamedFile> named_files_of(const YamlNode& root, const std::string& config_file) {
  FileCollector collector(config_file);
  collector.collect(root);
  return collector.take();
}

std::vector<std::string> paths_of_file_names(const YamlNode& root) {
  std::vector<std::string> paths;
  for (const NamedFile& named : named_files_of(root, "")) paths.push_back(named.path);
  return paths;
}

void rename_files(YamlNode& node, const std::map<std::string, std::string>& names) {
  for (YamlEntry& entry : node.entries) {
    const bool is_name = (entry.key == "file" || entry.key == "book") && entry.value.is_scalar();
    if (const auto known = is_name ? names.find(entry.value.text) : names.end(); known != names.end())
      entry.value.text = known->second;
    rename_files(entry.value, names);
  }
  for (YamlNode& item : node.items) rename_files(item, names);
}

std::string path_of(const NamedFile& named) {
  const std::filesystem::path folder = named.folder;
  std::error_code ignored;
  const bool is_kept = !named.copy.empty() && !std::filesystem::exists(folder / named.file, ignored) &&
                       std::filesystem::exists(folder / named.copy, ignored);
  return (folder / (is_kept ? named.copy : named.file)).string();
}

void check_named_files(const std::vector<NamedFile>& files) {
  ProblemList problems;
  for (const NamedFile& named : files)
    if (const std::string problem = problem_with(named); !problem.empty())
      problems.add(named.place, named.path, problem);
  problems.throw_if_any();
}

}  // namespace rootward::config
