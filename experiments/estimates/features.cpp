// Averages over positions.
#include "experiments/estimates/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "experiments/estimates/cards.h"

namespace rootward::estimates {
namespace {

/// A mean that may have nothing to be taken over.
class FeatureMean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  [[nodiscard]] std::optional<double> value() const {
    return count_ == 0 ? std::nullopt : std::optional(sum_ / static_cast<double>(count_));
  }

 private:
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

using FeatureValues = std::array<std::optional<double>, kFeatures.size()>;

std::optional<double>& at(FeatureValues& values, Feature feature) { return values[static_cast<std::size_t>(feature)]; }

double gap_of(std::vector<Value> values) {
  std::ranges::partial_sort(values, values.begin() + 2, std::ranges::greater{});
  return values[0] - values[1];
}

/// What follows from the truths alone.
FeatureValues features_of_truths(const StoredEstimates& study, const std::string& game, std::uint64_t& positions) {
  std::array<FeatureMean, kLossPlies.size()> losing;
  FeatureMean branching;
  FeatureMean plies;
  FeatureMean with_losing;
  FeatureMean gap;
  for (const auto& [id, truth] : study.truths) {
    if (truth.game != game || !truth.look_ahead) continue;
    ++positions;
    const auto moves = static_cast<double>(truth.root_moves.size());
    branching.add(moves);
    plies.add(truth.look_ahead->plies_to_end);
    std::uint32_t known = 0;  // to lose within fewer plies; earlier programs forgot these where the nodes ran out
    for (std::size_t i = 0; i < losing.size(); ++i) {
      known = std::max(known, truth.look_ahead->losing[i]);
      losing[i].add(known / moves);
    }
    with_losing.add(known > 0 ? 1 : 0);
    if (truth.move_values.size() > 1) gap.add(gap_of(truth.move_values));
  }
  FeatureValues values;
  at(values, Feature::branching) = branching.value();
  at(values, Feature::plies_to_end) = plies.value();
  at(values, Feature::losing_3) = losing[0].value();
  at(values, Feature::losing_5) = losing[1].value();
  at(values, Feature::losing_7) = losing[2].value();
  at(values, Feature::with_losing_7) = with_losing.value();
  at(values, Feature::gap) = gap.value();
  return values;
}

void add_card(const std::vector<Card>& cards, const std::string& game, const std::string& arm, FeatureValues& values) {
  const auto found = std::ranges::find_if(
      cards, [&](const Card& card) { return card.game == game && card.name == arm && card.plies == "all"; });
  if (found == cards.end()) return;
  const auto take = [&](Feature feature, CardMeasure measure) {
    if (const std::optional<Estimate>& estimate = found->of(measure)) at(values, feature) = estimate->mean;
  };
  take(Feature::deviation, CardMeasure::deviation);
  take(Feature::bias, CardMeasure::bias);
  take(Feature::siblings, CardMeasure::siblings);
}

void add_shapes(const StoredEstimates& study, const std::string& game, const std::string& arm, std::size_t checkpoint,
                FeatureValues& values) {
  FeatureMean depth;
  FeatureMean width;
  FeatureMean best_share;
  for (const auto& [id, search] : study.searches) {
    if (search.game != game || search.arm != arm || checkpoint >= search.shapes.size()) continue;
    const TreeShape& shape = search.shapes[checkpoint];
    if (shape.width == 0) continue;  // proven at once: there was no tree
    depth.add(shape.depth);
    width.add(shape.width);
    best_share.add(shape.best_share);
  }
  at(values, Feature::depth) = depth.value();
  at(values, Feature::width) = width.value();
  at(values, Feature::best_share) = best_share.value();
}

std::string feature_text(const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "-"; }

}  // namespace

const FeatureFacts& facts_of(Feature feature) {
  static constexpr std::array<FeatureFacts, kFeatures.size()> kFacts = {{{"branching", "moves"},
                                                                         {"plies_to_end", "plies"},
                                                                         {"losing_3", "losing in 3"},
                                                                         {"losing_5", "in 5"},
                                                                         {"losing_7", "in 7"},
                                                                         {"with_losing_7", "with losing"},
                                                                         {"gap", "gap"},
                                                                         {"value_sd", "sd"},
                                                                         {"value_bias", "bias"},
                                                                         {"sibling_correlation", "siblings"},
                                                                         {"tree_depth", "depth"},
                                                                         {"tree_width", "width"},
                                                                         {"best_share", "best's visits"}}};
  return kFacts[static_cast<std::size_t>(feature)];
}

std::vector<FeatureRow> make_features(const StoredEstimates& study) {
  std::vector<FeatureRow> rows;
  if (study.config.feature_nodes == 0) return rows;
  const std::vector<Card> cards = make_cards(study);
  for (const EstimatedGame& game : study.config.games) {
    std::uint64_t positions = 0;
    const FeatureValues of_game = features_of_truths(study, game.name, positions);
    if (positions == 0) continue;
    for (const Arm& arm : study.config.arms) {
      FeatureValues of_arm = of_game;
      add_card(cards, game.name, arm.name, of_arm);
      for (std::size_t i = 0; i < study.config.checkpoints.size(); ++i) {
        FeatureRow row{.game = game.name,
                       .evaluator = arm.name,
                       .simulations = study.config.checkpoints[i],
                       .positions = positions,
                       .values = of_arm};
        add_shapes(study, game.name, arm.name, i, row.values);
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

Grid feature_grid(const std::vector<FeatureRow>& rows) {
  Grid grid{.title = "Features",
            .columns = {{"game", false}, {"evaluator", false}, {"simulations", true}, {"positions", true}},
            .rows = {}};
  for (const Feature feature : kFeatures) grid.columns.push_back({std::string(facts_of(feature).column), true});
  for (const FeatureRow& row : rows) {
    std::vector<std::string> cells = {row.game, row.evaluator, fmt::format("{}", row.simulations),
                                      fmt::format("{}", row.positions)};
    for (const Feature feature : kFeatures) cells.push_back(feature_text(row.of(feature)));
    grid.rows.push_back(std::move(cells));
  }
  return grid;
}

std::vector<std::string> feature_legend() {
  return {
      "Features, means over positions. moves: legal ones. plies: of random playouts to the end. losing in 3, 5, 7:",
      "share of the moves after which the opponent is known to win by force in so many plies; with losing: that of",
      "the positions with such a move within 7. gap: true value of the best move less that of the second. bias, sd:",
      "mean and standard deviation of what the evaluator says of a position less the truth. siblings: how far its",
      "errors for one position's moves are alike: 1, all; 0, each by itself. depth: mean plies of a simulation in the",
      ("tree. width: effective number of a node's children, 1 / sum of squared visit shares. best's visits: share of "
       "the root's most"),
      "visited move.",
  };
}

}  // namespace rootward::estimates
