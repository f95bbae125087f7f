// Opening books: what is read, and every wrong move named with its place.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/errors.h"
#include "lab/arena/openings.h"
#include "lab/config/parts.h"
#include "tests/lab/arena/strip_game.h"

namespace rootward {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::StripGame;

class OpeningBook : public ::testing::Test {
 protected:
  std::string write(const std::string& text) {
    std::ofstream(path_) << text;
    return path_.string();
  }
  std::vector<Problem> problems(const std::string& text) {
    try {
      (void)read_book(game_, write(text));
    } catch (const UsageError& error) {
      return {error.problems().begin(), error.problems().end()};
    }
    return {};
  }

  std::filesystem::path path_ = std::filesystem::path(::testing::TempDir()) /
                                (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".txt");
  StripGame game_{5};
};

TEST_F(OpeningBook, ReadsMovesAndComments) {
  const std::vector<MoveSequence> book = read_book(game_, write("# a comment\n\n  a b # why not\nc\tpass\r\n"));
  EXPECT_THAT(book, ElementsAre(MoveSequence{0, 1}, MoveSequence{2, 5}));
}

TEST_F(OpeningBook, AByteOrderMarkIsNoMove) {
  EXPECT_THAT(read_book(game_, write("\xEF\xBB\xBF"
                                     "a b\nc\n")),
              ElementsAre(MoveSequence{0, 1}, MoveSequence{2}));
  EXPECT_THAT(read_book(game_, write("\xEF\xBB\xBF# a comment\r\na b\r\n")), ElementsAre(MoveSequence{0, 1}));
  ASSERT_EQ(problems("a b\n\xEF\xBB\xBF"
                     "c\n")
                .size(),
            1U)
      << "but in a line of its own file's middle";
  EXPECT_THAT(problem_text(problems("a\xC2\xA0"
                                    "b\n")
                               .at(0)),
              HasSubstr("move 1 `a<U+00A0>b` is no move"));
}

TEST_F(OpeningBook, KeepsTheFirstOfEqualOpenings) {
  const std::vector<MoveSequence> book = read_book(game_, write("a b\ne d\na c\n"));
  EXPECT_THAT(book, ElementsAre(MoveSequence{0, 1}, MoveSequence{0, 2}));
}

TEST_F(OpeningBook, PartsShareNoOpeningAndMakeUpTheBook) {
  const std::string file = write("a b\na c\na d\nb c\nb pass\n");
  const auto part = [&](const BookPart& wanted) {
    return book_openings(game_, {.book = file, .part = wanted, .path = "opening"}, "");
  };
  EXPECT_THAT(part({1, 1, 3}), ElementsAre(MoveSequence{0, 1}, MoveSequence{1, 2}));
  EXPECT_THAT(part({2, 3, 3}), ElementsAre(MoveSequence{0, 2}, MoveSequence{0, 3}, MoveSequence{1, 5}));
  EXPECT_EQ(part({1, 3, 3}).size(), 5U);
  EXPECT_THROW((void)part({6, 6, 6}), UsageError) << "a part without openings";
}

TEST_F(OpeningBook, NamesEveryWrongMoveWithItsPlace) {
  const std::vector<Problem> found = problems("a b\n# fine\na  a\n%\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, path_.string());
  EXPECT_EQ(found[0].line, 3);
  EXPECT_EQ(found[0].column, 4);
  EXPECT_THAT(found[0].message, AllOf(HasSubstr("move 2 `a` is not legal"), HasSubstr("b c d e pass")));
  EXPECT_EQ(found[1].line, 4);
  EXPECT_THAT(found[1].message, HasSubstr("`%` is no move"));
}

TEST_F(OpeningBook, RefusesOpeningsThatEndTheGame) {
  const std::vector<Problem> found = problems("a b c d e\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("move 5 `e` ends the game"));
}

TEST_F(OpeningBook, RefusesEmptyAndMissingFiles) {
  EXPECT_EQ(problems("# nothing\n").size(), 1U);
  EXPECT_THROW((void)read_book(game_, path_.string() + ".missing"), RunError);
  OpeningSettings settings{.path = "opening"};
  settings.book = path_.string() + ".missing";
  try {
    const Openings openings(game_, settings, 1, "tuning.yaml", {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(),
                AllOf(::testing::StartsWith("tuning.yaml: opening.book: "), HasSubstr(".missing: cannot open")));
  }
}

TEST_F(OpeningBook, CountsFromTheConfigurationsFolder) {
  write("a b\nb a\nc a\n");
  OpeningSettings settings;
  settings.book = path_.filename().string();
  const std::string config = (path_.parent_path() / "config.yaml").string();
  Openings openings(game_, settings, 1, config, {});
  openings.prepare(3, 1, [] { return false; });
  EXPECT_EQ(openings.available(), 3U);
  EXPECT_EQ(openings.book_hash().size(), 16U);
  write("a b\nb a\nc b\n");
  EXPECT_NE(Openings(game_, settings, 1, config, {}).book_hash(), openings.book_hash());
}

TEST_F(OpeningBook, SgfIsReadInItsEncodingAndRefusedWhereTheGameBegins) {
  const std::unique_ptr<Game> go = make_game(parse_game("go:9", {}));
  path_.replace_extension(".sgf");
  const std::string file =
      write("(;SZ[9]CA[Shift_JIS];B[ee]C[\x83\x5c];W[dd];B[ff])\n(;SZ[9]CA[Big5];B[cc]C[\xa5\x5d])");
  const std::vector<MoveSequence> book = read_book(*go, file);
  ASSERT_EQ(book.size(), 2U);
  EXPECT_EQ(book[0].size(), 3U);
  (void)write("(;SZ[9];B[ee])\n (;SZ[9];W[ee])\n(;SZ[9]AB[aa:bb];B[ee])\n(;SZ[7];B[aa])");
  try {
    (void)read_book(*go, file);
    FAIL() << "nothing was refused";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(".sgf:2:2: a game in which White begins is no opening here"),
                                    HasSubstr(".sgf:3:1: a game with stones set up is no opening here"),
                                    HasSubstr(".sgf:4:1: a game on 7 lines; this tournament's board has 9")));
  }
}

}  // namespace
}  // namespace rootward
