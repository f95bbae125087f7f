// One study of one game, then the model.
#include "experiments/atlas/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <unistd.h>

#include "core/errors.h"
#include "core/statistics/normal.h"
#include "evaluators/registry.h"
#include "experiments/estimates/run.h"
#include "lab/config/overrides.h"
#include "lab/config/parts.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_document.h"
#include "lab/play/game.h"

namespace rootward::atlas {
namespace {

constexpr const char* kRuleOfPlayouts = "ucb1";

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

/// The limits of configs/atlas/features.yaml: other ones measure other features.
std::string study_text(const AdviceRequest& request) {
  return fmt::format(
      "name: advice\nseed: 1\ngames: {{game: {}}}\ninstances: {}\nrandom_plies: 20\nspread_plies: true\n"
      "truth: {{nodes: 200000, simulations: 131072, backup: average}}\nevaluations: true\nfeatures: 20000\n"
      "players: {{arm: {{backup: average, search: {{evaluator: {}}}}}}}\ncheckpoints: [{}]\n",
      config::flow_text(config::resolved_choice(request.game)), request.positions, request.evaluator,
      request.simulations);
}

/// Throws UsageError that names GAME or --evaluator.
void check_request(const AdviceRequest& request) {
  const NamedParams evaluator = parse_evaluator(request.evaluator);
  const std::unique_ptr<Game> game = make_game(draw_game(request.game, 0));
  if (game->facts().seats != 2)
    throw UsageError(fmt::format("GAME {}: seats: {} is not allowed; allowed: a game of two players", request.game.name,
                                 game->facts().seats));
  try {
    (void)game->slots(evaluator);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--evaluator {}: {}", request.evaluator, error.what()));
  }
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

/// The selection rule of a cell's players: PUCT under networks.
std::string rule_of(const CellResult& cell) {
  const std::string& player = cell.players.empty() ? cell.control_player : cell.players.front();
  const config::YamlNode tree = config::parse_yaml(player, "(tuned player)");
  const config::YamlNode* search = tree.find("search");
  const config::YamlNode* rule = search == nullptr ? nullptr : search->find("selection");
  if (rule != nullptr && rule->is_map()) rule = rule->find("name");
  return rule == nullptr ? kRuleOfPlayouts : rule->text;
}

/// That of a search whose evaluator this is.
std::string rule_under(const NamedParams& evaluator) { return gives_priors(evaluator) ? "puct" : kRuleOfPlayouts; }

/// The domain whose features are the nearest, of those whose players search by this rule: a constant of another says
/// nothing. Nothing where there is none.
std::optional<std::pair<std::string, std::string>> nearest(const AtlasResults& atlas,
                                                           const estimates::FeatureRow& features,
                                                           const std::string& rule) {
  const FeatureSpace space(atlas.features);
  std::optional<std::pair<std::string, std::string>> best;
  double least = std::numeric_limits<double>::infinity();
  for (const CellResult& cell : atlas.cells) {
    const estimates::FeatureRow* row = features_of(atlas.features, cell.game, cell.evaluator, features.simulations);
    if (row == nullptr || space.distance(*row, features) >= least || rule_of(cell) != rule) continue;
    least = space.distance(*row, features);
    best = {cell.game, cell.evaluator};
  }
  return best;
}

/// The player of an operator's best tuning in a domain, at the budget nearest by ratio; of the average its first, which
/// all others met.
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
  if (best == nullptr) return "";
  return best->is_control && !best->control_player.empty() ? best->control_player : best_player(*best);
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

/// Numbers of one feature.
struct SeenRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  double deviation = 0;
};

SeenRange range_of(const std::vector<ModelRow>& rows, std::size_t feature) {
  SeenRange range;
  std::vector<double> seen;
  for (const ModelRow& row : rows)
    if (!std::isnan(row.at.features[feature])) seen.push_back(row.at.features[feature]);
  if (seen.empty()) return range;
  const auto [low, high] = std::ranges::minmax(seen);
  const auto count = static_cast<double>(seen.size());
  const double mean = std::accumulate(seen.begin(), seen.end(), 0.0) / count;
  double squares = 0;
  for (const double one : seen) squares += (one - mean) * (one - mean);
  return {.low = low, .high = high, .deviation = std::sqrt(squares / count)};
}

std::vector<std::string> unlike(const AtlasResults& atlas, const std::vector<ModelRow>& rows, const ModelCase& at,
                                const std::string& evaluator) {
  constexpr double kBeyond = 0.5;  // standard deviations
  std::vector<std::string> outside;
  if (!knows_evaluator(atlas, evaluator)) outside.push_back(fmt::format("evaluator {}, never seen", evaluator));
  for (std::size_t i = 0; i < at.features.size(); ++i) {
    const SeenRange range = range_of(rows, i);
    const double beyond = kBeyond * range.deviation;
    if (std::isnan(at.features[i])) continue;
    if (at.features[i] >= range.low - beyond && at.features[i] <= range.high + beyond) continue;
    outside.push_back(
        range.low > range.high
            ? fmt::format("{} {:.3g}, never seen", facts_of(estimates::kFeatures[i]).column, at.features[i])
            : fmt::format("{} {:.3g}, seen {:.3g} to {:.3g}", facts_of(estimates::kFeatures[i]).column, at.features[i],
                          range.low, range.high));
  }
  std::set<std::uint64_t> budgets;
  for (const CellResult& cell : atlas.cells) budgets.insert(cell.simulations);
  if (at.simulations < *budgets.begin() / 2 || at.simulations > 2 * *budgets.rbegin())
    outside.push_back(
        fmt::format("simulations {}, seen {} to {}", at.simulations, *budgets.begin(), *budgets.rbegin()));
  return outside;
}

/// An operator as it is without tuning; the rule's constants are its defaults, too.
std::string untuned_player(const std::string& op, const std::string& rule) {
  return fmt::format("{{backup: {}, search: {{selection: {{name: {}}}}}}}", op, rule);
}

/// By the model.
std::vector<RankedOperator> ranked(const AtlasResults& atlas, const AtlasModel& model,
                                   const std::vector<ModelRow>& rows, const estimates::FeatureRow& features,
                                   std::uint64_t simulations) {
  std::vector<RankedOperator> ranking;
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
    ranking.push_back({.op = cell.op,
                       .prediction = *prediction,
                       .interval = {prediction->elo - half, prediction->elo + half},
                       .mean_elo = mean_over_games(rows, cell.op)});
  }
  std::ranges::stable_sort(ranking, std::ranges::greater{},
                           [](const RankedOperator& one) { return one.prediction.elo; });
  return ranking;
}

Grid ranking_grid(const AtlasResults& atlas, const Advice& advice, std::uint64_t simulations) {
  Grid grid{
      .title = fmt::format("Foretold at {} simulations, Elo against the tuned average ({})", simulations, atlas.name),
      .columns = {{"operator", false}, {"Elo", true}, {"95 %", true}, {"measured mean", true}},
      .rows = {}};
  for (const RankedOperator& one : advice.ranking)
    grid.rows.push_back({one.op, fmt::format("{:+.0f}", one.prediction.elo),
                         fmt::format("{:+.0f} to {:+.0f}", one.interval.low, one.interval.high),
                         fmt::format("{:+.0f}", one.mean_elo)});
  return grid;
}

/// How well the model does on games that it has not seen, beside its rivals: those held out where there are any.
std::string trust_text(const AtlasResults& atlas) {
  const std::vector<ModelRow> open = model_rows(atlas, false);
  const std::vector<ModelRow> held_out = model_rows(atlas, true);
  const std::vector<ForetoldRow> rows = held_out.empty() ? foretell_each_game(open) : foretell(open, held_out);
  if (rows.empty()) return "There is no game that the model has not seen, so nobody knows how well it foretells one.\n";
  std::string text = fmt::format("{}:\n", held_out.empty() ? "Games that were left out in turn" : "Held-out games");
  const PredictorScore model = score_of(rows, Predictor::model);
  std::vector<std::string> unbeaten;
  for (const Predictor predictor : kAllPredictors) {
    const PredictorScore score = score_of(rows, predictor);
    text += fmt::format("  {}: rho {}, error {:.1f} Elo\n", predictor_name(predictor),
                        score.rho ? fmt::format("{:.2f}", *score.rho) : "-", score.error);
    if (predictor != Predictor::model && !(model.rho > score.rho && model.error < score.error))
      unbeaten.emplace_back(predictor_name(predictor));
  }
  if (unbeaten.empty()) return text + "There the model foretold better than its rivals.\n";
  return text + fmt::format("There the model did not foretell better, in rho and in error, than: {}.\n",
                            fmt::join(unbeaten, ", "));
}

std::string pasted(const std::string& told, const std::string& player) {
  return fmt::format("\n{}, to paste:\n\n  player: {}\n", told, player);
}

/// The average first, but where an operator's whole interval is above it.
std::string players_text(const Advice& advice) {
  if (advice.nearest_domain.empty())
    return pasted(
        "No game of this atlas was played under an evaluator of that kind (networks search by PUCT, all others by "
        "UCB1), so none of its constants fits. The average, untuned",
        advice.average_player);
  const std::string average = pasted("The average as it was tuned there", advice.average_player);
  std::string text = fmt::format("\nThe game most like it: {}.\n", advice.nearest_domain);
  const RankedOperator* best = advice.ranking.empty() ? nullptr : &advice.ranking.front();
  if (best == nullptr || best->prediction.elo <= 0) return text + "No operator is foretold to gain.\n" + average;
  if (best->player.empty())
    return text + fmt::format("{} is foretold to gain, but was not played there.\n", best->op) + average;
  if (best->interval.low > 0) return text + pasted("The first of the list as it was tuned there", best->player);
  return text + "The first interval holds 0, so begin with the average.\n" + average +
         pasted("The first of the list, which may gain", best->player);
}

}  // namespace

Advice advise_on(const AtlasResults& atlas, const estimates::FeatureRow& features, const AdviceRequest& request) {
  std::vector<ModelRow> rows = model_rows(atlas, false);
  for (ModelRow& row : model_rows(atlas, true)) rows.push_back(std::move(row));
  if (rows.empty()) throw UsageError("this atlas has no cells with features: nothing can be foretold from it");
  const NamedParams evaluator = parse_evaluator(request.evaluator);
  const std::string rule = rule_under(evaluator);
  Advice advice{.features = features,
                .ranking = ranked(atlas, AtlasModel(rows), rows, features, request.simulations),
                .average_player = untuned_player(atlas.operators.front(), rule),
                .has_other_truth = gives_priors(evaluator)};
  if (const auto domain = nearest(atlas, features, rule)) {
    advice.nearest_domain = domain->first + "+" + domain->second;
    advice.average_player = player_of(atlas, atlas.operators.front(), *domain, request.simulations);
    for (RankedOperator& one : advice.ranking) one.player = player_of(atlas, one.op, *domain, request.simulations);
  }
  CellResult here;
  here.simulations = request.simulations;
  advice.outside = unlike(atlas, rows, model_case(here, features), request.evaluator);
  return advice;
}

Advice advise(const AtlasResults& atlas, const AdviceRequest& request) {
  check_request(request);
  Advice advice = advise_on(atlas, measured(request), request);
  for (RankedOperator& one : advice.ranking) one.player = as_asked(one.player, request);
  advice.average_player = as_asked(advice.average_player, request);
  return advice;
}

std::string advice_text(const AtlasResults& atlas, const Advice& advice, std::uint64_t simulations) {
  std::string text = grid_text(estimates::feature_grid({advice.features}));
  if (advice.has_other_truth)
    text +=
        "gap, sd, bias and siblings: where no solver tells the truth it is that of a search with playouts here, and in "
        "the atlas of one that asks the network.\n";
  text += "\n" + grid_text(ranking_grid(atlas, advice, simulations)) + "measured mean: over the atlas's games.\n\n" +
          trust_text(atlas);
  if (!advice.outside.empty())
    text += fmt::format("\nThis is unlike what the model has seen, so take the order for a guess:\n  {}\n",
                        fmt::join(advice.outside, "\n  "));
  return text + players_text(advice);
}

}  // namespace rootward::atlas
