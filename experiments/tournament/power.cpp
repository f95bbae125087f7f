// Comparisons as the tables make them; the mean cost of the schedule's games.
#include "experiments/tournament/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "experiments/tournament/game_cost.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/table/pairing_rows.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/store/folder_layout.h"

namespace rootward::tournament {

PowerPlan power_plan(const TournamentConfig& config, std::uint64_t pairs) {
  const std::string reference = reference_of(config);
  const std::vector<Pairing> pairings = make_pairings(config);
  const auto compared = std::ranges::count_if(pairings, [&](const Pairing& pairing) {
    const std::array<std::string, 2> names = pairing_names(config, pairing);
    return (names[0] == reference || names[1] == reference) &&
           !is_same_player(config.players[pairing.a], config.players[pairing.b]);
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

void measure_cost(TournamentSetup& setup, double seconds, PowerPlan& plan) {
  const GameCosts costs = game_costs(setup, play_sample(setup, seconds), seconds);
  double sum = 0;
  for (const double cost : costs.seconds) sum += cost;
  set_cost(plan, sum / static_cast<double>(costs.seconds.size()), costs.plies, costs.of);
}

}  // namespace rootward::tournament
