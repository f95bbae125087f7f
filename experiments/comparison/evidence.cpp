// Checks of players and conditions, and adding up the cells.
#include "experiments/comparison/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/errors.h"
#include "lab/config/named_choice.h"
#include "lab/config/problem_list.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_document.h"
#include "lab/store/folder_layout.h"

namespace rootward::comparison {
namespace {

using config::Leaves;
using config::ProblemList;
using config::YamlNode;

constexpr const char* kAbsent = "(none)";
constexpr std::string_view kNetworkFile = "search.evaluator.file";
constexpr std::string_view kBook = "schedule.opening.book";

void add_problem(ProblemList& problems, const PlayedRun& run, std::string path, std::string message) {
  problems.add({.source = manifest_path(run.folder)}, std::move(path), std::move(message));
}

std::string at(const Leaves& leaves, const std::string& path) {
  const auto found = leaves.find(path);
  return found == leaves.end() ? kAbsent : found->second;
}

/// A player must be what the published file says it is.
void check_operator(const PublishedPlayer& published, const std::string& file, const PlayedRun& run,
                    const PlayerSpec& player, ProblemList& problems) {
  const std::string path = fmt::format("players.{}.backup", player.name);
  const NamedParams& backup = player.search.backup;
  if (player.kind != "search" || backup.name != published.backup.name) {
    add_problem(
        problems, run, path,
        fmt::format("{} is not allowed; allowed: {}, which {} says that {} is",
                    player.kind == "search" ? backup.name : player.kind, published.backup.name, file, published.name));
    return;
  }
  for (const std::string& key : published.given) {
    const ParamValue& wanted = published.backup.params.values().at(key);
    const auto found = backup.params.values().find(key);
    if (found != backup.params.values().end() && found->second == wanted) continue;
    add_problem(problems, run, fmt::format("{}.{}", path, key),
                fmt::format("{} is not allowed; allowed: {}, which {} says of {}",
                            found == backup.params.values().end() ? kAbsent : param_text(found->second),
                            param_text(wanted), file, published.name));
  }
}

std::string network_of(const PlayedRun& run, const PlayerSpec& player) {
  const auto network = run.manifest.inputs.networks.find(player.name);
  return network == run.manifest.inputs.networks.end() ? "" : network->second;
}

/// What games begin with and how they are ended before their end, as far as the run tells it.
YamlNode schedule_of(const PlayedRun& run) {
  const YamlNode stored = config::parse_yaml(run.manifest.resolved_config, manifest_path(run.folder));
  const YamlNode* schedule = stored.find("schedule");
  YamlNode kept = config::map_node();
  for (const char* key : {"opening", "adjudicate"})
    if (const YamlNode* value = schedule == nullptr ? nullptr : schedule->find(key); value != nullptr)
      config::add(kept, key, *value);
  return kept;
}

/// Everything but the operator that decides a player's games: what must be the same in all cells of a board.
Leaves conditions_of(const PlayedRun& run, const PlayerSpec& player) {
  YamlNode tree = config::map_node();
  config::add(tree, "game", config::resolved_choice(run.game));
  config::add(tree, "search", config::resolved_search(player.search));
  config::add(tree, "schedule", schedule_of(run));
  config::assign_paths(tree, "");
  Leaves leaves;
  std::vector<std::string> order;
  config::collect_leaves(tree, leaves, order);
  if (std::string network = network_of(run, player); !network.empty()) {
    leaves.erase(std::string(kNetworkFile));  // one network may lie in several places
    leaves["network"] = std::move(network);
  }
  if (leaves.erase(std::string(kBook)) > 0)
    leaves[std::string(kBook)] = run.manifest.inputs.book_hash;  // so may a book
  return leaves;
}

/// The conditions of a board's first player, and who that is.
struct Standard {
  Leaves leaves;
  std::string who;
};

void check_conditions(const PlayedRun& run, const PlayerSpec& player, std::optional<Standard>& standard,
                      ProblemList& problems) {
  const Leaves leaves = conditions_of(run, player);
  if (!standard) {
    standard = {leaves, fmt::format("{} of {}", player.name, run.folder)};
    return;
  }
  std::set<std::string> paths;
  for (const auto& leaf : leaves) paths.insert(leaf.first);
  for (const auto& leaf : standard->leaves) paths.insert(leaf.first);
  for (const std::string& path : paths) {
    if (at(leaves, path) == at(standard->leaves, path)) continue;
    const bool is_players = path.starts_with("search.") || path == "network";
    add_problem(problems, run, is_players ? fmt::format("players.{}.{}", player.name, path) : path,
                fmt::format("{} is not allowed; allowed: {}, as {} has it: cells that are compared share all but the "
                            "operator",
                            at(leaves, path), at(standard->leaves, path), standard->who));
  }
}

/// A player's operator, and the run that has it first.
struct FirstOperator {
  NamedParams backup;
  std::string folder;
};

/// A player is one player in all runs of a board: what the published file leaves open, such as vectors, is the same.
void check_same_operator(const PlayedRun& run, const PlayerSpec& player, const FirstOperator& first,
                         ProblemList& problems) {
  if (player.search.backup == first.backup) return;
  add_problem(problems, run, fmt::format("players.{}.backup", player.name),
              fmt::format("{} is not allowed; allowed: {}, as {} has it: games of a cell add up, so they are of one "
                          "operator",
                          config::choice_text(player.search.backup), config::choice_text(first.backup), first.folder));
}

/// Whether two players of one run differ in nothing but the operator.
bool have_same_conditions(const PlayedRun& run, const PlayerSpec& a, const PlayerSpec& b) {
  SearchSettings search = a.search;
  search.backup = b.search.backup;
  return search == b.search && network_of(run, a) == network_of(run, b);
}

PlayedPairing reversed(PlayedPairing pairing) {
  std::swap(pairing.a, pairing.b);
  pairing.counts = rootward::reversed(pairing.counts);
  pairing.pairs = rootward::reversed(pairing.pairs);
  pairing.units = rootward::reversed(pairing.units);
  for (auto& [name, mean] : pairing.pair_means) mean = 1.0 - mean;
  pairing.estimate = rootward::reversed(pairing.estimate);
  return pairing;
}

/// Both from one view. Wilson where either is: its games are not known to be distinct pairs.
void add_games(PlayedPairing& into, const PlayedPairing& from) {
  into.counts += from.counts;
  for (std::size_t i = 0; i < into.pairs.size(); ++i) {
    into.pairs[i] += from.pairs[i];
    into.units[i] += from.units[i];
  }
  into.pair_means.insert(from.pair_means.begin(), from.pair_means.end());
  into.duplicate_games += from.duplicate_games;
  const bool are_independent =
      into.estimate.formula != IntervalFormula::wilson && from.estimate.formula != IntervalFormula::wilson;
  into.estimate = score_estimate(into.counts, into.units, are_independent);
}

class EvidenceReader {
 public:
  EvidenceReader(const Published& published, std::span<const PlayedRun> runs) : published_(published), runs_(runs) {
    for (const PublishedCell& cell : published.cells) wanted_.insert({cell.board, cell.method, cell.opponent});
  }

  Evidence read() {
    for (const PlayedRun& run : runs_) {
      const int board = board_of(published_, run);
      check_players(run, board);
      std::size_t others = 0;
      for (const PlayedPairing& pairing : run.pairings)
        if (!take(run, board, pairing)) ++others;
      if (others > 0)
        evidence_.notes.push_back(fmt::format("{}: {} of its pairings are no cells of {} and are left out", run.folder,
                                              others, published_.source));
    }
    problems_.throw_if_any();
    return std::move(evidence_);
  }

 private:
  void check_players(const PlayedRun& run, int board) {
    const PlayerSpec* before = nullptr;  // whose conditions were checked
    for (const PlayerSpec& player : run.players) {
      const PublishedPlayer* known = published_.find(player.name);
      if (known == nullptr || published_.published_name(player.name, board).empty()) continue;
      check_operator(*known, published_.file, run, player, problems_);
      if (player.kind != "search") continue;
      const auto first = operators_.try_emplace({board, player.name}, FirstOperator{player.search.backup, run.folder});
      check_same_operator(run, player, first.first->second, problems_);
      if (before != nullptr && have_same_conditions(run, *before, player)) continue;
      check_conditions(run, player, standards_[board], problems_);
      before = &player;
    }
  }

  /// False where the pairing is no cell.
  bool take(const PlayedRun& run, int board, const PlayedPairing& pairing) {
    if (is_cell(board, pairing.a, pairing.b)) return add(run, board, pairing), true;
    if (is_cell(board, pairing.b, pairing.a)) return add(run, board, reversed(pairing)), true;
    return false;
  }

  [[nodiscard]] bool is_cell(int board, const std::string& method, const std::string& opponent) const {
    if (method == published_.again && opponent == published_.standard) return true;
    return wanted_.contains({board, published_.published_name(method, board), opponent});
  }

  void add(const PlayedRun& run, int board, const PlayedPairing& pairing) {
    if (pairing.is_stopped_early) {
      add_problem(problems_, run, "stop",
                  fmt::format("the match of {} and {} was stopped early by its sequential test; its score is biased",
                              pairing.a, pairing.b));
      return;
    }
    CellName name{board, pairing.a, pairing.b};
    // Games follow from seed, players and pair, and players who share all conditions share the games too.
    const auto [seeded, is_new_seed] = seeds_.try_emplace({name, run.seed}, run.folder);
    if (!is_new_seed) {
      add_problem(problems_, run, "seed",
                  fmt::format("{} is not allowed; allowed: another seed than that of {}, whose games of {} and {} are "
                              "the same",
                              run.seed, seeded->second, pairing.a, pairing.b));
      return;
    }
    const auto [found, is_new] = evidence_.cells.try_emplace(std::move(name), pairing);
    if (!is_new) add_games(found->second, pairing);
  }

  const Published& published_;
  std::span<const PlayedRun> runs_;
  std::set<CellName> wanted_;
  std::map<int, std::optional<Standard>> standards_;
  std::map<std::pair<int, std::string>, FirstOperator> operators_;  // by board and player
  std::map<std::pair<CellName, std::uint64_t>, std::string> seeds_;
  ProblemList problems_;
  Evidence evidence_;
};

}  // namespace

int board_of(const Published& published, const PlayedRun& run) {
  const std::vector<int> boards = published.boards();
  if (run.game.name == published.game && run.game.params.has("size")) {
    const auto size = static_cast<int>(run.game.params.integer("size"));
    if (std::ranges::find(boards, size) != boards.end()) return size;
  }
  throw UsageError({Problem{.file = manifest_path(run.folder),
                            .path = "game",
                            .message = fmt::format("{} is not allowed; allowed: {} of size {}, the boards of {}",
                                                   config::choice_text(run.game), published.game,
                                                   fmt::join(boards, " or "), published.file)}});
}

Evidence gather_evidence(const Published& published, std::span<const PlayedRun> runs) {
  return EvidenceReader(published, runs).read();
}

}  // namespace rootward::comparison
