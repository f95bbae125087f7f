// Compares searches path by path, and networks by their files' hashes.
#include "experiments/tournament/measured_adjudication.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "lab/config/problem_list.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/report/number_text.h"
#include "lab/store/folder_layout.h"

namespace rootward::tournament {
namespace {

using config::Leaves;
using config::ProblemList;

constexpr std::string_view kNetwork = "network";

/// The hash of the file; how it is computed, which stands behind it, is the machine's.
std::string file_hash(const std::string& network) { return network.substr(0, network.find(' ')); }

/// What decides a player's means but for its operator, by path.
Leaves means_of(const PlayerSpec& player, const std::string& network) {
  const std::optional<SearchSettings> search = search_of(player);
  config::YamlNode tree = search ? config::resolved_search(*search) : config::map_node();
  config::assign_paths(tree, "search");
  Leaves leaves;
  std::vector<std::string> order;
  config::collect_leaves(tree, leaves, order);
  std::erase_if(leaves, [](const auto& leaf) { return leaf.first.ends_with(".file"); });
  if (!network.empty()) leaves[std::string(kNetwork)] = file_hash(network);
  return leaves;
}

std::string at(const Leaves& leaves, const std::string& path) {
  const auto found = leaves.find(path);
  return found == leaves.end() ? "none" : found->second;
}

/// "search.budget.simulations: 200, there 100; .."; "" where they are alike.
std::string differences(const Leaves& here, const Leaves& there) {
  Leaves both = here;
  both.insert(there.begin(), there.end());
  std::string text;
  for (const auto& leaf : both)
    if (at(here, leaf.first) != at(there, leaf.first))
      text += fmt::format("{}{}: {}, there {}", text.empty() ? "" : "; ", leaf.first, at(here, leaf.first),
                          at(there, leaf.first));
  return text;
}

class MeasuredCheck {
 public:
  MeasuredCheck(const TournamentConfig& config, const StoredResults& measured)
      : config_(config),
        measured_(measured),
        table_(make_table(measured, {.has_cost = false, .has_bootstrap = false, .compares_games = false})) {}

  AdjudicationCount check() {
    const std::optional<Adjudication>& rule = config_.schedule.adjudicate;
    if (!rule || rule->plays_out) {
      add("schedule.adjudicate", "ends no game here; give it, without plays_out, to have it checked");
      problems_.throw_if_any();
    }
    check_rule(*rule);
    check_players();
    if (problems_.empty()) check_count();
    problems_.throw_if_any();
    return table_.adjudicated;
  }

 private:
  void add(std::string path, std::string message) {
    problems_.add({.source = config_.file}, std::move(path), std::move(message));
  }

  void check_rule(const Adjudication& rule) {
    const std::optional<Adjudication>& there = measured_.config.schedule.adjudicate;
    const std::string manifest = manifest_path(measured_.folder);
    if (!there || !there->plays_out)
      add("schedule.adjudicate",
          fmt::format("is refused: the games of {} were not played out (schedule.adjudicate.plays_out)", manifest));
    else if (there->value != rule.value || there->plies != rule.plies)
      add("schedule.adjudicate",
          fmt::format("value {} and {} plies are refused; allowed: what {} has measured, value {} and {} plies",
                      rule.value, rule.plies, manifest, there->value, there->plies));
    if (measured_.config.game != config_.game)
      add("game", fmt::format("{} is not the game of {}, {}", config::flow_text(config::resolved_choice(config_.game)),
                              manifest, config::flow_text(config::resolved_choice(measured_.config.game))));
  }

  void check_players() {
    for (const PlayerSpec& player : config_.players) {
      std::optional<std::string> difference;
      const Leaves here = means_of(player, network_of(player));
      for (const PlayerSpec& other : measured_.config.players) {
        const auto network = measured_.manifest.inputs.networks.find(other.name);
        const bool has_network = network != measured_.manifest.inputs.networks.end();
        const std::string text = differences(here, means_of(other, has_network ? network->second : ""));
        if (!difference || text.empty()) difference = text;
      }
      if (difference && difference->empty()) continue;
      add("schedule.adjudicate", fmt::format("is refused to {}: nobody in {} has its search and network ({})",
                                             player.name, measured_.folder, difference.value_or("it has no players")));
      return;  // others mostly differ in the same
    }
  }

  void check_count() {
    const AdjudicationCount& count = table_.adjudicated;
    std::uint64_t different = table_.games;
    for (const PairingRow& row : table_.pairings) different -= row.duplicate_games;
    if (different < kGamesPlayedOut)
      add("schedule.adjudicate",
          fmt::format(
              "is refused: {} different games of {} are played out, {} in all; allowed: from {} different ones on",
              different, measured_.folder, table_.games, kGamesPlayedOut));
    if (count.error() > kMostOtherResults)
      add("schedule.adjudicate",
          fmt::format(
              "is refused: of {} games of {} that it would have ended {} ended otherwise, {:.2f} %; allowed: at "
              "most {:.1f} %",
              count.games, measured_.folder, count.other_results, 100 * count.error(), 100 * kMostOtherResults));
  }

  const TournamentConfig& config_;
  const StoredResults& measured_;
  const ResultTable table_;
  ProblemList problems_;
};

}  // namespace

AdjudicationCount require_measured(const TournamentConfig& config, const StoredResults& measured) {
  return MeasuredCheck(config, measured).check();
}

}  // namespace rootward::tournament
