// Kalah against a slow twin that sows seed by seed from place to named place; worked moves, values of small boards,
// texts.
#include "games/kalah.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/errors.h"
#include "games/perft.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;

/// Places by name: "x1" .. the first seat's pits, "xs" his store, "o1" .. and "os" the second's.
class SlowKalah {
 public:
  SlowKalah(int pits, int seeds, bool again = true) : pits_(pits), again_(again) {
    for (const char player : {'x', 'o'}) {
      for (int pit = 1; pit <= pits; ++pit) places_[pit_of(player, pit)] = seeds;
      places_[store_of(player)] = 0;
    }
  }

  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<std::string> moves;
    if (in_pits('x') == 0 || in_pits('o') == 0) return moves;
    for (int pit = 1; pit <= pits_; ++pit)
      if (places_.at(pit_of(mover_, pit)) > 0) moves.push_back(std::to_string(pit));
    return moves;
  }
  void play(const std::string& move) {
    std::string place = pit_of(mover_, std::stoi(move));
    int hand = places_[place];
    places_[place] = 0;
    while (hand-- > 0) {
      place = after(place);
      ++places_[place];
    }
    if (place[0] == mover_ && place != store_of(mover_) && places_[place] == 1) {
      const std::string opposite = pit_of(enemy(), pits_ + 1 - std::stoi(place.substr(1)));
      if (places_[opposite] > 0) {
        places_[store_of(mover_)] += 1 + places_[opposite];
        places_[place] = places_[opposite] = 0;
      }
    }
    if (place != store_of(mover_) || !again_) mover_ = enemy();
    if (in_pits('x') > 0 && in_pits('o') > 0) return;
    for (const char player : {'x', 'o'}) {
      places_[store_of(player)] += in_pits(player);
      for (int pit = 1; pit <= pits_; ++pit) places_[pit_of(player, pit)] = 0;
    }
  }
  [[nodiscard]] int lead() const { return places_.at("xs") - places_.at("os"); }
  [[nodiscard]] char mover() const { return mover_; }
  [[nodiscard]] int all_seeds() const { return in_pits('x') + in_pits('o') + places_.at("xs") + places_.at("os"); }
  /// x's result in the end, 1, 0 or -1, with best play.
  [[nodiscard]] int value(std::map<std::string, int>& known) const {
    const auto found = known.find(text());
    if (found != known.end()) return found->second;
    const std::vector<std::string> all = moves();
    if (all.empty()) return (lead() > 0) - (lead() < 0);
    int best = mover_ == 'x' ? -2 : 2;
    for (const std::string& move : all) {
      SlowKalah next = *this;
      next.play(move);
      const int value = next.value(known);
      best = mover_ == 'x' ? std::max(best, value) : std::min(best, value);
    }
    return known[text()] = best;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const char player : {'x', 'o'}) {
      for (int pit = 1; pit <= pits_; ++pit)
        text += (pit > 1 ? "," : "") + std::to_string(places_.at(pit_of(player, pit)));
      text += ":" + std::to_string(places_.at(store_of(player))) + (player == 'x' ? "/" : " ");
    }
    return text + mover_;
  }

 private:
  static std::string pit_of(char player, int pit) { return player + std::to_string(pit); }
  static std::string store_of(char player) { return {player, 's'}; }
  [[nodiscard]] char enemy() const { return mover_ == 'x' ? 'o' : 'x'; }
  [[nodiscard]] std::string after(const std::string& place) const {
    if (place == store_of(mover_)) return pit_of(enemy(), 1);
    const int next = std::stoi(place.substr(1)) + 1;
    if (next <= pits_) return pit_of(place[0], next);
    return place[0] == mover_ ? store_of(mover_) : pit_of(mover_, 1);
  }
  [[nodiscard]] int in_pits(char player) const {
    int seeds = 0;
    for (int pit = 1; pit <= pits_; ++pit) seeds += places_.at(pit_of(player, pit));
    return seeds;
  }

  int pits_;
  bool again_;
  std::map<std::string, int> places_;
  char mover_ = 'x';
};

std::vector<std::string> move_texts(const Kalah& position) {
  ActionList actions;
  position.legal_actions(actions);
  std::vector<std::string> texts;
  for (const Action action : actions) texts.push_back(position.action_text(action));
  return texts;
}

void play_all(Kalah& position, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    const std::optional<Action> action = position.parse_action(move);
    ASSERT_TRUE(action && position.is_legal(*action)) << move << " in " << position.to_text();
    position.play(*action);
  }
}

TEST(Kalah, RandomGamesAreTheTwinsAndKeepAllSeeds) {
  Rng rng(11);
  int double_moves = 0;
  int draws = 0;
  for (const KalahRules& rules :
       {KalahRules{}, KalahRules{.pits = 1, .seeds = 3}, KalahRules{.pits = 2, .seeds = 2},
        KalahRules{.pits = 3, .seeds = 12}, KalahRules{.pits = 6, .seeds = 6}, KalahRules{.pits = 12, .seeds = 12}})
    for (int game = 0; game < 40; ++game) {
      Kalah position(rules);
      SlowKalah twin(rules.pits, rules.seeds);
      while (true) {
        ASSERT_EQ(position.to_text(), twin.text());
        ASSERT_EQ(twin.all_seeds(), rules.all_seeds());
        int seeds = position.store(Seat::first) + position.store(Seat::second);
        for (int pit = 0; pit < rules.pits; ++pit)
          seeds += position.seeds(Seat::first, pit) + position.seeds(Seat::second, pit);
        ASSERT_EQ(seeds, rules.all_seeds());
        const std::vector<std::string> moves = twin.moves();
        ASSERT_EQ(move_texts(position), moves) << twin.text();
        ASSERT_EQ(position.is_over(), moves.empty());
        ASSERT_EQ(position.to_move(), twin.mover() == 'x' ? Seat::first : Seat::second);
        if (moves.empty()) break;
        const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        const Seat mover = position.to_move();
        position.play(*position.parse_action(move));
        twin.play(move);
        double_moves += !position.is_over() && position.to_move() == mover ? 1 : 0;
      }
      ASSERT_EQ(position.margin(), twin.lead());
      ASSERT_EQ(position.result(), (twin.lead() > 0) - (twin.lead() < 0));
      draws += twin.lead() == 0 ? 1 : 0;
    }
  EXPECT_GT(double_moves, 500);
  EXPECT_GT(draws, 3);
}

TEST(Kalah, TheLastSeedInTheOwnStoreMovesAgain) {
  const KalahRules rules;
  Kalah position(rules);
  play_all(position, {"3"});
  EXPECT_EQ(position.to_text(), "4,4,0,5,5,5:1/4,4,4,4,4,4:0 x") << "the same side is to move";
  play_all(position, {"6"});
  EXPECT_EQ(position.to_text(), "4,4,0,5,5,0:2/5,5,5,5,4,4:0 o");
  play_all(position, {"2"});
  EXPECT_EQ(position.to_text(), "4,4,0,5,5,0:2/5,0,6,6,5,5:1 o") << "for the second side, too";
}

/// The same sowing and taking, but turns that alternate.
TEST(Kalah, WithoutAnotherMoveThePlayersAlternate) {
  const KalahRules rules{.again = false};
  Kalah position(rules);
  play_all(position, {"3"});
  EXPECT_EQ(position.to_text(), "4,4,0,5,5,5:1/4,4,4,4,4,4:0 o");
  testing::check_game_properties<Kalah>({.pits = 3, .seeds = 2, .again = false}, 3, 20);
}

TEST(Kalah, TheLastSeedInAnOwnEmptyPitTakesWhatLiesOpposite) {
  const KalahRules rules{.pits = 3, .seeds = 2};
  Kalah takes = Kalah::from_text(rules, "1,0,3:0/1,4,2:1 x");
  play_all(takes, {"1"});
  EXPECT_EQ(takes.to_text(), "0,0,3:5/1,0,2:1 o") << "1 + 4 go to the store";
  Kalah nothing = Kalah::from_text(rules, "1,0,3:0/1,0,6:1 x");
  play_all(nothing, {"1"});
  EXPECT_EQ(nothing.to_text(), "0,1,3:0/1,0,6:1 o") << "nothing lies opposite: the seed stays";
  // Seven seeds go once round three pits, their store left out, and end where they began.
  Kalah round = Kalah::from_text(rules, "7,0,1:0/1,1,1:1 x");
  play_all(round, {"1"});
  EXPECT_EQ(round.to_text(), "0,1,2:4/2,2,0:1 o") << "1 + 2 from the pit that was emptied, beside the seed sown";
}

TEST(Kalah, AnEmptySideEndsTheGameAndTheRestGoesToItsOwner) {
  const KalahRules rules{.pits = 3, .seeds = 2};
  Kalah own = Kalah::from_text(rules, "0,0,1:4/2,1,2:2 x");
  play_all(own, {"3"});
  EXPECT_TRUE(own.is_over()) << "although the last seed in the store would move again";
  EXPECT_EQ(own.to_text(), "0,0,0:5/0,0,0:7 x");
  EXPECT_EQ(own.result(), -1);
  Kalah theirs = Kalah::from_text(rules, "1,0,4:4/0,2,0:1 x");
  play_all(theirs, {"1"});
  EXPECT_TRUE(theirs.is_over()) << "the other side's last seeds were taken";
  EXPECT_EQ(theirs.margin(), 11 - 1);
}

TEST(Kalah, CountsAreTheTwins) {
  const auto slow_perft = [](const auto& self, const SlowKalah& twin, int depth) -> std::uint64_t {
    if (depth == 0) return 1;
    std::uint64_t sequences = 0;
    for (const std::string& move : twin.moves()) {
      SlowKalah next = twin;
      next.play(move);
      sequences += self(self, next, depth - 1);
    }
    return sequences;
  };
  for (const bool again : {true, false}) {
    const KalahRules rules{.again = again};
    Kalah position(rules);
    for (int depth = 1; depth <= 5; ++depth)
      EXPECT_EQ(perft(position, depth), slow_perft(slow_perft, SlowKalah(6, 4, again), depth)) << depth << again;
  }
}

/// Alpha-beta in the first seat's view, whoever moves: it maximises where the first seat moves, twice in a row or not.
/// `known`: results by hash and window.
int alpha_beta(Kalah& position, int alpha, int beta, std::map<std::tuple<std::uint64_t, int, int>, int>& known) {
  if (position.is_over()) return static_cast<int>(position.result());
  const std::tuple key(position.hash(), alpha, beta);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const bool maximises = position.to_move() == Seat::first;
  ActionList actions;
  position.legal_actions(actions);
  for (const Action action : actions) {
    const Kalah::Mark mark = position.mark();
    position.play(action);
    const int value = alpha_beta(position, alpha, beta, known);
    position.rewind(mark);
    (maximises ? alpha : beta) = maximises ? std::max(alpha, value) : std::min(beta, value);
    if (alpha >= beta) break;
  }
  return known[key] = maximises ? alpha : beta;
}

int solved(const KalahRules& rules) {
  Kalah position(rules);
  std::map<std::tuple<std::uint64_t, int, int>, int> known;
  return alpha_beta(position, -1, 1, known);
}

TEST(Kalah, SmallBoardsAreSolved) {
  for (const KalahRules& rules :
       {KalahRules{.pits = 1, .seeds = 1}, KalahRules{.pits = 2, .seeds = 1}, KalahRules{.pits = 2, .seeds = 3},
        KalahRules{.pits = 3, .seeds = 1}, KalahRules{.pits = 3, .seeds = 2}, KalahRules{.pits = 4, .seeds = 1}}) {
    std::map<std::string, int> known;
    EXPECT_EQ(solved(rules), SlowKalah(rules.pits, rules.seeds).value(known))
        << rules.pits << " pits, " << rules.seeds << " seeds";
  }
}

/// Irving, Donkers & Uiterwijk 2000, the table of solved boards: the first player's result by pits and seeds.
TEST(Kalah, PublishedValuesOfSmallBoards) {
  const std::vector<std::string> table = {"DLWLWD", "WLLLWW", "DWWW"};
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::string results;
    for (std::size_t seeds = 1; seeds <= table[row].size(); ++seeds)
      results += "LDW"[solved({.pits = static_cast<int>(row) + 1, .seeds = static_cast<int>(seeds)}) + 1];
    EXPECT_EQ(results, table[row]) << row + 1 << " pits";
  }
}

KalahRules dealt(std::int64_t deal, std::int64_t pits = 6, std::int64_t seeds = 4) {
  return make_kalah_rules(
      resolve_params(kalah_description().parameters, {{"pits", pits}, {"seeds", seeds}, {"deal", deal}}));
}

TEST(Kalah, ADealLaysAsManySeedsIntoPitsDrawnByItsNumber) {
  std::set<std::string> boards;
  std::map<int, int> sizes;
  for (std::int64_t deal = 1; deal <= 300; ++deal) {
    const KalahRules rules = dealt(deal);
    const Kalah start(rules);
    int seeds = 0;
    for (const Seat seat : {Seat::first, Seat::second}) {
      EXPECT_EQ(start.store(seat), 0);
      for (int pit = 0; pit < 6; ++pit) {
        seeds += start.seeds(seat, pit);
        ++sizes[start.seeds(seat, pit)];
      }
    }
    EXPECT_EQ(seeds, 48);
    EXPECT_EQ(start.to_text(), Kalah(dealt(deal)).to_text());
    boards.insert(start.to_text());
  }
  EXPECT_EQ(boards.size(), 300U);
  // A pit's seeds are binomial: 48 draws of 1/12.
  EXPECT_NEAR(sizes[4] / 3600.0, 0.2044, 0.03);
  EXPECT_NEAR(sizes[0] / 3600.0, 0.0154, 0.01);
  EXPECT_EQ(Kalah(dealt(0)).to_text(), "4,4,4,4,4,4:0/4,4,4,4,4,4:0 x");
}

TEST(Kalah, BothSidesHaveSeedsAfterADeal) {
  for (std::int64_t deal = 1; deal <= 200; ++deal) EXPECT_FALSE(Kalah(dealt(deal, 1, 1)).is_over()) << deal;
}

TEST(Kalah, KeepsTheProperties) {
  testing::check_game_properties<Kalah>({}, 3, 4);
  testing::check_game_properties<Kalah>({.pits = 2, .seeds = 3}, 4, 40);
  testing::check_game_properties<Kalah>({.pits = 12, .seeds = 12}, 5, 1, 30);
}

TEST(Kalah, PlayoutsDrawOnceAMoveOverTheLegalActions) {
  for (const KalahRules& rules : {KalahRules{}, KalahRules{.pits = 3, .seeds = 5}}) {
    const Kalah position(rules);
    for (std::uint64_t seed = 1; seed < 60; ++seed) testing::check_playout_draws(position, seed);
  }
}

/// What playouts from the start give: the generator's state and sums, the same on every machine.
TEST(Kalah, PlayoutsArePinned) {
  const KalahRules rules;
  const Kalah start(rules);
  Rng rng(21);
  std::uint64_t plies = 0;
  double wins = 0, draws = 0;
  for (int i = 0; i < 10'000; ++i) {
    const PlayoutResult playout = start.random_playout(rng);
    plies += playout.plies;
    wins += playout.value > 0 ? 1 : 0;
    draws += playout.value == 0 ? 1 : 0;
  }
  EXPECT_EQ(plies, 440'890U);
  EXPECT_EQ(wins, 4'868);
  EXPECT_EQ(draws, 638);
  EXPECT_EQ(rng.below(1U << 31U), 988'763'219U);
}

TEST(Kalah, RefusesTextsOfNoPosition) {
  const KalahRules rules{.pits = 2, .seeds = 1};
  for (const char* text : {"", "1,1:0/1,1:0", "1,1:0/1,1:0 y", "1,1:0/1,1:1 x", "1:0/1,2:0 x", "1,1,0:0/1,1:0 x",
                           "1,-1:2/1,1:0 x", "0,0:2/1,1:0 x", "1,1:0/1,1:0 x ", "1,1:0 1,1:0 x", "9,1:0/1,1:0 x"})
    EXPECT_THROW((void)Kalah::from_text(rules, text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
