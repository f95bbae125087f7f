// Plays each game again by the rules and compares what is stored of it with what comes out.
#include "experiments/selfplay/data_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "experiments/selfplay/sample_window.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/arena/parallel_for.h"
#include "lab/config/parts.h"
#include "lab/store/run_folder.h"

namespace rootward::selfplay {
namespace {

/// What is wrong with the ply's targets in the position before its move.
std::string target_problem(const Position& position, const Ply& ply, std::size_t index, const ShardGame& game) {
  const bool is_opening = ply.kind == PlyKind::opening;
  if (index < game.opening_plies && !is_opening) return "a ply of the opening is said to be searched";
  if (is_opening && (ply.weight > 0 || !ply.policy.empty())) return "a ply of the opening has a target";
  if (ply.weight > 0 && ply.policy.empty() && ply.kind != PlyKind::coast) return "a ply with weight has no policy";
  for (const PolicyShare& entry : ply.policy)
    if (!position.is_legal(entry.action))
      return fmt::format("the policy names {}, which is not legal", position.action_text(entry.action));
  return "";
}

std::string end_problem(const Position& end, const ShardHeader& header, const ShardGame& game) {
  if (game.ending == Ending::unknown) return "";
  if (header.shape.points == 0 && end.margin()) return "";  // games of others: the result is as they stated it
  if (game.ending == Ending::resigned) {
    if (game.owner.empty()) return "";
    const auto loser = result_of(game.score_halves) > 0 ? Seat::second : Seat::first;
    ShardGame expected;
    score_resignation(loser, header.shape, expected);
    return expected.owner == game.owner ? "" : "a resigned game has owners";
  }
  if (!end.is_over()) return "the rules have not ended it";
  ShardGame counted;
  score_by_rules(end, counted);
  if (counted.ending != game.ending) return "it ended otherwise than stored";
  if (counted.score_halves != game.score_halves)
    return fmt::format("the score is {} half points, the board says {}", game.score_halves, counted.score_halves);
  if (header.shape.points == 0) return "";
  for (std::size_t point = 0; point < counted.owner.size(); ++point)
    if (counted.owner[point] != game.owner[point])
      return fmt::format("the owner of {} is {}, the board says {}", end.action_text(static_cast<Action>(point)),
                         static_cast<int>(game.owner[point]), static_cast<int>(counted.owner[point]));
  return "";
}

/// A game's place, for messages about two of them.
struct Seen {
  std::string file;
  std::uint64_t number = 0;
};

class ShardChecker {
 public:
  ShardChecker(CheckReport& report, std::size_t threads) : report_(report), threads_(threads) {}

  void check(const std::string& path) {
    std::optional<Shard> shard;
    std::unique_ptr<Game> rules;
    try {
      shard = read_shard(path);
      rules = make_game(parse_game(shard->header.game, {}, path));
      check_shape(shard->header, *rules);
    } catch (const UsageError& error) {
      const std::string text = error.what();
      report_.faults.push_back(text.starts_with(path) ? text : fmt::format("{}: {}", path, text));
      return;
    }
    ++report_.shards;
    check_games(path, *shard, *rules);
    for (const ShardGame& game : shard->games) meet(path, game);
  }

 private:
  void check_games(const std::string& path, const Shard& shard, const Game& rules) {
    std::vector<std::string> problems(shard.games.size());
    parallel_for(
        shard.games.size(), threads_, [] { return 0; },
        [&](int, std::size_t i) { problems[i] = game_problem(rules, shard.header, shard.games[i]); });
    for (std::size_t i = 0; i < problems.size(); ++i) {
      ++report_.games;
      report_.plies += shard.games[i].plies.size();
      for (const Ply& ply : shard.games[i].plies) report_.targets += ply.policy.empty() ? 0U : 1U;
      if (!problems[i].empty())
        report_.faults.push_back(fmt::format("{}: game {}: {}", path, shard.games[i].number, problems[i]));
    }
  }

  /// Compares with the games before. Runs in other folders may have the same numbers, but no game twice.
  void meet(const std::string& path, const ShardGame& game) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const auto [same, is_new] = numbers_.emplace(std::pair(folder, game.number), path);
    if (!is_new) report_.faults.push_back(fmt::format("{}: game {}: is in {} too", path, game.number, same->second));
    ShardGame unnumbered = game;
    unnumbered.number = 0;
    const std::uint64_t content = hash_name(encode_game(unnumbered, {.actions = 65535, .points = game.owner.size()}));
    const auto [twin, is_first] = contents_.emplace(content, Seen{path, game.number});
    if (is_first) return;
    if (is_new && twin->second.number == game.number)
      report_.faults.push_back(fmt::format("{}: game {}: is in {} too", path, game.number, twin->second.file));
    if (is_held_out(twin->second.number) == is_held_out(game.number)) return;
    report_.faults.push_back(
        fmt::format("{}: game {}: a leak: it is game {} of {} again, and one of them is held out for validation", path,
                    game.number, twin->second.number, twin->second.file));
  }

  CheckReport& report_;
  std::size_t threads_;
  std::map<std::pair<std::string, std::uint64_t>, std::string> numbers_;  ///< by folder and number
  std::map<std::uint64_t, Seen> contents_;
};

}  // namespace

std::string game_problem(const Game& rules, const ShardHeader& header, const ShardGame& game) {
  const std::unique_ptr<Position> position = rules.start();
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const Ply& ply = game.plies[i];
    if (position->is_over()) return fmt::format("ply {}: the game was over before", i + 1);
    if (!position->is_legal(ply.action))
      return fmt::format("ply {}: {} is not legal", i + 1, position->action_text(ply.action));
    if (const std::string problem = target_problem(*position, ply, i, game); !problem.empty())
      return fmt::format("ply {}: {}", i + 1, problem);
    position->play(ply.action);
  }
  return end_problem(*position, header, game);
}

namespace {

/// Shards that a run's manifest tells of. Training removes the oldest generations, so those are not missed.
void check_told_shards(const std::string& folder, const std::vector<std::string>& shards, CheckReport& report) {
  if (!file_exists(manifest_path(folder))) return;
  const std::string place = path_in(folder, "data");
  const auto oldest =
      std::ranges::find_if(shards, [&](const std::string& shard) { return shard.starts_with(place + "/"); });
  for (const auto& [name, told] : read_manifest(folder).records) {
    const std::string path = path_in(folder, name);
    const std::string generation = name.substr(0, name.find('-'));
    if (!file_exists(path)) {
      if (oldest == shards.end() || path_in(folder, generation) >= oldest->substr(0, oldest->rfind('-')))
        report.faults.push_back(fmt::format("{}: is missing: the manifest has {} games in it", path, told.lines));
    } else if (hash_name(read_whole_file(path, kLargestShard)) != told.sum) {
      report.faults.push_back(fmt::format("{}: its bytes are not those of the manifest", path));
    }
  }
}

}  // namespace

CheckReport check_shards(const std::vector<std::string>& paths, std::size_t threads) {
  CheckReport report;
  ShardChecker checker(report, threads);
  const std::vector<std::string> shards = find_shards(paths);
  for (const std::string& shard : shards) checker.check(shard);
  for (const std::string& path : paths) check_told_shards(path, shards, report);
  return report;
}

}  // namespace rootward::selfplay
