// The atlas's model on results that are made of features, and on results that are not.
#include "experiments/atlas/model.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/rng.h"

namespace rootward::atlas {
namespace {

using ::testing::HasSubstr;

ModelRow row_of(const std::string& game, const std::string& op, double feature, double elo) {
  return {.at = {.game = game,
                 .domain = game + "+playouts",
                 .simulations = 400,
                 .op = op,
                 .family = "child-type",
                 .features = {feature, 7}},
          .elo = elo};
}

/// One operator, two games, one feature at -1 and +1 deviations, elo 0 and 20: the slope is 2 * 10 / (2 + penalty), for
/// X'X of it is 2 and X'y 20; the constant stays 10, for the operator's own is not needed.
TEST(AtlasModel, ShrinksTheSlopeByThePenalty) {
  const std::vector<ModelRow> rows = {row_of("a", "max", 3, 0), row_of("b", "max", 5, 20)};
  const FamilyModel model(rows, 2);
  EXPECT_NEAR(model.slope(0), 5, 1e-9);
  EXPECT_EQ(model.slope(1), 0) << "it does not vary";
  EXPECT_NEAR(model.predict(rows[1].at).elo, 15, 1e-9);
  EXPECT_NEAR(model.predict(row_of("c", "max", std::nan(""), 0).at).elo, 10, 1e-9) << "an unknown feature is the mean";
}

TEST(AtlasModel, KnowsOperatorsApart) {
  std::vector<ModelRow> rows;
  for (const char* game : {"a", "b", "c", "d"})
    for (const auto& [op, elo] : {std::pair{"max", -100.0}, std::pair{"softmax", 20.0}})
      rows.push_back(row_of(game, op, *game - 'a', elo));
  const AtlasModel model(rows);
  EXPECT_LT(model.predict(row_of("e", "max", 1, 0).at)->elo, -90);
  EXPECT_GT(model.predict(row_of("e", "softmax", 1, 0).at)->elo, 10);
  ModelCase other = rows[0].at;
  other.family = "path-type";
  EXPECT_FALSE(model.predict(other)) << "nothing is known of that family";
}

/// Elo = 40 x feature + the operator's own, which no mean over other games can know.
std::vector<ModelRow> made_of_features() {
  std::vector<ModelRow> rows;
  Rng rng(5);
  for (int game = 0; game < 12; ++game) {
    const double feature = game % 5;
    for (int op = 0; op < 6; ++op) {
      const double noise = static_cast<double>(rng.below(11)) - 5;
      rows.push_back(
          row_of("g" + std::to_string(game), "op" + std::to_string(op), feature, 40 * feature + 8 * op + noise));
    }
  }
  return rows;
}

TEST(AtlasModel, ForetellsUnseenGamesWhereFeaturesTell) {
  const std::vector<ForetoldRow> rows = foretell_each_game(made_of_features());
  ASSERT_EQ(rows.size(), 72U);
  EXPECT_LT(score_of(rows, Predictor::model).error, 10);
  EXPECT_GT(score_of(rows, Predictor::mean_order).error, 40);
  EXPECT_GT(score_of(rows, Predictor::model).rho.value(), 0.9);
  EXPECT_EQ(score_of(rows, Predictor::model).orders, 12U);
  EXPECT_EQ(score_of(rows, Predictor::zero).rho, 0) << "it orders nothing";
  int inside = 0;
  for (const ForetoldRow& row : rows) inside += std::fabs(row.elo[0] - row.row.elo) < 1.96 * row.standard_error ? 1 : 0;
  EXPECT_GT(inside, 60);
}

/// Both numbers have to be the best: the rival that says 90 and 10 orders as well as the model.
TEST(AtlasModel, BeatsItsRivalsInOrderAndInError) {
  std::vector<ForetoldRow> rows(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const double elo = i == 0 ? 80 : 20;
    rows[i].row = row_of("a", i == 0 ? "max" : "softmax", 1, elo);
    rows[i].elo[0] = elo + 5;
    rows[i].elo[1] = i == 0 ? 10 : 90;
  }
  EXPECT_TRUE(beats_rivals(rows));
  std::swap(rows[0].elo[1], rows[1].elo[1]);
  EXPECT_FALSE(beats_rivals(rows));
}

/// In game a the model orders rightly and the rival wrongly, in b the other way round: of both the margin is 0, and of
/// the same game drawn twice 2 or -2. Errors: 0 against sqrt(1800) in one, the other way round in the other.
TEST(AtlasModel, MarginsAreOverGames) {
  std::vector<ForetoldRow> rows;
  for (const std::string game : {"a", "b"})
    for (const auto& [op, elo] : {std::pair{"max", 0.0}, {"softmax", 60.0}}) {
      ForetoldRow row{.row = row_of(game, op, 1, elo)};
      row.elo[game == "a" ? 0 : 1] = elo;
      row.elo[game == "a" ? 1 : 0] = 60 - elo;
      rows.push_back(row);
    }
  const ModelMargin margin = margin_over(rows, Predictor::mean_order).value();
  EXPECT_DOUBLE_EQ(margin.rho.low, -2);
  EXPECT_DOUBLE_EQ(margin.rho.high, 2);
  EXPECT_DOUBLE_EQ(margin.error.high, 60);
  EXPECT_TRUE(margin.is_range) << "of two games";
  std::vector<ForetoldRow> many = rows;
  for (const std::string game : {"c", "d", "e", "f"})
    for (std::size_t i = 0; i < 2; ++i) {
      many.push_back(rows[i]);  // as in a
      many.back().row.at.game = game;
    }
  const ModelMargin over_six = margin_over(many, Predictor::mean_order).value();
  EXPECT_FALSE(over_six.is_range);
  EXPECT_GT(over_six.rho.low, -2) << "four or more of six draws like b are rare: 95 % lie above";
  EXPECT_DOUBLE_EQ(over_six.rho.high, 2);
  rows.resize(2);
  EXPECT_FALSE(margin_over(rows, Predictor::mean_order)) << "one game has no spread";
}

/// Where results are noise the penalty is great, and the model hardly worse than "everything is 0".
TEST(AtlasModel, FindsNothingWhereThereIsNothing) {
  std::vector<ModelRow> rows = made_of_features();
  Rng rng(9);
  for (ModelRow& row : rows) row.elo = static_cast<double>(rng.below(101)) - 50;
  const std::vector<ForetoldRow> foretold = foretell_each_game(rows);
  EXPECT_LT(score_of(foretold, Predictor::model).error, 1.15 * score_of(foretold, Predictor::zero).error);
  EXPECT_GE(AtlasModel(rows).parts().front().penalty, 30);
  EXPECT_FALSE(beats_rivals(foretold));
}

/// The result of a left out game says nothing about its own prediction.
TEST(AtlasModel, NeverSeesTheGameItForetells) {
  std::vector<ModelRow> rows = made_of_features();
  const std::vector<ForetoldRow> before = foretell_each_game(rows);
  for (ModelRow& row : rows)
    if (row.at.game == "g3") row.elo += 1000;
  const std::vector<ForetoldRow> after = foretell_each_game(rows);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool is_same = before[i].elo[0] == after[i].elo[0];
    EXPECT_EQ(is_same, before[i].row.at.game == "g3") << before[i].row.at.game;
  }
}

}  // namespace
}  // namespace rootward::atlas
