// What is cut: games, evaluations and simulations; every step stays.
#include "tests/cli/frame/miniatures.h"

#include <utility>

namespace rootward::testing {

Miniature small_atlas() {
  std::vector<std::string> smaller = {"operators=[average, max]", "lists.small=[16]", "lists.large=[32]"};
  for (const char* features : {"features", "features-tactical", "features-solved", "features-network"})
    smaller.push_back(std::string("steps.") + features + ".estimates.instances=1");
  for (const char* tuning : {"first-pass-400", "tune-400", "first-pass-1600", "tune-1600"}) {
    const std::string step = std::string("steps.") + tuning;
    smaller.push_back(step + ".evaluations=1");
    for (const char* games : {".tuning.games=2", ".tuning.test_games=2"}) smaller.push_back(step + games);
    smaller.push_back(step + ".tuning.defaults.search.budget.simulations=16");
  }
  for (const char* played : {"final-400", "final-1600", "final-equal", "pool-400", "pool-1600", "pool-equal", "trial"})
    smaller.push_back(std::string("steps.") + played + ".games=4");
  for (const char* played : {"final-equal", "pool-equal", "trial"})
    smaller.push_back(std::string("steps.") + played + ".tournament.defaults.search.budget.simulations=32");
  return {"atlas/cluster", smaller};
}

Miniature small_search() {
  std::vector<std::string> smaller = {"lists.seed=[1]",
                                      "lists.survivor.count=1",
                                      "steps.search.rounds={pairs: [2, 4], keep: 0.5}",
                                      "steps.search.formulas={generations: 2, count: 4, parents: 2, fresh: 0.3}",
                                      "steps.control.evaluations=1",
                                      "steps.control.tuning.games=2",
                                      "steps.control.tuning.test_games=2",
                                      "steps.tune.evaluations=1",
                                      "steps.tune.tuning.games=4"};
  for (const char* step : {"control.tuning", "search.tournament", "tune.tuning", "cost.tournament", "trial.tournament",
                           "confirmation.tournament"})
    smaller.push_back(std::string("steps.") + step + ".defaults.search.budget.simulations=16");
  for (const char* step : {"cost", "trial", "confirmation"})
    smaller.push_back(std::string("steps.") + step + ".tournament.schedule.pairs=2");
  return {"discovery/search", smaller};
}

std::vector<Miniature> small_reproductions() {
  std::vector<Miniature> all;
  for (const auto& [name, steps] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"laptop", {"9x9-200"}}, {"night-all", {"9x9-800"}}, {"weak-networks", {"10k", "50k"}}}) {
    Miniature& one = all.emplace_back();
    one.name = "reproduction/" + name;
    for (const std::string& step : steps)
      for (const char* value : {".tournament.schedule.pairs=2", ".tournament.defaults.search.budget.simulations=3"})
        one.smaller.push_back("steps." + step + value);
  }
  return all;
}

Miniature small_tuned_reproduction() {
  std::vector<std::string> smaller = {"steps.tune.evaluations=2", "steps.tune.tuning.games=2",
                                      "steps.tune.tuning.test_games=2", "steps.cells.tournament.schedule.pairs=2"};
  for (const char* step : {"steps.tune.tuning", "steps.cells.tournament"})
    smaller.push_back(std::string(step) + ".defaults.search.budget.simulations=3");
  return {"reproduction/tuned", smaller};
}

Miniature small_implicit_minimax() {
  std::vector<std::string> smaller;
  for (const char* step : {"improved", "improved-cut", "curve", "static", "threshold", "kalah"})
    for (const char* value : {".tournament.schedule.pairs=1", ".tournament.defaults.search.budget.simulations=20"})
      smaller.push_back(std::string("steps.") + step + value);
  return {"papers/implicit-minimax", smaller};
}

Miniature small_which_backup(const std::string& game) {
  return {"which-backup",
          {"game=" + game, "steps.features.estimates.instances=4", "steps.features.estimates.features=100",
           "lists.seed=[1, 2]", "lists.budget=[8]", "steps.first-pass.evaluations=1", "steps.tune.evaluations=1",
           "steps.first-pass.tuning.games=2", "steps.tune.tuning.games=2", "steps.first-pass.tuning.test_games=2",
           "steps.tune.tuning.test_games=2", "steps.final.games={first: 4, most: 8, margin: 20}"}};
}

std::vector<std::string> run_of(const Miniature& miniature) {
  std::vector<std::string> arguments = {"run", "shipped:" + miniature.name, "--quiet", "--threads", "2"};
  for (const std::string& value : miniature.smaller) arguments.insert(arguments.end(), {"--set", value});
  return arguments;
}

}  // namespace rootward::testing
