// Reads the table of search keys.
#include "experiments/config/search_reader.h"

#include <filesystem>

#include "experiments/config/map_reader.h"
#include "experiments/config/search_fields.h"

namespace rootward::config {
namespace {

/// The file that an evaluator, or one that it is made of, names; null where none does.
const YamlNode* file_of(const YamlNode& evaluator) {
  if (const YamlNode* file = evaluator.find("file")) return file;
  for (const char* part : {"a", "b"}) {
    const YamlNode* nested = evaluator.find(part);
    if (nested == nullptr) continue;
    if (const YamlNode* file = file_of(*nested)) return file;
  }
  return nullptr;
}

/// The folder of the file in which the evaluator's file is named; "" where an option names it.
std::string folder_of_evaluator(const YamlNode& search) {
  const YamlNode* evaluator = search.find("evaluator");
  const YamlNode* file = evaluator == nullptr ? nullptr : file_of(*evaluator);
  if (file == nullptr || file->place.source.starts_with("--")) return "";
  return std::filesystem::path(file->place.source).parent_path().string();
}

}  // namespace

SearchSettings read_search(const YamlNode& search, ProblemList& problems) {
  SearchSettings settings;
  MapReader map(search, problems, true);
  read_fields(search_fields(), map, settings, problems);
  map.finish();
  settings.selection_reads = settings.selection.params.text("reads") == "mean" ? Reads::mean : Reads::value;
  settings.folder.path = folder_of_evaluator(search);
  return settings;
}

}  // namespace rootward::config
