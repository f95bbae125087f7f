// The configurations that we ship, and every example in docs/configuration.md, are right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "experiments/estimates/config.h"
#include "experiments/tuning/config.h"
#include "lab/config/yaml_document.h"
#include "lab/play/game.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

const std::string kRoot = ROOTWARD_SOURCE_DIR;

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The blocks between "```yaml", with whatever follows in its line, and "```".
std::vector<std::string> yaml_blocks(const std::string& markdown) {
  std::vector<std::string> blocks;
  const std::string open = "\n```yaml";
  for (std::size_t at = markdown.find(open); at != std::string::npos; at = markdown.find(open, at)) {
    at = markdown.find('\n', at + open.size()) + 1;
    const std::size_t end = markdown.find("```", at);
    blocks.push_back(markdown.substr(at, end - at));
    at = end;
  }
  return blocks;
}

TEST(Shipped, EveryConfigurationIsRightAndToldOf) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot + "/configs")) {
    if (entry.path().extension() != ".yaml" || entry.path().stem() == "which-backup") continue;  // a study
    SCOPED_TRACE(entry.path().string());
    ++count;
    const tournament::TournamentConfig config = tournament::read_tournament(entry.path().string());
    EXPECT_EQ(config.name, entry.path().stem().string());
    EXPECT_NE(config.question, "");
    EXPECT_EQ(text_of(entry.path().string()).front(), '#');
    EXPECT_EQ(resolved_yaml(tournament::parse_tournament(resolved_yaml(config), "")), resolved_yaml(config));
  }
  EXPECT_GE(count, 3);
}

TEST(Shipped, TheReproductionPlaysThePapersCells) {
  const std::string folder = kRoot + "/configs/reproduction/";
  const tournament::TournamentConfig nine = tournament::read_tournament(folder + "go9.yaml");
  const tournament::TournamentConfig nineteen = tournament::read_tournament(folder + "go19.yaml");
  EXPECT_EQ(nine.schedule.pairings.size(), 28U + 1U) << "and the average against itself";
  EXPECT_EQ(nineteen.schedule.pairings.size(), 12U + 4U + 1U) << "and rescaled vectors";
  EXPECT_EQ(nine.players.size(), 14U);
  for (const tournament::TournamentConfig* config : {&nine, &nineteen}) {
    EXPECT_EQ(config->schedule.references, std::vector<std::string>{"average"});
    EXPECT_FALSE(config->schedule.adjudicate.has_value());
    for (const PlayerSpec& player : config->players) {
      EXPECT_EQ(player.search.budget.simulations, config == &nine ? 5000U : 1600U);
      EXPECT_EQ(player.search.selection.params.real("c"), 0.5);
      EXPECT_EQ(player.search.temperature.moves, 0);
    }
  }
  EXPECT_NE(nine.seed, nineteen.seed);
}

TEST(Shipped, TuningsForTheReproductionShareItsConditionsAndNoOpening) {
  const std::string folder = kRoot + "/configs/reproduction/";
  const tournament::TournamentConfig nine = tournament::read_tournament(folder + "go9.yaml");
  for (const char* name : {"softmax", "monotone"}) {
    const tuning::TuningConfig tuned = tuning::read_tuning(folder + "tune-" + name + ".yaml");
    EXPECT_EQ(tuned.candidate.search.backup.name, name);
    const auto& evaluator = tuned.candidate.search.evaluator;
    const auto& cells = player_of(nine, "average").search.evaluator;
    EXPECT_EQ(evaluator.name, cells.name);
    for (const char* key : {"file", "precision"}) EXPECT_EQ(evaluator.params.text(key), cells.params.text(key));
    EXPECT_EQ(evaluator.params.text("symmetry"), "by_position");
    EXPECT_EQ(cells.params.text("symmetry"), "by_opening") << "the same in all games from one opening";
    EXPECT_EQ(tuned.game, nine.game);
    EXPECT_EQ(tuned.opening.book, nine.schedule.opening.book);
    EXPECT_NE(tuned.seed, nine.seed);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NE(tuned.opening.part.contains(i), nine.schedule.opening.part.contains(i)) << i;
  }
}

TEST(Shipped, TheStudyOfEstimatesShadowsThePlayersOfTheReproduction) {
  const std::string folder = kRoot + "/configs/reproduction/";
  const tournament::TournamentConfig nine = tournament::read_tournament(folder + "go9.yaml");
  const estimates::EstimatesConfig study = estimates::read_estimates(folder + "x0.yaml");
  ASSERT_EQ(study.arms.size(), 4U) << "an evaluator each";
  const estimates::Arm& arm = study.arms.front();
  const std::unique_ptr<Game> game = make_game(study.games.front().id);
  const OperatorContext context = operator_context(*game, arm.search);
  for (const PlayerSpec& player : nine.players) {
    if (player.name == "average-again") continue;
    SCOPED_TRACE(player.name);
    const auto found = std::ranges::find(arm.operators, player.name);
    ASSERT_NE(found, arm.operators.end());
    const auto place = found - arm.operators.begin();
    const NamedParams& backup =
        place == 0 ? arm.search.backup : arm.search.shadows.at(static_cast<std::size_t>(place - 1));
    EXPECT_EQ(resolve_backup(backup, context), player.search.backup);
  }
}

TEST(Shipped, TheStudyWithTheOtherTruthIsTheSameButForTheTruthsOperator) {
  const std::string folder = kRoot + "/configs/reproduction/";
  const estimates::EstimatesConfig by_average = estimates::read_estimates(folder + "x0.yaml");
  estimates::EstimatesConfig by_softmax = estimates::read_estimates(folder + "x0-truth-softmax.yaml");
  const std::unique_ptr<Game> game = make_game(by_average.games.front().id);
  NamedParams& backup = by_softmax.truth.reference.backup;
  const tournament::TournamentConfig nine = tournament::read_tournament(folder + "go9.yaml");
  EXPECT_EQ(resolve_backup(backup, operator_context(*game, by_softmax.truth.reference)),
            player_of(nine, "softmax-1").search.backup);
  EXPECT_EQ(by_average.truth.reference.backup.name, "average");
  backup = by_average.truth.reference.backup;
  EXPECT_EQ(estimates::records_hash(by_softmax), estimates::records_hash(by_average));
}

TEST(Shipped, TheQuickstartPlaysTheSixOperators) {
  const tournament::TournamentConfig config = tournament::read_tournament(kRoot + "/configs/quickstart.yaml");
  std::vector<std::string> operators;
  for (const PlayerSpec& player : config.players) operators.push_back(player.search.backup.name);
  EXPECT_THAT(operators,
              ::testing::UnorderedElementsAre("average", "erwa", "coulom", "max_lambda", "monotone", "softmax"));
  EXPECT_EQ(config.schedule.references, std::vector<std::string>{"average"});
}

TEST(Shipped, TheBaselinesAreThePapersWhereItsNumbersAreKnown) {
  const tournament::TournamentConfig config = tournament::read_tournament(kRoot + "/configs/go9-baselines.yaml");
  EXPECT_EQ(config.schedule.pairs, 500U);
  for (const auto& [name, weight, threshold] :
       {std::tuple{"coulom-2-16", 2.0, 16.0}, {"coulom-4-32", 4.0, 32.0}, {"coulom-8-64", 8.0, 64.0}}) {
    const PlayerSpec& player = player_of(config, name);
    EXPECT_EQ(player.search.budget.simulations, 5000U);
    EXPECT_EQ(player.search.backup.params.real("mean_weight"), weight);
    EXPECT_EQ(player.search.backup.params.real("threshold"), threshold);
  }
}

TEST(Documentation, EveryExampleIsRight) {
  const std::vector<std::string> blocks = yaml_blocks(text_of(kRoot + "/docs/configuration.md"));
  ASSERT_GE(blocks.size(), 5U);
  for (const std::string& block : blocks) {
    SCOPED_TRACE(block);
    const config::YamlNode root = config::parse_yaml(block, "example");
    if (root.find("name") != nullptr && root.find("schedule") != nullptr) {
      EXPECT_NO_THROW((void)tournament::parse_tournament(block, "example"));
      continue;
    }
    ASSERT_EQ(root.entries.size(), 1U) << "a fragment has one key at the top";
    const std::string& key = root.entries[0].key;
    const std::vector<Override> overrides = {{key, block.substr(block.find(':') + 1)}};
    EXPECT_NO_THROW((void)tournament::parse_tournament(
        "name: t\nseed: 1\ngame: go\nplayers: {average: {}, b: {}}\nschedule: {type: round_robin, pairs: 1}\n",
        kRoot + "/configs/reproduction/t.yaml", overrides))
        << "the example's bases lie there";
  }
}

}  // namespace
}  // namespace rootward::config_tests
