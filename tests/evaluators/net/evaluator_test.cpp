// The evaluator on tiny random networks: legality, symmetries, the cache, refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "evaluators/make_evaluator.h"
#include "evaluators/net/go_encoder.h"
#include "evaluators/registry.h"
#include "games/go/go.h"
#include "games/tictactoe.h"
#include "search/shared_memories.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using net::NetEvaluator;
using net::NetSource;
using ::testing::HasSubstr;
using Position = Go<SmallBoard>;

class NetEvaluatorTest : public ::testing::Test {
 protected:
  NetEvaluatorTest()
      : path_((std::filesystem::temp_directory_path() / ("rootward-net-" + std::to_string(getpid()) + ".safetensors"))
                  .string()) {
    ResidualShape shape;
    std::ofstream(path_, std::ios::binary) << net::safetensors_bytes(random_residual(shape, 3));
  }
  ~NetEvaluatorTest() override { std::filesystem::remove(path_); }

  [[nodiscard]] NetSource source(const std::string& symmetry = "none", std::size_t cache = 0) const {
    return {.path = path_, .precision = "f32", .symmetry = symmetry, .cache_entries = cache};
  }

  struct Answer {
    double value = 0;
    std::uint32_t cached = 0;
    std::vector<float> priors;
  };
  static Answer ask(Evaluator<Position>& evaluator, Position position, Rng& rng) {
    const EvaluationRequest<Position> request{.position = &position, .rng = &rng};
    Evaluation evaluation;
    evaluator.evaluate({&request, 1}, {&evaluation, 1});
    return {evaluation.value, evaluation.cached, {evaluation.priors.begin(), evaluation.priors.end()}};
  }
  static Answer ask(Evaluator<Position>& evaluator, const Position& position) {
    Rng rng(1);
    return ask(evaluator, position, rng);
  }
  Position after(int plies, std::uint64_t seed) const {
    Position position(rules_);
    Rng rng(seed);
    for (int ply = 0; ply < plies && !position.is_over(); ++ply) {
      ActionList actions;
      position.legal_actions(actions);
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    return position;
  }

  std::string path_;
  GoRules rules_{.size = 5};
};

TEST_F(NetEvaluatorTest, PriorsAreOverTheLegalMovesAndSumToOne) {
  NetEvaluator<Position> evaluator(source(), rules_);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Position position = after(static_cast<int>(seed), seed);
    if (position.is_over()) continue;
    ActionList actions;
    position.legal_actions(actions);
    const Answer answer = ask(evaluator, position);
    ASSERT_EQ(answer.priors.size(), actions.size());
    EXPECT_NEAR(std::accumulate(answer.priors.begin(), answer.priors.end(), 0.0), 1.0, 1e-5);
    for (float prior : answer.priors) EXPECT_GE(prior, 0.0F);
    EXPECT_LE(std::abs(answer.value), 1.0);
  }
}

TEST_F(NetEvaluatorTest, TheAverageOfAllSymmetriesDoesNotCareHowTheBoardLies) {
  NetEvaluator<Position> evaluator(source("average"), rules_);
  Position start(rules_);
  const Answer empty = ask(evaluator, start);
  for (const auto& [a, b] : {std::pair(0, 4), std::pair(0, 20), std::pair(0, 24), std::pair(1, 5), std::pair(7, 17)})
    EXPECT_NEAR(empty.priors[static_cast<std::size_t>(a)], empty.priors[static_cast<std::size_t>(b)], 1e-6);
  NetEvaluator<Position> plain(source("none"), rules_);
  const Answer one = ask(plain, start);
  EXPECT_GT(std::abs(one.priors[0] - one.priors[24]), 1e-6) << "the network itself does care";
}

TEST_F(NetEvaluatorTest, RandomSymmetriesFollowTheAskersStream) {
  NetEvaluator<Position> evaluator(source("random"), rules_);
  const Position position = after(6, 2);
  Rng first(5), second(5);
  bool has_varied = false;
  double before = 0;
  for (int i = 0; i < 16; ++i) {
    const Answer a = ask(evaluator, position, first);
    EXPECT_EQ(a.value, ask(evaluator, position, second).value);
    has_varied = has_varied || (i > 0 && a.value != before);
    before = a.value;
  }
  EXPECT_TRUE(has_varied);
}

TEST_F(NetEvaluatorTest, APositionKeepsItsSymmetryForAGame) {
  NetEvaluator<Position> evaluator(source("by_position", 4096), rules_);
  const auto answers_of_a_game = [&](std::uint64_t seed, std::uint32_t expected_hits) {
    evaluator.new_game(seed);
    std::vector<double> values;
    for (const bool is_again : {false, true}) {
      for (int i = 0; i < 40; ++i) {
        const Answer answer = ask(evaluator, after(6, static_cast<std::uint64_t>(i)));
        if (!is_again) {
          values.push_back(answer.value);
          continue;
        }
        EXPECT_EQ(answer.value, values[static_cast<std::size_t>(i)]);
        expected_hits -= answer.cached;
      }
    }
    EXPECT_EQ(expected_hits, 0U);
    return values;
  };
  const std::vector<double> first = answers_of_a_game(1, 40), second = answers_of_a_game(2, 40);
  EXPECT_EQ(first, answers_of_a_game(1, 40));
  int turned = 0, of_other_games = 0;
  NetEvaluator<Position> plain(source("none"), rules_);
  for (int i = 0; i < 40; ++i) {
    const auto at = static_cast<std::size_t>(i);
    turned += ask(plain, after(6, static_cast<std::uint64_t>(i))).value != first[at] ? 1 : 0;
    of_other_games += second[at] != first[at] ? 1 : 0;
  }
  // Seven of eight on average: 35 with a standard deviation of 2.1.
  EXPECT_GT(turned, 26);
  EXPECT_LT(turned, 40);
  EXPECT_GT(of_other_games, 26);
  EXPECT_LT(of_other_games, 40);
}

TEST_F(NetEvaluatorTest, SeatsOfAGameSeeAPositionUnderOneSymmetry) {
  NetEvaluator<Position> first(source("by_position", 4096), rules_), second(source("by_position", 4096), rules_);
  NetEvaluator<Position> forgetful(source("by_position"), rules_);
  std::uint64_t own_seed = 1;
  SharedMemories memories;
  memories.begin({.pair = 9, .opening = 1});
  for (NetEvaluator<Position>* each : {&first, &second, &forgetful}) {
    each->new_game(own_seed++);
    each->share(memories);
  }
  for (int i = 0; i < 40; ++i) {
    const Position position = after(6, static_cast<std::uint64_t>(i));
    const Answer asked = ask(first, position), remembered = ask(second, position);
    EXPECT_EQ(remembered.cached, 1U);
    EXPECT_EQ(remembered.value, asked.value);
    EXPECT_EQ(remembered.priors, asked.priors);
    EXPECT_EQ(ask(forgetful, position).value, asked.value) << "without a memory the symmetry is the same";
  }
}

TEST_F(NetEvaluatorTest, AllPairsOfAnOpeningMaySeeAPositionUnderOneSymmetry) {
  const auto values_of = [&](const char* symmetry, const DrawSeeds& seeds) {
    NetEvaluator<Position> evaluator(source(symmetry), rules_);
    SharedMemories memories;
    memories.begin(seeds);
    evaluator.new_game(1);
    evaluator.share(memories);
    std::vector<double> values;
    for (int i = 0; i < 40; ++i) values.push_back(ask(evaluator, after(6, static_cast<std::uint64_t>(i))).value);
    return values;
  };
  const std::vector<double> values = values_of("by_opening", {.pair = 9, .opening = 1});
  EXPECT_EQ(values, values_of("by_opening", {.pair = 8, .opening = 1}));
  EXPECT_NE(values, values_of("by_opening", {.pair = 9, .opening = 2}));
  EXPECT_EQ(values, values_of("by_position", {.pair = 1, .opening = 9})) << "else they are alike";
}

TEST_F(NetEvaluatorTest, AMemoryOfEarlierGamesAndPlayersCountsNoneOfTheirAnswers) {
  SharedMemories memories;
  const auto hits_of_a_game = [&](NetEvaluator<Position>& evaluator, SharedMemories& together) {
    together.begin({.pair = 1, .opening = 1});
    evaluator.new_game(1);
    evaluator.share(together);
    std::vector<std::uint32_t> hits;
    for (int i = 0; i < 60; ++i) hits.push_back(ask(evaluator, after(6, static_cast<std::uint64_t>(i % 40))).cached);
    return hits;
  };
  NetEvaluator<Position> first(source("by_opening", 4096), rules_), later(source("by_opening", 4096), rules_);
  const std::vector<std::uint32_t> hits = hits_of_a_game(first, memories);
  EXPECT_EQ(std::accumulate(hits.begin(), hits.end(), 0U), 20U);
  EXPECT_EQ(hits_of_a_game(later, memories), hits) << "another player's first game";
  EXPECT_EQ(hits_of_a_game(later, memories), hits) << "and its second";
}

TEST_F(NetEvaluatorTest, TheCacheChangesNoAnswerAndCountsAGamesOwnHits) {
  NetEvaluator<Position> plain(source(), rules_);
  NetEvaluator<Position> cached(source("none", 64), rules_);
  NetEvaluator<Position> fresh(source("none", 64), rules_);
  std::vector<std::uint32_t> hits, hits_alone;
  for (int game = 0; game < 2; ++game) {
    cached.new_game(1);
    hits.clear();
    for (int i = 0; i < 300; ++i) {
      const Position position = after(1 + i % 5, static_cast<std::uint64_t>(i % 37));
      const Answer answer = ask(cached, position);
      const Answer expected = ask(plain, position);
      ASSERT_EQ(answer.value, expected.value);
      ASSERT_EQ(answer.priors, expected.priors);
      hits.push_back(answer.cached);
    }
  }
  fresh.new_game(1);
  for (int i = 0; i < 300; ++i)
    hits_alone.push_back(ask(fresh, after(1 + i % 5, static_cast<std::uint64_t>(i % 37))).cached);
  EXPECT_EQ(hits, hits_alone) << "the second game counts what it would count alone";
  EXPECT_GT(std::accumulate(hits.begin(), hits.end(), 0U), 20U);
}

TEST_F(NetEvaluatorTest, AMixCountsTheHitsOfEitherPartAndOfThisGameAlone) {
  const Params one_playout = default_evaluator().params;
  for (const bool network_is_first : {true, false}) {
    const auto make_mix = [&]() -> std::unique_ptr<Evaluator<Position>> {
      std::unique_ptr<Evaluator<Position>> a = std::make_unique<NetEvaluator<Position>>(source("none", 64), rules_);
      std::unique_ptr<Evaluator<Position>> b = std::make_unique<Playouts<Position>>(one_playout);
      if (!network_is_first) std::swap(a, b);
      return std::make_unique<Mix<Position>>(std::move(a), std::move(b), 0.5);
    };
    const auto hits_of_a_game = [&](Evaluator<Position>& mix) {
      std::vector<std::uint32_t> hits;
      Evaluation evaluation;  // one for all, as a search has it
      Rng rng(1);
      mix.new_game(1);
      for (int i = 0; i < 100; ++i) {
        Position position = after(1 + i % 5, static_cast<std::uint64_t>(i % 37));
        const EvaluationRequest<Position> request{.position = &position, .rng = &rng};
        mix.evaluate({&request, 1}, {&evaluation, 1});
        hits.push_back(evaluation.cached);
      }
      return hits;
    };
    const auto played_before = make_mix();
    (void)hits_of_a_game(*played_before);
    const std::vector<std::uint32_t> hits = hits_of_a_game(*played_before);
    EXPECT_EQ(hits, hits_of_a_game(*make_mix())) << "network first: " << network_is_first;
    EXPECT_GT(std::accumulate(hits.begin(), hits.end(), 0U), 0U);
    EXPECT_EQ(*std::max_element(hits.begin(), hits.end()), 1U);
  }
}

TEST_F(NetEvaluatorTest, ThoseOfOneNetworkRememberTogetherUnderAnySymmetryAndAnswerAsAlone) {
  NetEvaluator<Position> first(source("none", 4096), rules_), second(source("random", 4096), rules_);
  NetEvaluator<Position> plain(source("random"), rules_), other_size(source("none", 4095), rules_);
  SharedMemories memories;
  for (NetEvaluator<Position>* each : {&first, &second, &other_size}) each->share(memories);
  first.new_game(1);
  second.new_game(2);
  for (int i = 0; i < 100; ++i) (void)ask(first, after(1 + i % 5, static_cast<std::uint64_t>(i)));
  Rng shared_stream(7), plain_stream(7);
  std::uint32_t hits = 0, hits_of_another = 0;
  for (int i = 0; i < 100; ++i) {
    const Position position = after(1 + i % 5, static_cast<std::uint64_t>(i));
    const Answer answer = ask(second, position, shared_stream), expected = ask(plain, position, plain_stream);
    ASSERT_EQ(answer.value, expected.value);
    ASSERT_EQ(answer.priors, expected.priors);
    hits += answer.cached;
    hits_of_another += ask(other_size, position).cached;
  }
  EXPECT_GT(hits, 3U) << "an eighth of the positions and more lie as the first was asked";
  EXPECT_LT(hits, 60U) << "other symmetries are other inputs";
  EXPECT_LT(hits_of_another, hits) << "a memory of another size is another's";
}

TEST_F(NetEvaluatorTest, ATellingNetworkSaysHowFarItMayBeOff) {
  const auto known = [&](const std::string& folder) {
    return knows_uncertainty({"net", resolve_params(net::describe_net().parameters, {{"file", path_}})}, folder);
  };
  EXPECT_FALSE(known(""));
  KatagoShape shape;
  shape.version = 10;
  std::ofstream(path_, std::ios::binary) << packed_gzip(random_katago(shape, 3));
  EXPECT_TRUE(known(""));
  const GoRules seven{.size = 7};
  Position position(seven);
  position.play(9);
  Rng rng(1);
  const EvaluationRequest<Position> request{.position = &position, .rng = &rng};
  const auto uncertainty = [&](const std::string& symmetry) {
    NetEvaluator<Position> evaluator(source(symmetry), seven);
    Evaluation evaluation;
    evaluator.evaluate({&request, 1}, {&evaluation, 1});
    return evaluation.uncertainty;
  };
  std::set<double> drawn;
  for (int i = 0; i < 200; ++i) drawn.insert(uncertainty("random"));
  ASSERT_EQ(drawn.size(), 8U);
  EXPECT_GT(*drawn.begin(), 0);
  EXPECT_TRUE(drawn.contains(uncertainty("none")));
  EXPECT_NEAR(uncertainty("average"), std::accumulate(drawn.begin(), drawn.end(), 0.0) / 8, 1e-12);
  std::filesystem::remove(path_);
  EXPECT_THROW((void)known(""), UsageError);
}

/// Weights that are finite, and sums that are not.
TEST_F(NetEvaluatorTest, AnAnswerThatIsNoNumberIsRefused) {
  const net::TensorFile good = random_residual({}, 3);
  const auto write_net = [&](const std::string& head, const std::string& layer, float weight) {
    net::TensorFile file = good;
    std::ranges::fill(file.tensors.at(head + ".norm.bias").values, 1000.0F);  // what the layer reads is above 0
    std::ranges::fill(file.tensors.at(head + layer).values, weight);
    if (head == "value") {  // the difference of two infinite numbers
      std::vector<float>& last = file.tensors.at("value.fc1.weight").values;
      for (std::size_t i = 0; i < last.size(); ++i) last[i] = i % 2 == 0 ? 1.0F : -1.0F;
    }
    std::ofstream(path_, std::ios::binary) << net::safetensors_bytes(file);
  };
  const auto expect_refused = [&](const std::string& part, std::size_t cache) {
    NetEvaluator<Position> evaluator(source("none", cache), rules_);
    for (int i = 0; i < 2; ++i) {  // from the memory, too
      try {
        (void)ask(evaluator, Position(rules_));
        ADD_FAILURE() << part << " accepted";
      } catch (const RunError& error) {
        EXPECT_THAT(error.what(), HasSubstr(path_ + ": this network's " + part + " is no finite number"));
      }
    }
  };
  for (const std::size_t cache : {0U, 64U}) {
    for (const float weight : {3e38F, -3e38F}) {
      write_net("policy", ".fc.weight", weight);
      expect_refused("policy", cache);
    }
    write_net("value", ".fc0.weight", 3e38F);
    expect_refused("value", cache);
  }
}

TEST_F(NetEvaluatorTest, WrongBoardsAndGamesAreRefused) {
  const GoRules nine{.size = 9};
  try {
    const NetEvaluator<Position> evaluator(source(), nine);
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), path_ + ": this network plays on 5x5, the game's board is 9x9");
  }
  const Params params = resolve_params(net::describe_net().parameters, {{"file", path_}});
  EXPECT_THROW((void)net::NetEntry::make<TicTacToe>(params, TicTacToe::Rules{}, ""), UsageError);
  try {
    (void)net::find_model_file("no-such.net", "somewhere");
    FAIL() << "found";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no network no-such.net; looked for somewhere/no-such.net"));
  }
}

TEST_F(NetEvaluatorTest, TheIdentityNamesFileAndWayOfComputing) {
  const std::string identity = net::net_identity(source());
  EXPECT_THAT(identity, ::testing::MatchesRegex("[0-9a-f]{16} f32-(fma|plain)"));
  std::ofstream(path_, std::ios::binary | std::ios::app) << "x";
  EXPECT_NE(net::net_identity(source()), identity);
}

}  // namespace
}  // namespace rootward::testing
