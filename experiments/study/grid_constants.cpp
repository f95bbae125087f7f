// What tuning set: medians over an operator's tunings in each domain.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "backup/registry.h"
#include "core/number_text.h"
#include "core/statistics/median.h"
#include "experiments/study/grid_tables.h"
#include "lab/config/yaml_document.h"

namespace rootward::study {
namespace {

using config::YamlNode;

/// The numbers of each key, keys in the order in which they were met.
using NumbersByKey = std::vector<std::pair<std::string, std::vector<double>>>;

void add_number(NumbersByKey& all, const std::string& key, double number) {
  auto found = std::ranges::find(all, key, &NumbersByKey::value_type::first);
  if (found == all.end()) found = all.insert(all.end(), {key, {}});
  found->second.push_back(number);
}

std::optional<double> constant_of(const YamlNode& node) {
  return node.is_scalar() && !node.is_quoted ? parse_number<double>(node.text) : std::nullopt;
}

/// Numbers below a node, each with its key: "g[1]", "parameters.a".
void collect_constants(const YamlNode& node, const std::string& key, NumbersByKey& all) {
  if (const std::optional<double> number = constant_of(node)) add_number(all, key, *number);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    collect_constants(node.items[i], fmt::format("{}[{}]", key, i), all);
  for (const config::YamlEntry& entry : node.entries)
    collect_constants(entry.value, key.empty() ? entry.key : key + "." + entry.key, all);
}

/// The name under which a tuned parameter is shown; "" for a number that no tuning sets.
std::string shown_name(const OperatorEntry* entry, const std::string& key) {
  constexpr std::string_view kOwn = "parameters.";  // of a formula, as a number or as {value, low, high}
  if (key.starts_with(kOwn)) {
    std::string name = key.substr(kOwn.size());
    if (name.ends_with(".value")) name.resize(name.size() - std::string_view(".value").size());
    return name.find('.') == std::string::npos ? name : "";
  }
  if (entry == nullptr) return key;
  const std::vector<ParamSpec>& specs = entry->description.parameters;
  const auto spec = std::ranges::find(specs, key.substr(0, key.find('[')), &ParamSpec::key);
  return spec != specs.end() && !std::isnan(spec->tune_low) ? key : "";
}

void add_constants(const std::string& player, NumbersByKey& all) {
  const YamlNode tree = config::parse_yaml(player, "(tuned player)");
  const YamlNode* search = tree.find("search");
  const YamlNode* rule = search == nullptr ? nullptr : search->find("selection");
  const YamlNode* constant = rule == nullptr ? nullptr : rule->find("c");
  if (constant != nullptr)
    if (const std::optional<double> c = constant_of(*constant)) add_number(all, "c", *c);
  const YamlNode* backup = tree.find("backup");
  if (backup == nullptr) return;
  const YamlNode* name = backup->find("name");
  const OperatorEntry* entry = name == nullptr ? nullptr : find_operator(name->text);
  NumbersByKey own;
  collect_constants(*backup, "", own);
  for (const auto& [key, numbers] : own)
    if (const std::string shown = shown_name(entry, key); !shown.empty())
      for (const double number : numbers) add_number(all, shown, number);
}

/// Each tuning once, in however many cells its player plays; of the control the first is in its own cell too.
std::set<std::string> players_of(const GridResults& results, const std::string& op, const std::string& domain,
                                 const std::string& budget) {
  std::set<std::string> players;
  for (const GridCell& cell : results.cells) {
    if (cell.op != op || cell.domain != domain || cell.budget != budget) continue;
    for (const EffectPlayer& player : cell.effect.entrants.players) players.insert(player.tuned);
    if (!cell.is_control) continue;
    for (const EffectPlayer& player : cell.effect.control.players) players.insert(player.tuned);
  }
  return players;
}

/// Budgets that are played with the same players, since they were tuned for one of them.
struct TunedBudgets {
  std::vector<std::string> budgets{};
  std::vector<std::set<std::string>> players{};  ///< by domain
};

std::vector<TunedBudgets> tuned_budgets(const GridResults& results, const std::string& op) {
  std::vector<TunedBudgets> all;
  for (const std::string& budget : results.budgets) {
    std::vector<std::set<std::string>> players;
    for (const std::string& domain : results.domains) players.push_back(players_of(results, op, domain, budget));
    if (std::ranges::all_of(players, [](const std::set<std::string>& some) { return some.empty(); })) continue;
    auto same = std::ranges::find(all, players, &TunedBudgets::players);
    if (same == all.end()) same = all.insert(all.end(), {.budgets = {}, .players = std::move(players)});
    same->budgets.push_back(budget);
  }
  return all;
}

bool has_text(const std::vector<std::string>& texts, std::size_t first) {
  return std::any_of(texts.begin() + static_cast<std::ptrdiff_t>(first), texts.end(),
                     [](const std::string& text) { return !text.empty(); });
}

/// A row a domain, without those that have no text, and a column for each operator with its budgets.
Grid turned(const Grid& grid) {
  Grid high{.title = grid.title, .columns = {{"domain", false}}, .rows = {}};
  for (const std::vector<std::string>& row : grid.rows)
    high.columns.push_back({fmt::format("{} ({})", row[0], row[1]), false, true});
  for (std::size_t column = 2; column < grid.columns.size(); ++column) {
    std::vector<std::string> texts = {grid.columns[column].title};
    for (const std::vector<std::string>& row : grid.rows) texts.push_back(row[column]);
    if (has_text(texts, 1)) high.rows.push_back(std::move(texts));
  }
  return high;
}

}  // namespace

std::string constants_text(const std::set<std::string>& players) {
  NumbersByKey all;
  for (const std::string& player : players) add_constants(player, all);
  std::string text;
  for (const auto& [key, numbers] : all)
    text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", key, median(numbers));
  return text;
}

Grid constants_grid(const GridResults& results) {
  Grid grid{.title = "Tuned constants", .columns = {{"operator", false}, {"budgets", false}}, .rows = {}};
  for (const std::string& domain : results.domains) grid.columns.push_back({domain, false, true});
  for (const std::string& op : results.operators)
    for (const TunedBudgets& tuned : tuned_budgets(results, op)) {
      std::vector<std::string> row = {op, fmt::format("{}", fmt::join(tuned.budgets, ", "))};
      for (const std::set<std::string>& players : tuned.players) row.push_back(constants_text(players));
      if (has_text(row, 2)) grid.rows.push_back(std::move(row));
    }
  return results.domains.size() > grid.rows.size() ? turned(grid) : grid;
}

std::vector<std::string> constants_legend() {
  return {"c is the selection rule's, the rest the operator's own: medians over its tunings in a domain. Beside each",
          "operator stand the budgets that are played with the same tunings. The CSV has the best tuning of each."};
}

}  // namespace rootward::study
