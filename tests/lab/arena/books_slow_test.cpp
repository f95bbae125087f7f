// The shipped books' first openings come out again from the settings in their heads.
#include <gtest/gtest.h>

#include <string>

#include "experiments/tournament/config.h"
#include "lab/arena/book_maker.h"
#include "lab/arena/opening_pool.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

void expect_made_again(const std::string& file, const std::string& game_text, int plies, int lines) {
  const std::unique_ptr<Game> game = make_game(parse_game(game_text, {}));
  BookSettings settings;
  settings.plies = plies;
  settings.count = 10;
  settings.lines = lines;
  settings.seed = 20200125;
  const std::vector<BookEntry> book = make_book(*game, settings, 2, [] { return false; });
  const std::vector<MoveSequence> shipped =
      read_book(*game, std::string(ROOTWARD_SOURCE_DIR) + "/configs/openings/" + file);
  ASSERT_EQ(book.size(), 10U);
  for (std::size_t i = 0; i < book.size(); ++i) EXPECT_EQ(book[i].moves, shipped[i]) << file << " " << i;
}

TEST(ShippedBooks, AreMadeAgain) {
  expect_made_again("connect4-7x6.txt", "connect4", 8, 1);
  expect_made_again("nogo9.txt", "nogo:9", 6, 1);
  expect_made_again("go9.txt", "go:9", 4, 3);
  expect_made_again("go19.txt", "go:19", 8, 3);
}

}  // namespace
}  // namespace rootward
