// One study of one game, then the domains whose features are the nearest.
#include "experiments/study/advice.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "core/errors.h"
#include "evaluators/registry.h"
#include "experiments/estimates/run.h"
#include "experiments/study/recommendations.h"
#include "lab/config/head_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/parts.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/config/yaml_document.h"
#include "lab/play/game.h"
#include "lab/report/grid.h"

namespace rootward::study {
namespace {

constexpr std::size_t kNearest = 3;
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
config::YamlNode study_tree(const AdviceRequest& request) {
  config::YamlNode games = config::map_node();
  config::add(games, "game", config::resolved_choice(request.game));
  config::YamlNode tree = config::map_node();
  config::add(tree, "games", std::move(games));
  config::YamlNode asked = config::map_node();
  config::add(asked, "backup", config::text_node("average"));
  config::add(asked, "search", config::map_node());
  config::YamlNode players = config::map_node();
  config::add(players, "asked", std::move(asked));
  config::add(tree, "players", std::move(players));
  config::assign_paths(tree, "");
  config::apply_overrides(tree, {{.path = "name", .value = "advice"},
                                 {.path = "seed", .value = "1"},
                                 {.path = "instances", .value = std::to_string(request.positions)},
                                 {.path = "random_plies", .value = "20"},
                                 {.path = "spread_plies", .value = "true"},
                                 {.path = "truth", .value = "{nodes: 200000, simulations: 131072, backup: average}"},
                                 {.path = "evaluations", .value = "true"},
                                 {.path = "features", .value = "20000"},
                                 {.path = "players.asked.search.evaluator", .value = request.evaluator},
                                 {.path = "checkpoints", .value = fmt::format("[{}]", request.simulations)}});
  return tree;
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
  const estimates::EstimatesConfig study = estimates::read_estimates_tree(study_tree(request), "(features for advice)");
  const ScratchStudy scratch;
  const estimates::EstimatesRunReport report = estimates::run_estimates(
      study, {.folder = scratch.path(), .threads = request.threads, .shard = {}, .is_quiet = true});
  if (!report.is_complete) throw RunError("stopped before the features were measured");
  return make_features(report.estimates).front();
}

/// Root of the mean squared difference of two domains' features, in standard deviations over the grid's; unknown ones
/// do not count.
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
    double count = 0;
    for (std::size_t i = 0; i < deviations_.size(); ++i) {
      if (!a.values[i] || !b.values[i] || deviations_[i] == 0) continue;
      const double away = (*a.values[i] - *b.values[i]) / deviations_[i];
      squares += away * away;
      count += 1;
    }
    return count > 0 ? std::sqrt(squares / count) : std::numeric_limits<double>::infinity();
  }

 private:
  std::vector<double> deviations_;
};

/// The selection rule of a cell's players: PUCT under networks.
std::string rule_of(const GridCell& cell) {
  const config::YamlNode tree = config::parse_yaml(best_control({&cell}), "(tuned player)");
  const config::YamlNode* search = tree.find("search");
  const config::YamlNode* rule = search == nullptr ? nullptr : search->find("selection");
  if (rule != nullptr && rule->is_map()) rule = rule->find("name");
  return rule == nullptr ? kRuleOfPlayouts : rule->text;
}

/// That of a search whose evaluator this is.
std::string rule_under(const NamedParams& evaluator) { return gives_priors(evaluator) ? "puct" : kRuleOfPlayouts; }

double away_by_ratio(std::uint64_t a, std::uint64_t b) {
  const double ratio = static_cast<double>(a) / static_cast<double>(b);
  return std::max(ratio, 1 / ratio);
}

/// What is known of a domain at the budget nearest by ratio, of equal simulations; nothing without features or players.
std::optional<LikeDomain> like_domain(const GridResults& grid, const std::string& domain, const FeatureSpace& space,
                                      const estimates::FeatureRow& features, const std::string& rule) {
  std::optional<Recommendation> best;
  for (const Recommendation& one : recommend(grid)) {
    if (one.any->domain != domain || !one.any->is_at_equal_simulations() || rule_of(*one.any) != rule) continue;
    if (!best || away_by_ratio(one.any->simulations, features.simulations) <
                     away_by_ratio(best->any->simulations, features.simulations))
      best = one;
  }
  if (!best) return std::nullopt;
  const estimates::FeatureRow* row =
      features_of(grid.features, best->any->game(), best->any->evaluator(), features.simulations);
  if (row == nullptr) return std::nullopt;
  const bool gains = best->best != nullptr;
  return LikeDomain{.domain = domain,
                    .distance = space.distance(*row, features),
                    .budget = best->any->budget,
                    .backup = gains ? best->best->op : grid.operators.front(),
                    .decided = best->best,
                    .player = best->player};
}

/// The player with the evaluator and the budget that were asked about.
std::string as_asked(const std::string& player, const AdviceRequest& request) {
  config::YamlNode tree = config::map_node();
  config::apply_overrides(tree, {{.path = "player", .value = player}});
  config::YamlNode& own = *tree.find("player");
  config::apply_overrides(own, {{.path = "search.evaluator", .value = request.evaluator},
                                {.path = "search.budget.simulations", .value = std::to_string(request.simulations)}});
  return config::flow_text(own);
}

std::string gain_text(const LikeDomain& one) {
  if (one.decided == nullptr) return "none decided";
  const Interval& interval = one.decided->effect.statistics.elo_ci95;
  return fmt::format("{:+.0f} [{:+.0f}, {:+.0f}]", one.decided->effect.elo, interval.low, interval.high);
}

}  // namespace

Advice advise_on(const GridResults& grid, const estimates::FeatureRow& features, const AdviceRequest& request) {
  if (grid.cells.empty() || grid.features.empty())
    throw UsageError("this study has no cells with features, so it says nothing of other games");
  const NamedParams evaluator = parse_evaluator(request.evaluator);
  const std::string rule = rule_under(evaluator);
  const FeatureSpace space(grid.features);
  Advice advice{.features = features, .has_other_truth = gives_priors(evaluator)};
  for (const std::string& domain : grid.domains)
    if (std::optional<LikeDomain> one = like_domain(grid, domain, space, features, rule))
      advice.nearest.push_back(std::move(*one));
  std::ranges::stable_sort(advice.nearest, {}, &LikeDomain::distance);
  if (advice.nearest.size() > kNearest) advice.nearest.resize(kNearest);
  const std::string untuned =
      fmt::format("{{backup: {}, search: {{selection: {{name: {}}}}}}}", grid.operators.front(), rule);
  advice.player = as_asked(advice.nearest.empty() ? untuned : advice.nearest.front().player, request);
  return advice;
}

Advice advise(const GridResults& grid, const AdviceRequest& request) {
  check_request(request);
  return advise_on(grid, measured(request), request);
}

std::string advice_text(const GridResults& grid, const Advice& advice) {
  std::string text = grid_text(estimates::feature_grid({advice.features}));
  if (advice.has_other_truth)
    text +=
        "gap, sd, bias and siblings: where no solver knows the truth it is that of a search with playouts here, and in "
        "the study of one that asks the network.\n";
  if (advice.nearest.empty())
    return text +
           fmt::format(
               "\nNo game of this study was played under an evaluator of that kind (networks search by PUCT, all "
               "others by UCB1), so none of its constants fits. The average, untuned, to paste:\n\n  player: {}\n",
               advice.player);
  Grid table{.title = fmt::format("What was measured in the games most like it ({})", grid.name),
             .columns = {{"domain", false}, {"distance", true}, {"budget", true}, {"backup", false}, {"Elo", true}},
             .rows = {}};
  for (const LikeDomain& one : advice.nearest)
    table.rows.push_back({one.domain, fmt::format("{:.2f}", one.distance), one.budget, one.backup, gain_text(one)});
  const LikeDomain& first = advice.nearest.front();
  return text + "\n" + grid_text(table) +
         "distance: of the features, in standard deviations over the study's games. Elo: over the tuned average, with "
         "its 95 % interval, where a gain is decided there. Whether the same holds in your game nobody has "
         "measured.\n" +
         fmt::format("\nTo begin with, {} as it was tuned in {}:\n\n  player: {}\n", first.backup, first.domain,
                     advice.player);
}

}  // namespace rootward::study
