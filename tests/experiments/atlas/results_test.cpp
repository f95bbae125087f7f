// What follows from an atlas's cells: JSON and back, p after all looks, rows for the model.
#include "experiments/atlas/results.h"

#include <gmock/gmock.h>

#include <tuple>

#include "core/errors.h"
#include "core/json.h"
#include "tests/experiments/atlas/small_atlas.h"

namespace rootward::atlas {
namespace {

using ::testing::HasSubstr;

TEST(AtlasResults, ReadBackAsTheyWereWritten) {
  AtlasResults results = small_atlas();
  results.cells[1].pool_score = 0.25;
  results.cells[1].statistics.elo_ci95.low = -std::numeric_limits<double>::infinity();
  results.cells[1].looks = 3;
  results.cells[1].evaluator_name = "tactical_playouts";
  results.cells[1].control_player = "{backup: average}";
  results.cells[1].entrants = {.simulations = 213, .cpu_seconds = 0.012};
  results.cells[1].control = {.simulations = 400, .cpu_seconds = 0.011};
  const std::string text = atlas_json(results);
  const AtlasResults read = parse_atlas_json(text);
  EXPECT_EQ(atlas_json(read), text);
  EXPECT_EQ(read.cells[1].looks, 3U);
  EXPECT_EQ(read.cells[1].entrants.simulations, 213U);
  EXPECT_EQ(read.cells[1].control.cpu_seconds, 0.011);
  EXPECT_THROW((void)parse_atlas_json("{\"schema\":\"rootward.atlas/1\"}"), UsageError);
}

/// Fields were added to the schema; files without them are read as before.
TEST(AtlasResults, EarlierFilesAreRead) {
  Json json = parse_json(atlas_json(small_atlas()));
  for (Json& cell : json["cells"])
    for (const char* later : {"looks", "control_player", "sides"}) cell.erase(later);
  const AtlasResults read = parse_atlas_json(dump_json(json));
  EXPECT_EQ(read.cells.size(), 15U);
  EXPECT_EQ(read.cells[0].looks, 1U);
  EXPECT_EQ(read.cells[0].entrants.simulations, 0U) << "not known";
}

/// max: 5 looks make 0.05 of 0.01; softmax: 0.02 by one look; erwa: 3 times 0.4 is capped. Holm over three: 0.02 * 3,
/// then the greater of that and 0.05 * 2, then 1.
TEST(AtlasResults, EveryLookIsPaidFor) {
  std::vector<CellResult> cells = {cell_of("max", "a", 15), cell_of("softmax", "a", 15), cell_of("erwa", "a", 2)};
  const std::vector<std::pair<double, std::uint64_t>> told = {{0.01, 5}, {0.02, 1}, {0.4, 3}};
  for (std::size_t i = 0; i < cells.size(); ++i) std::tie(cells[i].p, cells[i].looks) = told[i];
  correct(cells);
  EXPECT_DOUBLE_EQ(cells[0].holm_p, 0.1);
  EXPECT_DOUBLE_EQ(cells[1].holm_p, 0.06);
  EXPECT_DOUBLE_EQ(cells[2].holm_p, 1);
  EXPECT_FALSE(cells[0].is_decided()) << "looked at once it would have been: 0.03";
  cells[0].looks = 1;
  correct(cells);
  EXPECT_TRUE(cells[0].is_decided());
}

/// Two cells of A/A are corrected over each other, and no other cell by them.
TEST(AtlasResults, TuningNoiseDecidesNothing) {
  std::vector<CellResult> cells = {cell_of("average", "a", 90), cell_of("max", "a", 15), cell_of("average", "b", 10)};
  cells[0].p = 0.01;
  cells[1].p = 0.04;
  cells[2].p = 0.3;
  correct(cells);
  EXPECT_DOUBLE_EQ(cells[0].holm_p, 0.02);
  EXPECT_DOUBLE_EQ(cells[1].holm_p, 0.04);
  EXPECT_DOUBLE_EQ(cells[2].holm_p, 0.3);
  EXPECT_FALSE(cells[0].is_decided()) << "it says nothing of an operator";
  EXPECT_TRUE(cells[1].is_decided());
  AtlasResults results{.name = "noise"};
  results.operators = {"average", "max"};
  results.domains = {"a+playouts"};
  results.budgets = {"400"};
  results.cells = {cells[0]};
  EXPECT_THAT(heat_map_svg(results, "400"), HasSubstr("fill=\"url(#hatch-400)\""));
  EXPECT_THAT(atlas_page(results), HasSubstr("data-operator=\"average\" data-domain=\"a+playouts\" data-budget=\"400\" "
                                             "data-decided=\"no\""));
}

TEST(AtlasResults, TheModelIsNotToldOfTheControlNorOfHeldOutGames) {
  const AtlasResults results = small_atlas();
  EXPECT_EQ(model_rows(results, false).size(), 8U);
  EXPECT_EQ(model_rows(results, true).size(), 2U);
  for (const ModelRow& row : model_rows(results, false)) EXPECT_NE(row.at.op, "average");
}

TEST(AtlasResults, MoreIsPlayedWhereItIsUndecidedAndMatters) {
  CellResult cell = cell_of("max", "a", 15);
  EXPECT_TRUE(wants_more(cell));
  cell.statistics.elo_ci95 = {2, 28};
  EXPECT_FALSE(wants_more(cell)) << "it is decided";
  EXPECT_FALSE(wants_more(cell_of("max", "a", 5))) << "it is small";
  EXPECT_FALSE(wants_more(cell_of("max", "a", -31))) << "it is large";
}

}  // namespace
}  // namespace rootward::atlas
