// One study of one game, then the model.
#include "experiments/atlas/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <utility>

#include <unistd.h>

#include "core/errors.h"
#include "core/statistics/normal.h"
#include "experiments/config/overrides.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_build.h"
#include "experiments/estimates/run.h"
#include "experiments/play/game.h"

namespace rootward::atlas {
namespace {

constexpr double kFar = 3;  // standard deviations beyond which a domain is unlike what was seen

/// A folder of its own that ends with it.
class ScratchStudy {
 public:
  ScratchStudy()
      : path_((std::filesystem::temp_directory_path() / fmt::format("rootward-advice-{}", getpid())).string()) {
    std::filesystem::remove_all(path_);
  }
  ScratchStudy(const ScratchStudy&) = delete;
  ScratchStudy& operator=(const ScratchStudy&) = delete;
  ~ScratchStudy() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string study_text(const AdviceRequest& request) {
  return fmt::format(
      "name: advice\nseed: 1\ngames: {{game: {}}}\ninstances: {}\nrandom_plies: 20\nspread_plies: true\n"
      "truth: {{nodes: 50000, simulations: 32768, backup: average}}\nevaluations: true\nfeatures: 5000\n"
      "players: {{arm: {{backup: average, search: {{evaluator: {}}}}}}}\ncheckpoints: [{}]\n",
      config::flow_text(config::resolved_choice(request.game)), request.positions, request.evaluator,
      request.simulations);
}

estimates::FeatureRow measured(const AdviceRequest& request) {
  const estimates::EstimatesConfig study = estimates::parse_estimates(study_text(request), "(features for advice)");
  const ScratchStudy scratch;
  const estimates::EstimatesRunReport report = estimates::run_estimates(
      study, {.folder = scratch.path(), .threads = request.threads, .shard = {}, .is_quiet = true});
  if (!report.is_complete) throw RunError("stopped before the features were measured");
  return make_features(report.estimates).front();
}

/// Squared distance of two domains' features in deviations over the atlas's; unknown ones do not count.
class FeatureSpace {
 public:
  explicit FeatureSpace(const std::vector<estimates::FeatureRow>& rows) {
    for (const estimates::Feature feature : estimates::kFeatures) {
      double count = 0;
      double sum = 0;
      double squares = 0;
      for (const estimates::FeatureRow& row : rows) {
        if (!row.of(feature)) continue;
        count += 1;
        sum += *row.of(feature);
        squares += *row.of(feature) * *row.of(feature);
      }
      const double mean = count > 0 ? sum / count : 0;
      deviations_.push_back(count > 0 ? std::sqrt(std::max(0.0, squares / count - mean * mean)) : 0);
    }
  }
  [[nodiscard]] double distance(const estimates::FeatureRow& a, const estimates::FeatureRow& b) const {
    double squares = 0;
    for (std::size_t i = 0; i < deviations_.size(); ++i) {
      if (!a.values[i] || !b.values[i] || deviations_[i] == 0) continue;
      const double away = (*a.values[i] - *b.values[i]) / deviations_[i];
      squares += away * away;
    }
    return squares;
  }

 private:
  std::vector<double> deviations_;
};

/// The domain with cells whose features are the nearest.
std::pair<std::string, std::string> nearest(const AtlasResults& atlas, const estimates::FeatureRow& features) {
  const FeatureSpace space(atlas.features);
  std::pair<std::string, std::string> best;
  double least = std::numeric_limits<double>::infinity();
  for (const CellResult& cell : atlas.cells) {
    const estimates::FeatureRow* row = features_of(atlas.features, cell.game, cell.evaluator, features.simulations);
    if (row == nullptr || space.distance(*row, features) >= least) continue;
    least = space.distance(*row, features);
    best = {cell.game, cell.evaluator};
  }
  return best;
}

/// The player of an operator's best tuning in a domain, at the budget nearest by ratio.
std::string player_of(const AtlasResults& atlas, const std::string& op,
                      const std::pair<std::string, std::string>& domain, std::uint64_t simulations) {
  const CellResult* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const CellResult& cell : atlas.cells) {
    if (cell.op != op || cell.game != domain.first || cell.evaluator != domain.second || cell.players.empty()) continue;
    const double ratio = static_cast<double>(cell.simulations) / static_cast<double>(simulations);
    const double away = std::max(ratio, 1 / ratio);
    if (away >= least) continue;
    least = away;
    best = &cell;
  }
  return best == nullptr ? "" : best_player(*best);
}

/// The player with the evaluator and the budget that were asked about; "" stays.
std::string as_asked(const std::string& player, const AdviceRequest& request) {
  if (player.empty()) return "";
  config::YamlNode tree = config::map_node();
  config::apply_overrides(tree, {{.path = "player", .value = player}});
  config::YamlNode& own = *tree.find("player");
  config::apply_overrides(own, {{.path = "search.evaluator", .value = request.evaluator},
                                {.path = "search.budget.simulations", .value = std::to_string(request.simulations)}});
  return config::flow_text(own);
}

/// The name of the evaluator that stands in a map under `evaluator`. Where none does it is the default.
std::string evaluator_in(const config::YamlNode& map) {
  const config::YamlNode* choice = map.find("evaluator");
  if (choice != nullptr && choice->is_map()) choice = choice->find("name");
  return choice == nullptr ? "playouts" : choice->text;
}

bool knows_evaluator(const AtlasResults& atlas, const std::string& evaluator) {
  config::YamlNode tree = config::map_node();
  config::apply_overrides(tree, {{.path = "evaluator", .value = evaluator}});
  const std::string asked = evaluator_in(tree);
  return std::ranges::any_of(atlas.cells, [&](const CellResult& cell) {
    return (cell.evaluator_name.empty() ? cell.evaluator : cell.evaluator_name) == asked;
  });
}

std::vector<std::string> unlike(const AtlasResults& atlas, const AtlasModel& model, const ModelCase& at,
                                const std::string& evaluator) {
  std::set<std::string> outside;
  if (!knows_evaluator(atlas, evaluator)) outside.insert(fmt::format("evaluator ({})", evaluator));
  for (const AtlasModel::Part& part : model.parts()) {
    const FamilyModel::Distance distance = part.model.distance(at);
    if (distance.deviations > kFar)
      outside.insert(
          fmt::format("{} ({:.1f})", facts_of(estimates::kFeatures[distance.feature]).column, distance.deviations));
  }
  std::set<std::uint64_t> budgets;
  for (const CellResult& cell : atlas.cells) budgets.insert(cell.simulations);
  if (at.simulations < *budgets.begin() / 2 || at.simulations > 2 * *budgets.rbegin())
    outside.insert(fmt::format("simulations ({})", at.simulations));
  return {outside.begin(), outside.end()};
}

}  // namespace

Advice advise_on(const AtlasResults& atlas, const estimates::FeatureRow& features, const AdviceRequest& request) {
  const std::uint64_t simulations = request.simulations;
  std::vector<ModelRow> rows = model_rows(atlas, false);
  for (ModelRow& row : model_rows(atlas, true)) rows.push_back(std::move(row));
  if (rows.empty()) throw UsageError("this atlas has no cells with features: nothing can be foretold from it");
  const AtlasModel model(rows);
  const auto domain = nearest(atlas, features);
  Advice advice{.features = features, .nearest_domain = domain.first + "+" + domain.second};
  std::set<std::string> seen;
  for (const CellResult& cell : atlas.cells) {
    if (cell.is_control || !seen.insert(cell.op).second) continue;
    CellResult here;
    here.op = cell.op;
    here.family = cell.family;
    here.simulations = simulations;
    const std::optional<ModelPrediction> prediction = model.predict(model_case(here, features));
    if (!prediction) continue;
    const double half = kZ95 * prediction->standard_error;
    advice.ranking.push_back({.op = cell.op,
                              .prediction = *prediction,
                              .interval = {prediction->elo - half, prediction->elo + half},
                              .player = player_of(atlas, cell.op, domain, simulations),
                              .tuned_in = advice.nearest_domain});
  }
  std::ranges::stable_sort(advice.ranking, std::ranges::greater{},
                           [](const RankedOperator& one) { return one.prediction.elo; });
  advice.average_player = player_of(atlas, atlas.operators.front(), domain, simulations);
  CellResult here;
  here.simulations = simulations;
  advice.outside = unlike(atlas, model, model_case(here, features), request.evaluator);
  return advice;
}

Advice advise(const AtlasResults& atlas, const AdviceRequest& request) {
  Advice advice = advise_on(atlas, measured(request), request);
  for (RankedOperator& one : advice.ranking) one.player = as_asked(one.player, request);
  advice.average_player = as_asked(advice.average_player, request);
  return advice;
}

std::string advice_text(const AtlasResults& atlas, const Advice& advice, std::uint64_t simulations) {
  std::string text = grid_text(estimates::feature_grid({advice.features}));
  Grid grid{
      .title = fmt::format("Foretold at {} simulations, Elo against the tuned average ({})", simulations, atlas.name),
      .columns = {{"operator", false}, {"Elo", true}, {"95 %", true}},
      .rows = {}};
  for (const RankedOperator& one : advice.ranking)
    grid.rows.push_back({one.op, fmt::format("{:+.0f}", one.prediction.elo),
                         fmt::format("{:+.0f} to {:+.0f}", one.interval.low, one.interval.high)});
  text += "\n" + grid_text(grid);
  if (!advice.outside.empty())
    text += fmt::format("\nThis is unlike what the model has seen: {}. Take the order for a guess.\n",
                        fmt::join(advice.outside, ", "));
  const RankedOperator* best = advice.ranking.empty() ? nullptr : &advice.ranking.front();
  const bool gains = best != nullptr && best->prediction.elo > 0;
  const std::string& player = gains && !best->player.empty() ? best->player : advice.average_player;
  text += fmt::format(
      "\nThe game most like it: {}. {} there, to paste:\n\n  player: {}\n", advice.nearest_domain,
      gains ? "The first of the list as it was tuned" : "No operator is foretold to gain; the average as it was tuned",
      player);
  if (gains && best->interval.low <= 0)
    text +=
        "\nThe interval holds 0: the average as it was tuned may do as well:\n\n  player: " + advice.average_player +
        "\n";
  return text;
}

}  // namespace rootward::atlas
