// What a plan takes operators to cost.
#include "experiments/atlas/plan.h"

#include <gmock/gmock.h>

#include "tests/lab/store/scratch_folder.h"

namespace rootward::atlas {
namespace {

using ::testing::HasSubstr;

CellResult cell_with(const std::string& op, double cost) {
  CellResult cell;
  cell.op = op;
  cell.domain = "ttt+playouts";
  cell.budget = "10";
  cell.simulations = 10;
  cell.cost = cost;
  cell.entrants.cpu_seconds = 0.01;
  return cell;
}

TEST(AtlasPlan, OperatorsCostWhatAnAtlasMeasured) {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("f.yaml"),
                      "name: f\nseed: 1\ngames: {ttt: tictactoe}\ninstances: 2\nrandom_plies: 1\nevaluations: true\n"
                      "features: 100\noperators: {playouts: average}\ncheckpoints: [10]\n");
  testing::write_text(scratch.path("atlas.yaml"),
                      "name: a\nseed: 3\nfeatures: [f.yaml]\nbudgets: [10]\noperators: [average, max, softmax]\n"
                      "finals: {games: 8, most_games: 16, pool_games: 4}\n");
  const AtlasConfig config = read_atlas(scratch.path("atlas.yaml"));
  AtlasResults played;
  played.cells = {cell_with("max", 4)};
  EXPECT_DOUBLE_EQ(cost_of(config, &played, 2, 0), kUsualCost);
  played.cells.push_back(cell_with("softmax", 2));
  played.cells.push_back(cell_with("softmax", 4));
  EXPECT_DOUBLE_EQ(cost_of(config, &played, 2, 0), 3);
  EXPECT_DOUBLE_EQ(cost_of(config, &played, 0, 0), 1);
  EXPECT_DOUBLE_EQ(cost_of(config, nullptr, 2, 0), kUsualCost);
  played.cells[1].domain = "go-9+playouts";
  EXPECT_DOUBLE_EQ(cost_of(config, &played, 2, 0), 4) << "that of the same domain";
  played.cells.pop_back();
  EXPECT_DOUBLE_EQ(cost_of(config, &played, 2, 0), 2) << "else that of all";

  const auto told = [&](const std::vector<std::string>& guessed) { return plan_text(config, {.guessed = guessed}); };
  EXPECT_THAT(told({"max", "softmax"}), HasSubstr("costs over the average: taken to be 1.5 for every operator"));
  EXPECT_THAT(told({"softmax"}), HasSubstr("as an atlas measured them, but taken to be 1.5 for softmax"));
  EXPECT_THAT(told({}), HasSubstr("costs of all operators over the average: as an atlas measured them"));
}

}  // namespace
}  // namespace rootward::atlas
