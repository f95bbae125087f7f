// Networks of a tuning's players: its manifest names them, and another file in their place is refused.
#include <gmock/gmock.h>

#include <filesystem>

#include "core/errors.h"
#include "evaluators/net/random_residual.h"
#include "experiments/tuning/evaluation_service.h"
#include "lab/store/manifest.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tuning {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using testing::ScratchFolder;

class TuningNetworks : public ::testing::Test {
 protected:
  void write_network(std::uint64_t seed) const {
    testing::write_text(scratch_.path("a.safetensors"), net::safetensors_bytes(net::random_residual({}, seed)));
  }
  /// Against `opponents`, a map as in YAML.
  [[nodiscard]] TuningConfig tuning(const std::string& opponents) const {
    return parse_tuning(
        "name: nets\nseed: 5\ngame: {name: go, size: 5, move_limit: 8}\ncandidate: {backup: average}\n"
        "defaults: {search: {budget: {simulations: 4}}}\nopponents: " +
            opponents + "\ngames: 4\nparameters: {search.selection.c: {low: 0.2, high: 3.0}}\n",
        scratch_.path("s.yaml"));
  }
  void evaluate(const TuningConfig& tuning) const {
    EvaluationService service(tuning, {.folder = scratch_.path("s"), .threads = 1});
    (void)service.begin({.id = 1, .point = {{1}}, .seed = 1, .games = 4});
    for (bool is_final = false; !is_final;)
      for (const EvaluationUpdate& update : service.wait(std::chrono::milliseconds(50))) is_final = update.is_final;
  }

  ScratchFolder scratch_;
};

TEST_F(TuningNetworks, StandInItsManifestWhateverKindOfPlayerUsesThem) {
  write_network(1);
  evaluate(
      tuning("{flat: {player: flat_mc, simulations: 8, evaluator: {name: net, file: a.safetensors}}, "
             "deep: {player: minimax, depth: 1, evaluator: {name: noisy, of: {name: net, file: a.safetensors}, "
             "sd: 0.1}}, dice: {player: random}}"));
  const auto networks = read_manifest(scratch_.path("s")).inputs.networks;
  ASSERT_EQ(networks.size(), 2U);
  EXPECT_THAT(networks.at("flat"), MatchesRegex("[0-9a-f]+ f32-[a-z0-9-]+"));
  EXPECT_EQ(networks.at("deep"), networks.at("flat"));
}

TEST_F(TuningNetworks, MayNotChangeUnderItsResults) {
  for (const std::string player : {"flat_mc, simulations: 8", "minimax, depth: 1"}) {
    write_network(1);
    const TuningConfig with_network =
        tuning("{rival: {player: " + player + ", evaluator: {name: net, file: a.safetensors}}}");
    evaluate(with_network);
    EXPECT_NO_THROW(evaluate(with_network));
    write_network(2);
    try {
      evaluate(with_network);
      ADD_FAILURE() << player << ": games by two networks were mixed";
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("holds results of rival by another network"));
    }
    std::filesystem::remove_all(scratch_.path("s"));
  }
}

}  // namespace
}  // namespace rootward::tuning
