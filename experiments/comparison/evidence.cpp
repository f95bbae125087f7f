// Checks of players and conditions, and adding up the cells.
#include "experiments/comparison/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
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
  if (from.repeats.empty()) into.repeats.clear();
  const bool are_independent =
      into.estimate.formula != IntervalFormula::wilson && from.estimate.formula != IntervalFormula::wilson;
  into.estimate = score_estimate(into.counts, into.units, are_independent);
}

/// Where a cell is answered, and which one it is.
struct Asked {
  const PublishedCell* cell = nullptr;
  const Answerer* by = nullptr;
};

/// Of all cells and their readings.
std::vector<Asked> all_asked(const Published& published) {
  std::vector<Asked> asked;
  for (const PublishedCell& cell : published.cells) {
    asked.push_back({&cell, &cell.by});
    for (const Reading& reading : cell.also) asked.push_back({&cell, &reading.by});
  }
  return asked;
}

class EvidenceReader {
 public:
  EvidenceReader(const Published& published, std::span<const PlayedRun> runs)
      : published_(published), runs_(runs), asked_(all_asked(published)) {
    for (const Asked& one : asked_)
      if (one.cell->measure.empty()) wanted_.insert(*one.by);
    if (!published.again.empty())
      for (const Asked& one : asked_) wanted_.insert({one.by->place, published.again, published.standard});
  }

  Evidence read() {
    for (const PlayedRun& run : runs_) {
      const std::string place = place_of(published_, run);
      if (published_.is_of_runs())
        take_run(run, place);
      else
        take_games_on(run, place);
    }
    problems_.throw_if_any();
    return std::move(evidence_);
  }

 private:
  /// A run by its name stands as it is: its study says what its players have in common.
  void take_run(const PlayedRun& run, const std::string& place) {
    const auto [other, is_new] = named_.try_emplace(place, run.folder);
    if (!is_new) {
      add_problem(problems_, run, "name",
                  fmt::format("{} is the run {} too; allowed: one run of a name", other->second, place));
      return;
    }
    if (run.measured) evidence_.studies[place] = &run;
    for (const Asked& one : asked_)
      if (one.by->place == place) check_names(run, one);
    for (const PlayedPairing& pairing : run.pairings) take(run, place, pairing);
  }

  void check_names(const PlayedRun& run, const Asked& asked) {
    const PublishedCell& cell = *asked.cell;
    if (cell.measure.empty() == run.measured.has_value()) {
      problems_.add(
          cell.written, cell.path,
          fmt::format("{} is {}; allowed: a cell {} `measure`", run.folder,
                      run.measured ? "an estimates study" : "a tournament", run.measured ? "with" : "without"));
      return;
    }
    if (run.measured) return;
    std::vector<std::string> known;
    for (const PlayerSpec& player : run.players) known.push_back(player.name);
    for (const std::string& name : {asked.by->method, asked.by->opponent})
      if (std::ranges::find(known, name) == known.end())
        problems_.add(cell.written, cell.path,
                      fmt::format("{} is no player of {}{}", name, run.folder, hint_text(name, known)));
    for (const PlayerSpec& player : run.players)
      if (const PublishedPlayer* listed = published_.find(player.name))
        check_operator(*listed, published_.file, run, player, problems_);
  }

  void take_games_on(const PlayedRun& run, const std::string& board) {
    check_players(run, board);
    std::size_t others = 0;
    for (const PlayedPairing& pairing : run.pairings)
      if (!take(run, board, pairing)) ++others;
    if (others > 0)
      evidence_.notes.push_back(fmt::format("{}: {} of its pairings are no cells of {} and are left out", run.folder,
                                            others, published_.source));
  }

  void check_players(const PlayedRun& run, const std::string& board) {
    const PlayerSpec* before = nullptr;  // whose conditions were checked
    for (const PlayerSpec& player : run.players) {
      const PublishedPlayer* known = published_.find(player.name);
      if (known == nullptr) continue;
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
  bool take(const PlayedRun& run, const std::string& place, const PlayedPairing& pairing) {
    if (wanted_.contains({place, pairing.a, pairing.b})) return add(run, place, pairing), true;
    if (wanted_.contains({place, pairing.b, pairing.a})) return add(run, place, reversed(pairing)), true;
    return false;
  }

  void add(const PlayedRun& run, const std::string& place, const PlayedPairing& pairing) {
    if (pairing.counts.games() == 0) return;
    if (pairing.is_stopped_early) {
      add_problem(problems_, run, "stop",
                  fmt::format("the match of {} and {} was stopped early by its sequential test; its score is biased",
                              pairing.a, pairing.b));
      return;
    }
    Answerer name{place, pairing.a, pairing.b};
    // Games follow from seed, players and pair, and players who share all conditions share the games too.
    const auto [seeded, is_new_seed] = seeds_.try_emplace({name, run.seed}, run.folder);
    if (!is_new_seed) {
      add_problem(problems_, run, "seed",
                  fmt::format("{} is not allowed; allowed: another seed than that of {}, whose games of {} and {} are "
                              "the same",
                              run.seed, seeded->second, pairing.a, pairing.b));
      return;
    }
    const auto [found, is_new] = evidence_.games.try_emplace(std::move(name), pairing);
    if (!is_new) add_games(found->second, pairing);
  }

  const Published& published_;
  std::span<const PlayedRun> runs_;
  std::vector<Asked> asked_;
  std::set<Answerer> wanted_;
  std::map<std::string, std::string> named_;  // folders by place
  std::map<std::string, std::optional<Standard>> standards_;
  std::map<std::pair<std::string, std::string>, FirstOperator> operators_;  // by board and player
  std::map<std::pair<Answerer, std::uint64_t>, std::string> seeds_;
  ProblemList problems_;
  Evidence evidence_;
};

std::string board_of(const Published& published, const PlayedRun& run) {
  const std::vector<std::string> boards = published.places();
  if (run.game.name == published.game && run.game.params.has("size")) {
    std::string size = fmt::format("{}", run.game.params.integer("size"));
    if (std::ranges::find(boards, size) != boards.end()) return size;
  }
  throw UsageError({Problem{.file = manifest_path(run.folder),
                            .path = "game",
                            .message = fmt::format("{} is not allowed; allowed: {} of size {}, the boards of {}",
                                                   config::choice_text(run.game), published.game,
                                                   fmt::join(boards, " or "), published.file)}});
}

}  // namespace

bool is_called(const std::string& folder, const std::string& run) {
  std::string whole = std::filesystem::absolute(folder).lexically_normal().string();
  while (whole.ends_with('/')) whole.pop_back();
  return whole.ends_with("/" + run);
}

std::string place_of(const Published& published, const PlayedRun& run) {
  if (!published.is_of_runs()) return board_of(published, run);
  std::string place;
  std::set<std::string> known;
  for (const Asked& one : all_asked(published)) {
    known.insert(one.by->place);
    if (one.by->place.size() > place.size() && is_called(run.folder, one.by->place)) place = one.by->place;
  }
  if (place.empty())
    throw UsageError(fmt::format("{}: no cell of {} is about this run; such are: {}", run.folder, published.file,
                                 fmt::join(known, ", ")));
  return place;
}

Evidence gather_evidence(const Published& published, std::span<const PlayedRun> runs) {
  return EvidenceReader(published, runs).read();
}

}  // namespace rootward::comparison
