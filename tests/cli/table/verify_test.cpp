// `rootward verify` on folders of every kind, in order and changed; `--skip-damaged` and packed records on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CliVerify : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) { return run_program(place_.path(), arguments); }
  void play() {
    ASSERT_EQ(run({"run", place_.write("quick.yaml", quick_config(6)), "--out", "quick", "--quiet"}).exit_code, 0);
  }
  /// Replaces the first `from` in the file; the line keeps the checksum of what it was, or every line loses its own.
  void change(const std::string& file, const std::string& from, const std::string& to, bool keeps_checksum) {
    std::string text = file_text(place_.path(file));
    if (!keeps_checksum) text = without_checksums(text);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " in " << text.substr(0, 300);
    place_.write(file, text.replace(at, from.size(), to));
  }
  Workplace place_;
};

TEST_F(CliVerify, AFolderAsItWasWrittenIsInOrder) {
  play();
  const Finished verified = run({"verify", "quick"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("lines, all in order"));
  EXPECT_EQ(run({"verify", "nowhere"}).exit_code, 2);
}

TEST_F(CliVerify, AChangedLineIsNamedAndEveryReaderRefusesItUnlessToldToSkip) {
  play();
  const std::string table = run({"table", "quick"}).out;
  const std::vector<std::string> games = games_in(place_.path("quick/games.jsonl"));
  change("quick/games.jsonl", "\"score\":", "\"score\": ", true);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"table", "quick"},
                                             {"report", "quick", "--out", "page.html"},
                                             {"replay", "quick"},
                                             {"merge", "quick", "--out", "joined"},
                                             {"run", "quick.yaml", "--out", "quick"}}) {
    const Finished refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 1) << arguments[0];
    EXPECT_THAT(refused.err, AllOf(HasSubstr("quick/games.jsonl:1: "), HasSubstr("--skip-damaged"))) << arguments[0];
    EXPECT_THAT(refused.err, Not(HasSubstr("json.exception")));
  }
  const Finished verified = run({"verify", "quick"});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, AllOf(HasSubstr("quick/games.jsonl:1: its checksum"), HasSubstr("1 problems")));
  const Finished skipped = run({"table", "quick", "--skip-damaged"});
  EXPECT_EQ(skipped.exit_code, 0) << skipped.err;
  EXPECT_THAT(skipped.err, HasSubstr("left out: quick/games.jsonl:1: its checksum"));
  EXPECT_NE(skipped.out, table);
  EXPECT_EQ(run({"merge", "quick", "--skip-damaged", "--out", "clean"}).exit_code, 75) << "a game is missing";
  EXPECT_EQ(run({"verify", "clean"}).exit_code, 0);
  EXPECT_EQ(run({"run", "quick.yaml", "--out", "clean", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(games_in(place_.path("clean/games.jsonl")) == games);
}

TEST_F(CliVerify, ChangesWithoutAChecksumAreFoundByTheRules) {
  play();
  change("quick/games.jsonl", "\"seed\":", "\"seed\":1", false);
  const Finished verified = run({"verify", "quick"});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, AllOf(HasSubstr("have no checksum"), HasSubstr("games.jsonl:1: "), HasSubstr("seed")));
}

TEST_F(CliVerify, ValuesOutOfRangeAreRefusedWhereTheyAreRead) {
  play();
  const std::string good = without_checksums(file_text(place_.path("quick/games.jsonl")));
  for (const auto& [from, to, word] :
       std::vector<std::array<std::string, 3>>{{"\"score\":", "\"score\":0.37,\"old\":", "none of 0, 0.5 and 1"},
                                               {"\"ended\":\"rules\"", "\"ended\":\"ruled\"", "none of rules"},
                                               {"\"plies\":", "\"score\":1,\"plies\":", "stands twice"}}) {
    std::string text = good;
    place_.write("quick/games.jsonl", text.replace(text.find(from), from.size(), to));
    const Finished table = run({"table", "quick"});
    EXPECT_EQ(table.exit_code, 1) << to;
    EXPECT_THAT(table.err, AllOf(HasSubstr("games.jsonl:1: "), HasSubstr(word)));
  }
}

TEST_F(CliVerify, AManifestOfAnotherConfigurationIsRefused) {
  play();
  change("quick/manifest.json", "\"config_hash\": \"", "\"config_hash\": \"0", true);
  EXPECT_THAT(run({"table", "quick"}).err, HasSubstr("config_hash"));
  EXPECT_EQ(run({"verify", "quick"}).exit_code, 1);
}

TEST_F(CliVerify, PackedRecordsAreReadAndUnpackedToGoOn) {
  play();
  const std::string table = run({"table", "quick"}).out;
  EXPECT_EQ(run({"merge", "quick", "--out", "packed", "--compress"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place_.path("packed/games.jsonl")));
  EXPECT_EQ(run({"table", "packed"}).out, table);
  EXPECT_EQ(run({"verify", "packed"}).exit_code, 0);
  const std::string bytes = file_text(place_.path("packed/games.jsonl.gz"));
  EXPECT_EQ(run({"merge", "quick", "--out", "again", "--compress"}).exit_code, 0);
  EXPECT_EQ(file_text(place_.path("again/games.jsonl.gz")), bytes) << "the same bytes each time";
  const std::string longer = place_.write("longer.yaml", quick_config(8));
  EXPECT_EQ(run({"run", longer, "--out", "packed", "--quiet"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place_.path("packed/games.jsonl.gz")));
  EXPECT_EQ(run({"run", longer, "--out", "afresh", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(games_in(place_.path("packed/games.jsonl")) == games_in(place_.path("afresh/games.jsonl")));
}

}  // namespace
}  // namespace rootward::testing
