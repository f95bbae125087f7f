// Heuristics and features: positions reckoned by hand, and what symmetry asks of all others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/heuristics.h"
#include "games/breakthrough.h"
#include "games/connect4.h"
#include "games/hex.h"
#include "games/kalah.h"
#include "games/othello.h"

namespace rootward {
namespace {

template <JudgedByLook P>
std::vector<double> features_of(const typename P::Rules& rules, const P& position) {
  std::vector<double> numbers(P::judgements(rules).features.size());
  position.features(numbers);
  return numbers;
}

/// All that the game says of a position: heuristics, then features.
template <JudgedByLook P>
std::vector<double> looks(const typename P::Rules& rules, const P& position) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < P::judgements(rules).heuristics.size(); ++i) numbers.push_back(position.heuristic(i));
  for (const double feature : features_of(rules, position)) numbers.push_back(feature);
  return numbers;
}

template <JudgedByLook P>
std::vector<double> looks_at(const typename P::Rules& rules, std::string_view text) {
  return looks(rules, P::from_text(rules, text));
}

using Numbers = std::vector<double>;

TEST(Heuristics, BreakthroughByHand) {
  // x: b4 and c2, which stands before c1; o: a1 and c1. o has gone no row, x two; o has 4 moves, x has 5.
  EXPECT_EQ(looks_at<Breakthrough>({.size = 4}, ".x../..../..x./o.o. o"), (Numbers{-5, -1, 2, 2, 0, 2, 4, 5, 1, 1}));
  // One more pawn of x, d4, which has 2 moves more; to x himself.
  EXPECT_EQ(looks_at<Breakthrough>({.size = 4}, ".x.x/..../..x./o.o. x"), (Numbers{15, 3, 3, 2, 2, 0, 7, 4, 1, 1}));
  // x: c4 behind c2, so that x's column is not blocked and o's is.
  EXPECT_EQ(looks_at<Breakthrough>({.size = 4}, "..x./..../..x./o.o. o"), (Numbers{-5, -3, 2, 2, 0, 2, 4, 5, 1, 0}));
}

TEST(Heuristics, KalahByHand) {
  EXPECT_EQ(looks_at<Kalah>({.pits = 3, .seeds = 2}, "1,0,2:4/0,2,0:3 x"), (Numbers{1, 1.5, 4, 3, 3, 2, 1, 2}));
  EXPECT_EQ(looks_at<Kalah>({.pits = 3, .seeds = 2}, "1,0,2:4/0,2,0:3 o"), (Numbers{-1, -1.5, 3, 4, 2, 3, 2, 1}));
}

TEST(Heuristics, OthelloByHand) {
  // 10 (0 - 1) + 2 11/16 (4 - 4) + 5/16 (2 - 3).
  EXPECT_EQ(looks_at<Othello>({.size = 4}, "x.../.xo./.ox./.... o"), (Numbers{-10.3125, 0, 1, 4, 4, 2, 3, 0.6875}));
}

TEST(Heuristics, ConnectFourByHand) {
  // d1 completes x's row, in row 1, where who began comes.
  EXPECT_EQ(looks_at<Connect4Small>({}, "......./......./......./......./......./xxx.oo. o"),
            (Numbers{-3, 0, 1, 0, 0}));
  // d2 completes o's row, in row 2, where the second comes.
  EXPECT_EQ(looks_at<Connect4Small>({}, "......./......./......./......./ooo...x/xxx.oxo x"), (Numbers{0, 1, 1, 0, 0}));
  // d2 completes x's row, in row 2, where who began does not come.
  EXPECT_EQ(looks_at<Connect4Small>({}, "......./......./......./......./xxx...o/oxo...o x"), (Numbers{1, 0, 0, 1, 0}));
}

TEST(Heuristics, HexByHand) {
  // x in the middle needs one of two cells on each side: 2 by either count. o can go a1 b1 c1, but there are never two
  // ways: the two-distance is cut at 6.
  const HexRules rules(3);
  EXPECT_EQ(looks(rules, Hex::from_text(rules, ".../.x./... o")), (Numbers{-4, -1, 3, 2, 6, 2}));
}

std::string exchanged_stones(std::string text) {
  for (char& c : text) c = c == 'x' ? 'o' : c == 'o' ? 'x' : c;
  return text;
}

std::vector<std::string> rows_of(std::string_view text) {
  std::vector<std::string> rows;
  std::string row;
  for (const char c : text.substr(0, text.find(' '))) {
    if (c != '/') {
      row += c;
      continue;
    }
    rows.push_back(row);
    row.clear();
  }
  rows.push_back(row);
  return rows;
}

std::string text_of(const std::vector<std::string>& rows, std::string_view text) {
  std::string joined;
  for (const std::string& row : rows) joined += (joined.empty() ? "" : "/") + row;
  return joined + std::string(text.substr(text.find(' ')));
}

std::string upside_down(std::string_view text) {
  std::vector<std::string> rows = rows_of(text);
  std::ranges::reverse(rows);
  return text_of(rows, text);
}

std::string mirrored(std::string_view text) {
  std::vector<std::string> rows = rows_of(text);
  for (std::string& row : rows) std::ranges::reverse(row);
  return text_of(rows, text);
}

std::string transposed_rows(std::string_view text) {
  const std::vector<std::string> rows = rows_of(text);
  std::vector<std::string> turned(rows.size(), std::string(rows.size(), '.'));
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < rows.size(); ++column) turned[column][row] = rows[row][column];
  return text_of(turned, text);
}

/// Both sides of Kalah, exchanged.
std::string exchanged_sides(std::string_view text) {
  const std::size_t bar = text.find('/'), blank = text.find(' ');
  return std::string(text.substr(bar + 1, blank - bar - 1)) + "/" + std::string(text.substr(0, bar)) +
         (text[blank + 1] == 'x' ? " o" : " x");
}

/// Calls see(position) for the positions of some random games.
template <JudgedByLook P, class See>
void each_random_position(const typename P::Rules& rules, See see) {
  Rng rng(7);
  for (int game = 0; game < 20; ++game) {
    P position(rules);
    while (!position.is_over()) {
      see(position);
      ActionList actions;
      position.legal_actions(actions);
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }
}

/// A position and its image must look alike to who moves there.
template <JudgedByLook P, class Image>
void expect_alike(const typename P::Rules& rules, Image image) {
  std::set<double> values;
  each_random_position<P>(rules, [&](const P& position) {
    const std::string text = position.to_text();
    EXPECT_EQ(looks(rules, position), looks_at<P>(rules, image(text))) << text;
    values.insert(position.heuristic(0));
  });
  EXPECT_GT(values.size(), 3U) << "positions differ";
}

TEST(Heuristics, SeatsAndMirrorsMakeNoDifference) {
  const auto turned = [](const std::string& text) { return exchanged_stones(upside_down(text)); };
  expect_alike<Breakthrough>({.size = 6}, turned);
  expect_alike<Breakthrough>({.size = 8}, mirrored);
  expect_alike<Othello>({.size = 6}, [](const std::string& text) { return exchanged_stones(text); });
  expect_alike<Othello>({.size = 8}, upside_down);
  expect_alike<Kalah>({}, exchanged_sides);
  expect_alike<Connect4Small>({}, mirrored);
  // With the swap o may have as many stones as x, or one more, once there is one.
  const auto other_edges = [](const std::string& text) {
    return text.find('x') == text.size() - 1 ? text : exchanged_stones(transposed_rows(text));
  };
  expect_alike<Hex>(HexRules(5, true), other_edges);
  expect_alike<Hex>(HexRules(4), [](const std::string& text) { return mirrored(upside_down(text)); });
}

TEST(Heuristics, BothBoardsOfConnectFourAgree) {
  for (const Connect4Rules& rules : {Connect4Rules{}, Connect4Rules{.width = 5, .height = 5, .connect = 3},
                                     Connect4Rules{.blocked_column = 4, .blocked_row = 2}})
    each_random_position<Connect4Small>(rules, [&](const Connect4Small& position) {
      const std::string text = position.to_text();
      EXPECT_EQ(looks(rules, position), looks_at<Connect4Large>(rules, text)) << text;
    });
}

template <JudgedByLook P>
void expect_named(const typename P::Rules& rules) {
  const Judgements judgements = P::judgements(rules);
  std::set<std::string> names;
  for (const HeuristicFacts& one : judgements.heuristics) {
    EXPECT_TRUE(names.insert(one.name).second);
    EXPECT_FALSE(one.help.empty() || one.source.empty());
    EXPECT_GE(one.scale, 0);
  }
  for (const FeatureFacts& one : judgements.features) EXPECT_FALSE(one.name.empty() || one.help.empty());
}

TEST(Heuristics, EveryOneHasItsRuleAndSource) {
  expect_named<Breakthrough>({});
  expect_named<Kalah>({});
  expect_named<Othello>({});
  expect_named<Connect4Small>({});
  expect_named<Connect4Large>({});
  expect_named<Hex>(HexRules(11));
}

}  // namespace
}  // namespace rootward
