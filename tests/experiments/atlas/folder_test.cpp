// An atlas's own manifest: what continues a folder, and what is refused.
#include "experiments/atlas/folder.h"

#include <gmock/gmock.h>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/atlas/kept_cells.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::atlas {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A folder that was begun under an atlas, and the same atlas with other options.
class AtlasFolder : public ::testing::Test {
 protected:
  AtlasFolder() {
    testing::write_text(scratch_.path("f.yaml"),
                        "name: f\nseed: 1\ngames: {ttt: tictactoe, c4: connect4, small: {name: hex, size: 3}}\n"
                        "instances: 4\nrandom_plies: 3\nevaluations: true\nfeatures: 100\n"
                        "operators: {playouts: average}\ncheckpoints: [10]\n");
    testing::write_text(scratch_.path("atlas.yaml"),
                        "name: a\nquestion: Which?\nhypothesis: None.\nseed: 3\nfeatures: [f.yaml]\nheld_out: [c4]\n"
                        "budgets: [20, 80]\nfinals: {games: 8, most_games: 16, pool_games: 4}\n"
                        "operators: [average, max]\n");
    RunFolder folder(path(), identity_of(atlas_with({})));
    folder.session({}, [] { return kComplete; });
  }

  [[nodiscard]] std::string path() const { return scratch_.path("a"); }
  [[nodiscard]] AtlasConfig atlas_with(const std::vector<Override>& options) const {
    return read_atlas(scratch_.path("atlas.yaml"), options);
  }
  /// "" where the folder is continued.
  [[nodiscard]] std::string refusal(const std::string& key, const std::string& value) const {
    const AtlasConfig config = atlas_with({{.path = key, .value = value}});
    try {
      check_atlas_folder(config, path());
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  testing::ScratchFolder scratch_;
};

TEST_F(AtlasFolder, IsContinuedByTheSameAtlas) {
  EXPECT_NO_THROW(check_atlas_folder(atlas_with({}), path()));
  EXPECT_NO_THROW((void)RunFolder(path(), identity_of(atlas_with({})))) << "what was stored reads back as it was";
  EXPECT_EQ(read_manifest(path()).kind, "atlas");
  EXPECT_EQ(read_manifest(path()).question_hash, question_hash("Which?", "None."));
  EXPECT_NO_THROW(check_atlas_folder(atlas_with({}), scratch_.path("nothing"))) << "it is nobody's yet";
}

/// A cell at equal CPU time is not played as if every simulation cost the same.
TEST_F(AtlasFolder, WithoutCpuTimesThereIsNoEqualTime) {
  const AtlasConfig config = atlas_with({});
  const AtlasPlaces places{path()};
  const AtlasCell cell{.op = 1, .domain = 0, .budget = {20, false}};
  KeptCell kept;
  kept.result.op = "max";
  kept.result.domain = config.domains[0].name;
  kept.result.budget = "20";
  kept.result.cost = 1.5;
  const std::string file = places.kept(config, cell);
  make_folders(file.substr(0, file.rfind('/')));
  testing::write_text(file, kept_cell_json(kept));
  EXPECT_THROW((void)relative_cost(config, places, cell), RunError);
  kept.result.entrants.cpu_seconds = kept.result.control.cpu_seconds = 0.01;
  testing::write_text(file, kept_cell_json(kept));
  EXPECT_EQ(relative_cost(config, places, cell), 1.5);
}

TEST_F(AtlasFolder, MoreGamesPositionsAndOperatorsContinueIt) {
  EXPECT_EQ(refusal("finals.games", "12"), "");
  EXPECT_EQ(refusal("finals.most_games", "32"), "");
  EXPECT_EQ(refusal("finals.pool_games", "8"), "");
  EXPECT_EQ(refusal("positions", "9"), "");
  EXPECT_EQ(refusal("operators", "[average, max, softmax]"), "");
}

TEST_F(AtlasFolder, AnythingElseIsRefusedByName) {
  EXPECT_THAT(refusal("held_out", "[small]"),
              AllOf(HasSubstr("holds cells of another atlas; choose another --out or go back to it"),
                    HasSubstr("held_out: stored [c4], now [small]")));
  EXPECT_THAT(refusal("hypothesis", "Some do."), HasSubstr("hypothesis: stored None., now \"Some do.\""));
  EXPECT_THAT(refusal("operators", "[average, softmax, max]"), HasSubstr("order of operators: stored average, max, "));
  EXPECT_THAT(refusal("operators", "[average, softmax]"), HasSubstr("operators.max."));
  EXPECT_THAT(refusal("budgets", "[20, 80, 320]"), HasSubstr("budgets: stored [20, 80], now [20, 80, 320]"));
  EXPECT_THAT(refusal("equal_time", "80"), HasSubstr("equal_time: stored 0, now 80"));
  EXPECT_THAT(refusal("tuning.evaluations", "50"), HasSubstr("tuning.evaluations: stored 40, now 50"));
  EXPECT_THAT(refusal("opening", "{random_plies: 2}"), HasSubstr("opening.random_plies: stored 4, now 2"));
  EXPECT_THAT(refusal("games", "[ttt, c4]"), HasSubstr("domains.small+playouts."));
  EXPECT_THAT(refusal("seed", "4"), HasSubstr("seed: stored 3, now 4"));
  EXPECT_THAT(refusal("finals.games", "4"), HasSubstr("finals.games: stored 8, now 4"));
  EXPECT_THAT(refusal("positions", "3"), HasSubstr("positions.f: stored 4, now 3"));
  EXPECT_THAT(refusal("seed", "4"), Not(HasSubstr("held_out"))) << "what is the same is not told";
}

}  // namespace
}  // namespace rootward::atlas
