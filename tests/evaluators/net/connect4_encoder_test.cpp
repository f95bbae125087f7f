// Networks for Connect Four: what they see, boards that are not square, a policy of columns, refusals.
#include "evaluators/net/connect4_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluators/net/model_formats.h"
#include "evaluators/net/net_evaluator.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using net::Planes;

constexpr Connect4Rules kBoard{};

template <class Board>
std::vector<float> planes_of(const Board& position, const Planes& kind, int symmetry) {
  const auto encoder = net::make_connect4_encoder<Board>(kind, kBoard);
  std::vector<float> planes(static_cast<std::size_t>(42 * net::plane_count(kind)), 9.0F);
  encoder->encode(position, symmetry, planes, {});
  return planes;
}

template <class Board>
Board after(const std::vector<Action>& columns) {
  Board position(kBoard);
  for (const Action column : columns) position.play(column);
  return position;
}

/// Points of a plane: row * 7 + column, rows from below.
std::vector<int> points_of(const std::vector<float>& planes, const Planes& kind, int plane) {
  std::vector<int> points;
  for (int point = 0; point < 42; ++point)
    if (planes[static_cast<std::size_t>(point * net::plane_count(kind) + plane)] != 0) points.push_back(point);
  return points;
}

TEST(Connect4Planes, show_own_and_opposing_stones_now_and_before) {
  const Planes kind = *net::parse_planes("history 3, black_to_move, ones");
  const auto planes = planes_of(after<Connect4Small>({3, 3, 0}), kind, 0);  // the second seat is to move
  EXPECT_EQ(points_of(planes, kind, 0), (std::vector<int>{10}));
  EXPECT_EQ(points_of(planes, kind, 1), (std::vector<int>{0, 3}));
  EXPECT_EQ(points_of(planes, kind, 2), (std::vector<int>{10}));
  EXPECT_EQ(points_of(planes, kind, 3), (std::vector<int>{3}));
  EXPECT_EQ(points_of(planes, kind, 4), (std::vector<int>{}));
  EXPECT_EQ(points_of(planes, kind, 5), (std::vector<int>{3}));
  EXPECT_EQ(points_of(planes, kind, 6).size(), 0U);
  EXPECT_EQ(points_of(planes, kind, 7).size(), 42U);
  const auto mirrored = planes_of(after<Connect4Small>({3, 3, 0}), kind, 1);
  EXPECT_EQ(points_of(mirrored, kind, 1), (std::vector<int>{3, 6}));
  EXPECT_EQ(mirrored, planes_of(after<Connect4Small>({3, 3, 6}), kind, 0));
}

TEST(Connect4Planes, are_the_same_on_both_boards_and_after_rewinding) {
  const Planes kind = *net::parse_planes("history 4");
  Rng rng(5);
  for (int game = 0; game < 50; ++game) {
    Connect4Small small(kBoard);
    Connect4Large large(kBoard);
    while (!small.is_over()) {
      ActionList actions;
      small.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      const auto before = planes_of(small, kind, 0);
      const auto mark = small.mark();
      const auto large_mark = large.mark();
      small.play(action);
      large.play(action);
      EXPECT_EQ(planes_of(small, kind, 1), planes_of(large, kind, 1));
      small.rewind(mark);
      large.rewind(large_mark);
      EXPECT_EQ(planes_of(small, kind, 0), before);
      EXPECT_EQ(planes_of(large, kind, 0), before);
      small.play(action);
      large.play(action);
    }
  }
}

TEST(Connect4Planes, have_keys_that_name_them) {
  for (const char* text : {"history 1", "history 3", "history 16, ones"}) {
    const Planes kind = *net::parse_planes(text);
    const auto encoder = net::make_connect4_encoder<Connect4Small>(kind, kBoard);
    std::map<std::array<std::uint64_t, 2>, std::vector<float>> planes_by_key;
    Rng rng(5);
    for (int game = 0; game < 200; ++game) {
      Connect4Small position(kBoard);
      while (!position.is_over()) {
        for (const int symmetry : {0, 1}) {
          const std::optional<net::InputKey> key = encoder->key(position, symmetry);
          ASSERT_TRUE(key.has_value());
          const std::vector<float> planes = planes_of(position, kind, symmetry);
          EXPECT_EQ(planes_by_key.emplace(key->words, planes).first->second, planes) << text;
        }
        ActionList actions;
        position.legal_actions(actions);
        position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
      }
    }
    EXPECT_GT(planes_by_key.size(), 4000U) << text;
  }
}

TEST(Connect4Planes, of_a_position_that_was_read_have_no_past) {
  const Planes kind = *net::parse_planes("history 2");
  const Connect4Small read = Connect4Small::from_text(kBoard, after<Connect4Small>({3, 3, 0}).to_text());
  EXPECT_TRUE(points_of(planes_of(read, kind, 0), kind, 3).empty());
  EXPECT_EQ(points_of(planes_of(read, kind, 0), kind, 1), (std::vector<int>{0, 3}));
}

ResidualShape connect4_shape() {
  ResidualShape shape;
  shape.size = 6;
  shape.columns = 7;
  shape.actions = 7;
  shape.planes = "history 2";
  shape.plane_count = 4;
  return shape;
}

TEST(Connect4Net, gives_the_same_numbers_by_the_reference_and_by_the_kernels) {
  for (const bool has_point_bias : {false, true}) {
    ResidualShape shape = connect4_shape();
    shape.has_point_bias = has_point_bias;
    const net::Model model = net::residual_model(random_residual(shape, 3));
    EXPECT_EQ(model.boards_text(), "7x6 (columns x lines)");
    const net::Model again = net::plan_model(net::plan_file(model));
    const auto planes = planes_of(after<Connect4Small>({3, 3, 0, 1, 6}), model.planes, 0);
    net::Output expected, given, converted;
    net::make_runner(model.plan, {6, 7}, net::Path::eigen)->run(planes, {}, expected);
    net::make_runner(model.plan, {6, 7}, net::choose_path("f32"))->run(planes, {}, given);
    net::make_runner(again.plan, *again.fixed_board(), net::choose_path("f32"))->run(planes, {}, converted);
    ASSERT_EQ(expected.policy.size(), 7U);
    ASSERT_EQ(given.policy.size(), 7U);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(given.policy[i], expected.policy[i], 1e-4F);
    EXPECT_NEAR(given.value, expected.value, 1e-5);
    EXPECT_EQ(converted.policy, given.policy);
  }
}

class Connect4NetFile : public ::testing::Test {
 protected:
  Connect4NetFile()
      : path_((std::filesystem::temp_directory_path() / ("rootward-c4-" + std::to_string(getpid()) + ".safetensors"))
                  .string()) {}
  ~Connect4NetFile() override { std::filesystem::remove(path_); }
  [[nodiscard]] net::NetSource write(const ResidualShape& shape) const {
    std::ofstream(path_, std::ios::binary) << net::safetensors_bytes(random_residual(shape, 3));
    return {.path = path_, .precision = "f32", .symmetry = "average", .cache_entries = 0};
  }
  std::string path_;
};

TEST_F(Connect4NetFile, judges_a_position_and_its_mirror_image_alike) {
  net::NetEvaluator<Connect4Small> evaluator(write(connect4_shape()), kBoard);
  Rng rng(1);
  const auto ask = [&](Connect4Small position) {
    const EvaluationRequest<Connect4Small> request{.position = &position, .rng = &rng};
    Evaluation evaluation;
    evaluator.evaluate({&request, 1}, {&evaluation, 1});
    return std::pair(evaluation.value, std::vector<float>(evaluation.priors.begin(), evaluation.priors.end()));
  };
  const auto [value, priors] = ask(after<Connect4Small>({1, 1, 0}));
  auto [mirrored_value, mirrored_priors] = ask(after<Connect4Small>({5, 5, 6}));
  std::ranges::reverse(mirrored_priors);
  ASSERT_EQ(priors.size(), 7U);
  EXPECT_NEAR(value, mirrored_value, 1e-6);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(priors[i], mirrored_priors[i], 1e-6F);
}

TEST_F(Connect4NetFile, of_another_board_or_other_actions_is_refused) {
  const auto message = [&](const ResidualShape& shape) -> std::string {
    try {
      const net::NetEvaluator<Connect4Small> evaluator(write(shape), kBoard);
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  };
  ResidualShape square = connect4_shape();
  square.columns = 0;
  EXPECT_THAT(message(square), ::testing::HasSubstr("plays on 6x6, the game's board is 7x6"));
  ResidualShape points = connect4_shape();
  points.actions = 0;
  EXPECT_THAT(message(points), ::testing::HasSubstr("has 43 actions, the game has 7"));
  EXPECT_EQ(message(connect4_shape()), "");
}

}  // namespace
}  // namespace rootward::testing
