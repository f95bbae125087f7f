// Reads the table of search keys.
#include "lab/config/search_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "core/errors.h"
#include "evaluators/registry.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/piped_file.h"
#include "lab/config/search_fields.h"
#include "search/root_rule.h"

namespace rootward::config {
namespace {

/// The file that an evaluator, or one that it is made of, names; null where none does.
const YamlNode* file_of(const YamlNode& evaluator) {
  if (const YamlNode* file = evaluator.find("file")) return file;
  for (const char* part : {"a", "b", "of", "then"}) {
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
  return configuration_folder(file->place.source);
}

/// The selection rules that read priors, as a list of names.
std::string rules_with_priors() {
  std::vector<std::string> names;
  for (const Described& rule : selections())
    if (reads_priors({rule.name, {}})) names.push_back(rule.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What a root rule cannot go with.
void check_root(const SearchSettings& settings, const YamlNode& search, ProblemList& problems) {
  const auto add = [&](const char* key, const std::string& problem) {
    const YamlNode* node = search.find(key);
    problems.add(node != nullptr ? *node : search, problem);
  };
  const std::string rule = "the root rule " + settings.root.name;
  const RootNeeds& needs = root_needs(settings.root.name);
  if (needs.priors && !reads_priors(settings.selection))
    add("root", rule + " changes priors, which the selection rule " + settings.selection.name +
                    " does not read; rules that do: " + rules_with_priors());
  if (!needs.is_search) return;
  const NamedParams usual = SearchSettings{}.final_move;
  if (settings.budget.kind != Budget::Kind::simulations)
    add("budget", rule + " shares out a budget of simulations; allowed: {simulations: N}");
  if (settings.batch.leaves > 1)
    add("batch",
        "sends out simulations before those are back by which " + rule + " goes on; allowed beside it: {leaves: 1}");
  if (settings.final_move.name != usual.name)
    add("final_move", rule + " plays a move of its own; allowed: " + usual.name);
  if (settings.temperature.moves > 0)
    add("temperature", rule + " draws its moves by its own noise; allowed: no temperature");
}

}  // namespace

SearchSettings read_search(const YamlNode& search, ProblemList& problems) {
  SearchSettings settings;
  MapReader map(search, problems, true);
  read_fields(search_fields(), map, settings, problems);
  map.finish();
  settings.selection_reads = settings.selection.params.text("reads") == "mean" ? Reads::mean : Reads::value;
  settings.folder.path = folder_of_evaluator(search);
  check_root(settings, search, problems);
  return settings;
}

std::string uncertainty_problem(const std::string& operator_name, const SearchSettings& settings) {
  const OperatorEntry* entry = find_operator(operator_name);
  if (entry == nullptr || !entry->needs_uncertainty) return "";
  try {
    if (knows_uncertainty(settings.evaluator, settings.folder.path)) return "";
  } catch (const UsageError& error) {
    return error.what();
  }
  return fmt::format(
      "the operator {} asks how far each evaluation may be off, which {} does not say; evaluators that "
      "do: exact+noise, playouts and tactical_playouts with count of 2 or more, KataGo's networks of "
      "file version 9 or later, a mix of such",
      operator_name, choice_text(settings.evaluator));
}

}  // namespace rootward::config
