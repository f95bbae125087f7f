// Building results game by game.
#include "tests/experiments/tournament/table/sample_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "lab/arena/game_id.h"
#include "lab/store/manifest.h"

namespace rootward::tournament {
namespace {

GameRecord make_game_record(const SamplePair& sample, int game_of_pair) {
  GameRecord game;
  game.pairing = {sample.a, sample.b};
  game.id = game_id(game.pairing, sample.pair, game_of_pair);
  game.pair = sample.pair;
  game.seats = game_of_pair == 0 ? game.pairing : std::array<std::string, 2>{sample.b, sample.a};
  game.opening = {fmt::format("o{}", sample.pair)};
  game.moves = {fmt::format("m{}", game.id)};
  game.score = game_of_pair == 0 ? sample.score_first_game : 1.0 - sample.score_second_game;
  game.plies = 2;
  game.simulations = {1000, 2000};
  game.moves_chosen = {10, 10};
  game.cpu_seconds = {0.5, 0.25};
  return game;
}

}  // namespace

StoredResults empty_results(ScheduleType type, const std::vector<std::string>& players, std::uint32_t pairs) {
  StoredResults results;
  results.folder = "results/sample";
  results.config.name = "sample";
  results.config.seed = 9;
  results.config.game.name = "strip";
  for (const std::string& name : players) {
    PlayerSpec player;
    player.name = name;
    player.kind = "random";
    player.search.budget.simulations = results.config.players.size() + 1;  // no player is another by another name
    results.config.players.push_back(player);
  }
  results.config.schedule.type = type;
  results.config.schedule.pairs = pairs;
  if (type == ScheduleType::gauntlet) results.config.schedule.references = {players.front()};
  results.manifest.version = "0.1.0";
  results.manifest.revision = "abc";
  results.manifest.config_hash = "0123456789abcdef";
  return results;
}

void add_pair(StoredResults& results, const SamplePair& sample) {
  results.games.push_back(make_game_record(sample, 0));
  results.games.push_back(make_game_record(sample, 1));
}

void add_half_pair(StoredResults& results, const SamplePair& sample) {
  results.games.push_back(make_game_record(sample, 0));
}

void add_pairs(StoredResults& results, const std::string& a, const std::string& b, const PairCounts& counts) {
  constexpr std::array<std::array<double, 2>, 5> kScores = {{{0, 0}, {0.5, 0}, {0.5, 0.5}, {0.5, 1}, {1, 1}}};
  std::uint32_t pair = 0;
  for (std::size_t outcome = 0; outcome < 5; ++outcome) {
    for (std::uint64_t i = 0; i < counts[outcome]; ++i) {
      add_pair(results, {a, b, pair++, kScores[outcome][0], kScores[outcome][1]});
    }
  }
}

TableOptions text_openings(const std::string& reference) {
  TableOptions options;
  options.reference = reference;
  options.opening_key = [](const GameRecord& record) { return fmt::format("{}", fmt::join(record.opening, " ")); };
  return options;
}

const PlayerRow& row_of(const ResultTable& table, const std::string& name) {
  const auto found = std::find_if(table.players.begin(), table.players.end(),
                                  [&name](const PlayerRow& row) { return row.name == name; });
  if (found == table.players.end()) throw std::runtime_error("no row of " + name);
  return *found;
}

}  // namespace rootward::tournament
