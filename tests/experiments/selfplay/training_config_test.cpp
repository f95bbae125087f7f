// Training runs as configured: every default, what is stored, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/errors.h"
#include "experiments/selfplay/config.h"
#include "lab/config/head_reader.h"
#include "lab/config/resolved_tree.h"

namespace rootward::selfplay {
namespace {

using ::testing::HasSubstr;

constexpr const char* kMinimal = R"(
name: go9
seed: 1
game: {name: go, size: 9, komi: 7.5}
phases: [{games: 100, rate: 0.03}]
)";

TrainingConfig with(const std::string& path, const std::string& value) {
  return parse_training(kMinimal, "go9.yaml", {{path, value}});
}

std::string refusal_of(const std::string& path, const std::string& value) {
  try {
    (void)with(path, value);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(TrainingConfig, its_defaults_are_the_documented_ones) {
  const TrainingConfig config = parse_training(kMinimal, "go9.yaml");
  EXPECT_EQ(config::flow_text(*resolved_tree(config).find("network")),
            "{blocks: 4, filters: 32, planes: \"history 5\", value_hidden: 256, head_activation: relu}");
  const config::YamlNode tree = resolved_tree(config);
  EXPECT_EQ(config::flow_text(*tree.find("selfplay")->find("search")->find("root")),
            "{name: gumbel, c_scale: 1, c_visit: 50, considered: 16, noise: true, rescale: false}");
  EXPECT_EQ(config::flow_text(*tree.find("selfplay")->find("search")->find("selection")),
            "{name: improved_policy, c_scale: 1, c_visit: 50, reads: value, rescale: false}");
  EXPECT_EQ(config::flow_text(*tree.find("selfplay")->find("search")->find("evaluator")),
            "{name: net, cache: 0, precision: auto, symmetry: random}");
  EXPECT_EQ(config::flow_text(*tree.find("selfplay")->find("openings")),
            "{policy_share: 0.25, policy_plies: 3.2, fork_share: 0.05}");
  EXPECT_EQ(config::flow_text(*tree.find("selfplay")->find("coast")),
            "{value: 0.9, moves: 3, simulations: 2, weight: 0.1}");
  EXPECT_EQ(config::flow_text(*tree.find("training")),
            "{generation: 1000, samples_per_position: 4, batch: 256, window: {rows: 250000, growth: 0.4, exponent: "
            "0.65}, optimizer: {name: sgd, momentum: 0.9, weight_decay: 0.0001}, loss: {value: 1, ownership: 0.15, "
            "mix: 0.25}, average: 0.9995, keep: window}");
  EXPECT_EQ(config::flow_text(*tree.find("phases")), "[{games: 100, simulations: 16, rate: 0.03, rate_end: 0.03}]");
}

TEST(TrainingConfig, companions_are_as_the_network_but_for_what_is_given) {
  constexpr const char* kSmall =
      "{same: {}, colour: {planes: \"history 5, black_to_move\"}, small: {blocks: 2, filters: 16}}";
  const TrainingConfig config = with("companions", kSmall);
  ASSERT_EQ(config.companions.size(), 3U);
  EXPECT_EQ(config.companions[0].planes, "history 5");
  EXPECT_EQ(config.companions[1].blocks, 4U);
  EXPECT_EQ(config.companions[2].blocks, 2U);
  EXPECT_EQ(config.companions[2].filters, 16U);
  EXPECT_EQ(config::flow_text(*resolved_tree(config).find("companions")),
            "{same: {planes: \"history 5\"}, colour: {planes: \"history 5, black_to_move\"}, "
            "small: {planes: \"history 5\", blocks: 2, filters: 16}}");
  EXPECT_THAT(refusal_of("companions", "{small: {blocks: 0}}"), HasSubstr("blocks"));
}

TEST(TrainingConfig, what_is_stored_reads_back_to_the_same) {
  const TrainingConfig config = parse_training(
      std::string(kMinimal) + "companions: {colour: {planes: \"history 5, black_to_move\"}}\n", "go9.yaml",
      {{"selfplay.search.root.c_scale", "0.1"}, {"selfplay.search.root.rescale", "true"}, {"start", "x.safetensors"}});
  const std::string text = config::tree_text(resolved_tree(config));
  EXPECT_EQ(config::tree_text(resolved_tree(parse_training(text, "stored"))), text);
  EXPECT_THAT(text, HasSubstr("colour"));
  EXPECT_EQ(config.selfplay.search.selection.params.real("c_scale"), 0.1) << "below the root as at the root";
}

TEST(TrainingConfig, phases_follow_each_other) {
  const TrainingConfig config =
      with("phases", "[{games: 100, simulations: 16, rate: 0.03}, {games: 50, simulations: 32, rate: 0.01}]");
  EXPECT_EQ(phase_at(config, 99).simulations, 16U);
  EXPECT_EQ(phase_at(config, 100).simulations, 32U);
  EXPECT_EQ(phase_at(config, 5000).simulations, 32U);
}

TEST(TrainingConfig, refuses_what_would_not_be_played) {
  EXPECT_THAT(refusal_of("selfplay.search.budget", "{simulations: 9}"), HasSubstr("the phases say"));
  EXPECT_THAT(refusal_of("selfplay.search.evaluator.file", "x.safetensors"), HasSubstr("the run's own networks"));
  EXPECT_THAT(refusal_of("selfplay.cheap.share", "0.5"), HasSubstr("AlphaZero's mode"));
  EXPECT_THAT(refusal_of("selfplay.resign.moves", "3"), HasSubstr("AlphaZero's mode"));
  EXPECT_THAT(refusal_of("selfplay.temperature.start", "1"), HasSubstr("AlphaZero's mode"));
  EXPECT_THAT(refusal_of("selfplay.coats", "{}"), HasSubstr("coast"));
  EXPECT_THAT(refusal_of("selfplay.first_pass", "-1"), HasSubstr("first_pass"));
  EXPECT_THAT(refusal_of("network.planes", "history 99"), HasSubstr("history 99"));
  EXPECT_THAT(refusal_of("game", "nogo"), HasSubstr("networks do not play nogo"));
  EXPECT_THAT(refusal_of("phases", "[]"), HasSubstr("a list of phases"));
  EXPECT_THAT(refusal_of("evaluate.at", "[5, 3]"), HasSubstr("does not rise"));
  EXPECT_THAT(refusal_of("training.batch", "0"), HasSubstr("training.batch: 0 is not allowed"));
  EXPECT_THAT(refusal_of("training.generation", "1"), HasSubstr("training.generation: 1 is not allowed"));
  EXPECT_THAT(refusal_of("selfplay.openings", "{policy_share: 0.8, fork_share: 0.3}"), HasSubstr("a sum up to 1"));
}

TEST(TrainingConfig, alphazeros_moves_have_two_simulations_at_least) {
  const auto refusal = [](const std::string& path, const std::string& value) {
    try {
      (void)parse_training(kMinimal, "go9.yaml", {{"selfplay.search.root", "dirichlet"}, {path, value}});
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto is_told = HasSubstr("allowed in AlphaZero's mode: from 2 on");
  EXPECT_THAT(refusal("phases", "[{games: 9, simulations: 1, rate: 0.1}]"), is_told);
  EXPECT_THAT(refusal("selfplay.coast.simulations", "1"), is_told);
  EXPECT_THAT(refusal("selfplay.cheap", "{share: 0.5, simulations: 1}"), is_told);
  EXPECT_EQ(refusal("selfplay.cheap", "{share: 0.5, simulations: 2}"), "");
}

TEST(TrainingConfig, a_game_without_passes_has_no_first_one) {
  try {
    (void)read_training(std::string(ROOTWARD_SOURCE_DIR) + "/configs/training/connect4.yaml",
                        {{"selfplay.first_pass", "3"}});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("selfplay.first_pass: nobody can pass in this game; allowed: 0"));
  }
}

TEST(TrainingConfig, those_that_we_ship_are_right) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(ROOTWARD_SOURCE_DIR) + "/configs/training")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string file = entry.path().string();
    if (config::kind_of_file(file) != config::FileKind::training) continue;
    SCOPED_TRACE(file);
    ++count;
    const TrainingConfig config = read_training(entry.path().string());
    EXPECT_EQ(config.name, entry.path().stem().string());
  }
  EXPECT_GE(count, 4);
}

TEST(TrainingConfig, a_tournament_is_told_apart) {
  try {
    (void)parse_training("name: a\nseed: 1\ngame: go\nschedule: {pairs: 1}\n", "t.yaml");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("this file is a tournament"));
  }
}

}  // namespace
}  // namespace rootward::selfplay
