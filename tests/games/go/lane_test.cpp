// Playouts in vector lanes against the same playouts one by one: areas, plies, and the random streams' places.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "games/go/go.h"
#include "games/go/lane_playout.h"
#include "games/go/lane_streams.h"
#include "tests/games/go/boards.h"

namespace rootward::test {
namespace {

struct Start {
  Go<SmallBoard> position;
  Rng rng;
};

/// Hands the starts out in order and keeps what came back.
class Starts final : public LaneSource {
 public:
  /// Two in three are traced.
  explicit Starts(std::vector<Start>& starts) : starts_(starts), results_(starts.size()), traces_(starts.size()) {
    for (std::size_t i = 0; i < starts.size(); i += 2)
      traces_[i].want_owners(static_cast<std::size_t>(starts[i].position.board().points()));
  }
  static bool is_traced(std::size_t index) { return index % 3 != 0; }
  std::optional<LaneStart> next(std::size_t lane) override {
    if (given_ == starts_.size()) return std::nullopt;
    if (lane >= in_lane_.size()) in_lane_.resize(lane + 1);
    in_lane_[lane] = given_;
    PlayoutTrace* trace = is_traced(given_) ? &traces_[given_] : nullptr;
    Start& start = starts_[given_++];
    return LaneStart{.board = &start.position.board(),
                     .start = {.to_move = start.position.to_move(),
                               .ko = start.position.ko_point(),
                               .passes = start.position.passes()},
                     .rng = &start.rng,
                     .trace = trace};
  }
  void finished(std::size_t lane, BoardPlayout playout) override {
    results_[in_lane_[lane]] = playout;
    ++done_;
  }
  [[nodiscard]] const std::vector<BoardPlayout>& results() const { return results_; }
  [[nodiscard]] const std::vector<PlayoutTrace>& traces() const { return traces_; }
  [[nodiscard]] std::size_t done_count() const { return done_; }

 private:
  std::vector<Start>& starts_;
  std::vector<BoardPlayout> results_;
  std::vector<PlayoutTrace> traces_;
  std::vector<std::size_t> in_lane_;
  std::size_t given_ = 0;
  std::size_t done_ = 0;
};

/// Positions of random games at all ages, own eyes filled too, so that captures, kos, passes and dead ends occur.
std::vector<Start> random_starts(const GoRules& rules, std::size_t count) {
  std::vector<Start> starts;
  ActionList actions;
  for (std::uint64_t seed = 0; starts.size() < count; ++seed) {
    Rng rng(derive_seed(seed, "lane starts"));
    Go<SmallBoard> position(rules);
    while (!position.is_over() && starts.size() < count) {
      if (rng.below(8) == 0) starts.push_back({position, Rng(rng.next())});
      position.legal_actions(actions);
      position.play(actions.begin()[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }
  return starts;
}

void expect_same(LaneWidth width, const GoRules& rules, std::vector<Start> starts) {
  std::vector<Start> expected = starts;
  Starts source(starts);
  run_go_lanes(width, rules.size, source);
  ASSERT_EQ(source.done_count(), starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Go<SmallBoard>& position = expected[i].position;
    PlayoutTrace trace;
    trace.start(position.to_move());
    if (i % 2 == 0) trace.want_owners(static_cast<std::size_t>(position.board().points()));
    const BoardPlayout playout = position.board().playout(
        {.to_move = position.to_move(), .ko = position.ko_point(), .passes = position.passes()}, expected[i].rng,
        &trace);
    ASSERT_EQ(source.results()[i].plies, playout.plies) << position.to_text();
    ASSERT_EQ(source.results()[i].area_difference, playout.area_difference) << position.to_text();
    ASSERT_EQ(starts[i].rng.state(), expected[i].rng.state());
    if (!Starts::is_traced(i)) continue;
    ASSERT_TRUE(std::ranges::equal(source.traces()[i].moves(), trace.moves())) << position.to_text();
    ASSERT_EQ(source.traces()[i].first_seat(), position.to_move());
    ASSERT_TRUE(std::ranges::equal(source.traces()[i].owners(), std::as_const(trace).owners()));
  }
}

/// Of this kind of processor.
#if defined(__aarch64__)
constexpr std::array kWidths{LaneWidth::four};
#else
constexpr std::array kWidths{LaneWidth::eight, LaneWidth::sixteen};
#endif

class GoLanes : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (best_lane_width(GetParam()) == LaneWidth::none) GTEST_SKIP() << "this processor has no lanes";
  }
};
INSTANTIATE_TEST_SUITE_P(Sizes, GoLanes, ::testing::Range(kMinLaneSize, kMaxLaneSize + 1));

TEST_P(GoLanes, PlayWhatThePlainBoardPlays) {
  const GoRules rules = go_rules(GetParam());
  for (const LaneWidth width : kWidths) expect_same(width, rules, random_starts(rules, 400));
}

TEST_P(GoLanes, WorkWithFewerPlayoutsThanLanes) {
  const GoRules rules = go_rules(GetParam());
  for (const std::size_t count : {0U, 1U, 5U})
    for (const LaneWidth width : kWidths) expect_same(width, rules, random_starts(rules, count));
}

/// A stream whose next word is 0 falls under the threshold of Rng::below(), which then draws again.
TEST_P(GoLanes, DrawAgainWhereThePlainStreamDoes) {
  const GoRules rules = go_rules(GetParam());
  std::vector<Start> starts = random_starts(rules, 20);
  for (std::size_t i = 0; i < starts.size(); i += 3) starts[i].rng = Rng::at({0, i + 1, 2 * i + 1, 0});
  ASSERT_EQ(Rng(starts[0].rng).next(), 0U);
  for (const LaneWidth width : kWidths) expect_same(width, rules, starts);
}

TEST(LaneStreams, DrawWhatEachLanesOwnStreamDraws) {
  constexpr std::size_t kLanes = 4;
  lanes::Streams<kLanes> streams;
  std::vector<Rng> plain;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    plain.emplace_back(lane);
    streams.put(lane, plain[lane].state());
  }
  for (int turn = 0; turn < 100; ++turn) {
    const auto before = streams;
    const auto drawn = streams.draw();
    typename lanes::VectorTypes<kLanes>::U32 idle{};  // lanes that did not want to draw
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if ((turn >> lane) % 3 == 0)
        idle[lane] = ~0U;
      else
        EXPECT_EQ(drawn[lane], plain[lane].next() >> 32);
    }
    streams.restore(before, idle);
    for (std::size_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(streams.at(lane), plain[lane].state());
  }
}

TEST(GoLaneWidth, IsNoneWhereTheKernelHasNoBoard) {
  for (const int size : {2, 6, 12, 19}) EXPECT_EQ(best_lane_width(size), LaneWidth::none) << size;
}

}  // namespace
}  // namespace rootward::test
