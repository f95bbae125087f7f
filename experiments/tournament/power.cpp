// Comparisons as the tables make them; the mean cost of the schedule's games.
#include "experiments/tournament/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/arena/pace.h"
#include "experiments/store/folder_layout.h"
#include "experiments/tournament/dry_run.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/table/pairing_rows.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

PowerPlan power_plan(const TournamentConfig& config, std::uint64_t pairs) {
  const std::string reference = reference_of(config);
  const std::vector<Pairing> pairings = make_pairings(config);
  const auto compared = std::ranges::count_if(pairings, [&](const Pairing& pairing) {
    const std::array<std::string, 2> names = pairing_names(config, pairing);
    return names[0] == reference || names[1] == reference;
  });
  PowerPlan plan;
  plan.name = config.name;
  PowerQuestion question;
  question.comparisons = static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(1, compared));
  question.what = question.comparisons > 1
                      ? fmt::format("each of {} comparisons with {}", question.comparisons, reference)
                      : fmt::format("one comparison with {}", reference);
  question.games = 2 * pairs;
  question.matches = pairings.size();
  plan.questions.push_back(std::move(question));
  if (config.sprt) plan.stop = PowerStop{{config.sprt->elo0, config.sprt->elo1}, config.sprt->alpha, config.sprt->beta};
  return plan;
}

PairDeviation stored_deviation(const std::string& folder) {
  std::vector<PairCounts> matches;
  if (std::filesystem::exists(manifest_path(folder))) {
    const StoredResults results = read_results(folder, Detail::tables);
    for (const PairingRow& pairing : make_pairing_rows(*results.counted, results.config, folder))
      matches.push_back(pairing.pentanomial);
  }
  return measured_deviation(matches, folder);
}

bool measure_games(TournamentSetup& setup, double seconds, PowerPlan& plan) {
  constexpr std::size_t kFewest = 4;
  const std::vector<GameRecord> games = play_sample(setup, seconds);
  if (games.size() < kFewest) return false;
  struct Sum {
    double seconds = 0;
    double games = 0;
  };
  std::map<std::array<std::string, 2>, Sum> of_pairings;
  double plies = 0;
  for (const GameRecord& game : games) {
    Sum& sum = of_pairings[game.pairing];
    sum.seconds += game.cpu_seconds[0] + game.cpu_seconds[1];
    sum.games += 1;
    plies += game.plies;
  }
  double seconds_a_game = 0;
  for (const auto& entry : of_pairings) seconds_a_game += entry.second.seconds / entry.second.games;
  plan.seconds_a_game = seconds_a_game / static_cast<double>(of_pairings.size());
  plan.plies_a_game = plies / static_cast<double>(games.size());
  plan.cost_source = fmt::format("{} games played now", games.size());
  return true;
}

void measure_cost(TournamentSetup& setup, double seconds, PowerPlan& plan) {
  const PaceSetting setting{
      .openings = &setup.openings(), .side_by_side = setup.plan().side_by_side, .seed = setup.config().seed};
  const std::vector<Pairing> pairings = make_pairings(setup.config());
  std::map<std::size_t, double> move_seconds;
  for (const Pairing& pairing : pairings) move_seconds[pairing.a] = move_seconds[pairing.b] = 0;
  const double patience = seconds / static_cast<double>(move_seconds.size());
  for (auto& [player, cost] : move_seconds)
    cost = seconds_a_move(
        setting, [&, i = player](const Game& game) { return setup.make_player(i, game); }, patience);
  const GameLength length =
      likely_game_length(setting, setup.config().players,
                         [&setup](std::size_t index, const Game& game) { return setup.make_player(index, game); });
  plan.plies_a_game = length.plies;
  plan.cost_source = fmt::format("moves of each player and games {}, {:.0f} moves", length.of, length.plies);
  double sum = 0;
  for (const Pairing& pairing : pairings)
    sum += 0.5 * plan.plies_a_game * (move_seconds[pairing.a] + move_seconds[pairing.b]);
  plan.seconds_a_game = sum / static_cast<double>(pairings.size());
}

}  // namespace rootward::tournament
