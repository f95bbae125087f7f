// The shipped opening books: what each one's head says, held against the rules; and how `rootward tool book` draws.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <string>

#include "core/errors.h"
#include "experiments/tournament/config.h"
#include "lab/arena/book_maker.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

bool never() { return false; }

struct Shipped {
  const char* file;
  const char* game;
  std::size_t openings;
  std::size_t plies;
};
void PrintTo(const Shipped& one, std::ostream* out) { *out << one.file; }

class ShippedBook : public ::testing::TestWithParam<Shipped> {};

TEST_P(ShippedBook, HoldsDistinctEvenUnfinishedOpenings) {
  const std::string file = std::string(ROOTWARD_SOURCE_DIR) + "/configs/openings/" + GetParam().file;
  const std::unique_ptr<Game> game = make_game(parse_game(GetParam().game, {}));
  const std::vector<MoveSequence> openings = read_book(*game, file);
  EXPECT_EQ(openings.size(), GetParam().openings) << "read_book drops openings that are the same up to symmetry";
  for (const MoveSequence& moves : openings) EXPECT_EQ(moves.size(), GetParam().plies);
  std::ifstream in(file);
  std::size_t values = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    ++values;
    EXPECT_LE(std::fabs(std::stod(line.substr(line.find('#') + 1))), 0.2) << line;
  }
  EXPECT_EQ(values, openings.size());
}

INSTANTIATE_TEST_SUITE_P(Books, ShippedBook,
                         ::testing::Values(Shipped{"connect4-7x6.txt", "connect4", 1000, 8},
                                           Shipped{"nogo9.txt", "nogo:9", 500, 6}, Shipped{"go9.txt", "go:9", 500, 4},
                                           Shipped{"go19.txt", "go:19", 500, 8}),
                         [](const auto& instance) {
                           const std::string file = instance.param.file;
                           return file.substr(0, file.find_first_of("-."));
                         });

BookSettings small_book(int plies, std::size_t count) {
  BookSettings settings;
  settings.plies = plies;
  settings.count = count;
  settings.simulations = 50;
  return settings;
}

std::vector<MoveSequence> moves_of(const std::vector<BookEntry>& book) {
  std::vector<MoveSequence> moves;
  for (const BookEntry& entry : book) moves.push_back(entry.moves);
  return moves;
}

TEST(BookMaker, IsTheSameForAnyNumberOfThreadsAndAPrefixForFewer) {
  const std::unique_ptr<Game> game = make_game(parse_game("nogo:5", {}));
  const std::vector<MoveSequence> all = moves_of(make_book(*game, small_book(4, 60), 3, never));
  EXPECT_EQ(all.size(), 60U);
  const std::vector<MoveSequence> few = moves_of(make_book(*game, small_book(4, 20), 1, never));
  EXPECT_EQ(few, std::vector<MoveSequence>(all.begin(), all.begin() + 20));
}

TEST(BookMaker, GivesWhatThereIs) {
  const std::unique_ptr<Game> game = make_game(parse_game("tictactoe", {}));
  BookSettings settings = small_book(2, 500);
  settings.balance = 1;
  const std::vector<BookEntry> book = make_book(*game, settings, 2, never);
  std::set<std::uint64_t> classes;
  for (const BookEntry& entry : book) classes.insert(position_after(*game, entry.moves)->canonical_hash());
  EXPECT_EQ(book.size(), 12U) << "classes of two moves up to symmetry";
  EXPECT_EQ(classes.size(), 12U);
  settings.balance = 0.2;
  const std::vector<BookEntry> even = make_book(*game, settings, 2, never);
  EXPECT_LT(even.size(), 12U);
  for (const BookEntry& entry : even) EXPECT_LE(std::fabs(entry.value), 0.2);
}

TEST(BookMaker, KeepsStonesOffTheLowLinesAndApart) {
  const std::unique_ptr<Game> game = make_game(parse_game("go:9", {}));
  BookSettings settings = small_book(4, 40);
  settings.lines = 3;
  settings.balance = 1;
  for (const BookEntry& entry : make_book(*game, settings, 2, never)) {
    for (std::size_t i = 0; i < entry.moves.size(); ++i) {
      const int column = entry.moves[i] % 9, row = entry.moves[i] / 9;
      EXPECT_TRUE(column >= 2 && column <= 6 && row >= 2 && row <= 6);
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GT(std::abs(column - entry.moves[j] % 9) + std::abs(row - entry.moves[j] / 9), 1);
    }
  }
  settings.lines = 6;
  EXPECT_THROW((void)make_book(*game, settings, 1, never), UsageError);
  const std::unique_ptr<Game> lineless = make_game(parse_game("connect4", {}));
  EXPECT_THROW((void)make_book(*lineless, settings, 1, never), UsageError);
}

}  // namespace
}  // namespace rootward
