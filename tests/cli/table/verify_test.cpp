// `rootward verify` on folders of every kind, in order and changed; `--skip-damaged` and packed records on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"
#include "tests/cli/tuning/sample_tunings.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CliVerify : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) { return run_program(place_.path(), arguments); }
  /// Three players, six pairs each: 36 games.
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
                                             {"verify", "--replay", "quick"},
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

TEST_F(CliVerify, AReaderThatHasGoneChangesNoVerdict) {
  play();
  change("quick/games.jsonl", "\"score\":", "\"score\": ", true);
  const std::string command = "cd '" + place_.path() +
                              "' && { while (echo x) 2> /dev/null; do sleep 0.01; done; '" ROOTWARD_PROGRAM
                              "' verify quick; echo $? > code; } | true";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(file_text(place_.path("code")), "1\n");
}

TEST_F(CliVerify, ChangesWithoutAChecksumAreFoundByTheRules) {
  play();
  change("quick/games.jsonl", "\"seed\":", "\"seed\":1", false);
  const Finished verified = run({"verify", "quick"});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, AllOf(HasSubstr("games.jsonl: its lines are not the 36 lines"),
                                  HasSubstr("games.jsonl:1: "), HasSubstr("seed")));
}

TEST_F(CliVerify, ValuesOutOfRangeAreRefusedWhereTheyAreRead) {
  play();
  const std::string good = without_checksums(file_text(place_.path("quick/games.jsonl")));
  for (const auto& [from, to, word] : std::vector<std::array<std::string, 3>>{
           {"\"score\":", "\"score\":0.37,\"old\":", "score: is 0.37, not one of 0, 0.5 and 1"},
           {"\"ended\":\"rules\"", "\"ended\":\"ruled\"", "ended: is \"ruled\", not one of rules"},
           {"\"plies\":", "\"score\":1,\"plies\":", "stands twice"}}) {
    std::string text = good;
    place_.write("quick/games.jsonl", text.replace(text.find(from), from.size(), to));
    const Finished table = run({"table", "quick"});
    EXPECT_EQ(table.exit_code, 1) << to;
    EXPECT_THAT(table.err, AllOf(HasSubstr("games.jsonl:1: "), HasSubstr(word)));
  }
}

TEST_F(CliVerify, APairBeyondTheScheduleIsRefused) {
  play();
  // Of the first line, which is whichever game ended first.
  change("quick/games.jsonl", "\"pair\":", "\"pair\":9999,\"old\":", false);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"table", "quick"}, {"run", "quick.yaml", "--out", "quick"}, {"verify", "--replay", "quick"}}) {
    const Finished refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 1) << arguments[0];
    EXPECT_THAT(refused.err, AllOf(HasSubstr("quick/games.jsonl:1: "), HasSubstr("9999"))) << arguments[0];
  }
  EXPECT_THAT(run({"verify", "quick"}).out, AllOf(HasSubstr("quick/games.jsonl:1: "), HasSubstr("9999")));
}

TEST_F(CliVerify, WhatIsMadeOfFoldersIsVerifiedByThese) {
  ASSERT_EQ(run({"run", place_.write("quick.yaml", quick_config(2)), "--out", "study/equal", "--quiet"}).exit_code, 0);
  const Finished whole = run({"verify", "study"});
  EXPECT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.out, HasSubstr("study/equal: 12 lines, all in order"));
  change("study/equal/games.jsonl", "\"seed\":", "\"seed\":1", true);
  EXPECT_EQ(run({"verify", "study"}).exit_code, 1);
  std::filesystem::create_directories(place_.path("empty"));
  const Finished none = run({"verify", "empty"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err,
              AllOf(HasSubstr("allowed: folders of tournaments, tunings, estimates studies and training runs")));
}

TEST_F(CliVerify, AManifestOfAnotherConfigurationIsRefused) {
  play();
  const std::string good = file_text(place_.path("quick/manifest.json"));
  change("quick/manifest.json", "\"revision\": \"", "\"revision\": \"0", true);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"table", "quick"}, {"verify", "quick"}, {"run", "quick.yaml", "--out", "quick"}}) {
    const Finished refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 1) << arguments[0];
    EXPECT_THAT(refused.out + refused.err, HasSubstr("quick/manifest.json: was changed: its checksum"));
  }
  place_.write("quick/manifest.json", good);
  change("quick/manifest.json", "\"config_hash\": \"", "\"config_hash\": \"0", false);
  EXPECT_THAT(run({"table", "quick"}).err, HasSubstr("config_hash"));
  EXPECT_EQ(run({"verify", "quick"}).exit_code, 1);
}

/// Of every kind of record; the last line of the text goes, all of it, or its first stands once more.
TEST_F(CliVerify, LinesThatAreMissingOrDoubledAreNamedAndTheTableSaysSo) {
  play();
  place_.write("study.yaml",
               "name: study\nseed: 3\ngames: {ttt: tictactoe}\ninstances: 2\nrandom_plies: 2\nrepeats: 1\n"
               "operators: {average: average, max: max}\ncheckpoints: [10]\n");
  ASSERT_EQ(run({"run", "study.yaml", "--out", "study", "--quiet"}).exit_code, 0);
  place_.write("tuning.yaml", slower_tuning());
  ASSERT_EQ(run({"run", "tuning.yaml", "--out", "tuned", "--evaluations", "2", "--quiet"}).exit_code, 0);
  for (const auto& [file, missing] : std::vector<std::array<std::string, 2>>{
           {"quick/games.jsonl", "quick: 1 games are missing: "},
           {"study/records.jsonl", "study: 1 records are missing: ttt:"},
           {"tuned/evaluations.jsonl", "tuned: 1 evaluations that were asked for are missing: 2"},
           {"tuned/games.jsonl", "1 of the 56 lines with which the run ended are missing"},
           {"tuned/asked.jsonl", "1 of the 2 lines"},
           {"tuned/tests.jsonl", "1 of the 1 lines"}}) {
    SCOPED_TRACE(file);
    const std::string folder = file.substr(0, file.find('/'));
    const std::string good = file_text(place_.path(file));
    const std::size_t last = good.rfind('\n', good.size() - 2) + 1;  // 0 where there is one line
    place_.write(file, good.substr(0, last));
    Finished verified = run({"verify", folder});
    EXPECT_EQ(verified.exit_code, 1);
    EXPECT_THAT(verified.out, AllOf(HasSubstr(file + ": 1 of the "), HasSubstr(missing)));
    EXPECT_THAT(run({"table", folder}).err, HasSubstr("warning: " + file + ": 1 of the "));
    place_.write(file, "");
    EXPECT_EQ(run({"verify", folder}).exit_code, 1);
    place_.write(file, good + good.substr(0, good.find('\n') + 1));
    verified = run({"verify", folder});
    EXPECT_EQ(verified.exit_code, 1);
    EXPECT_THAT(verified.out, AllOf(HasSubstr(file + ": it has 1 more than "), HasSubstr("repeats line 1")));
    EXPECT_THAT(run({"table", folder}).err, HasSubstr("warning: " + file + ": it has 1 more than "));
    place_.write(file, good);
    EXPECT_EQ(run({"verify", folder}).exit_code, 0);
  }
  // Both evaluations' games are left, and two of the fresh test's or of those with the starting values.
  const std::string games = file_text(place_.path("tuned/games.jsonl"));
  std::size_t end = 0;
  for (int line = 0; line < 2 * 12 + 2; ++line) end = games.find('\n', end) + 1;
  place_.write("tuned/games.jsonl", games.substr(0, end));
  EXPECT_THAT(run({"verify", "tuned"}).out, HasSubstr("tests.jsonl:1: has 16 games, but "));
}

/// An editor of Windows: the checksums are still seen.
TEST_F(CliVerify, LinesThatEndByCarriageReturnsAreChecked) {
  play();
  const std::string table = run({"table", "quick"}).out;
  std::string text;
  for (const char letter : file_text(place_.path("quick/games.jsonl")))
    text += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  place_.write("quick/games.jsonl", text);
  const Finished verified = run({"verify", "quick"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, AllOf(HasSubstr("36 lines, all in order"), Not(HasSubstr("checksum"))));
  const Finished same = run({"table", "quick"});
  EXPECT_EQ(same.out, table);
  EXPECT_EQ(same.err, "");
  change("quick/games.jsonl", "\"score\":", "\"score\": ", true);
  EXPECT_THAT(run({"verify", "quick"}).out, HasSubstr("quick/games.jsonl:1: its checksum"));
}

/// One evaluation of twelve games in the folder `tuned`.
class CliVerifyTuning : public CliVerify {
 protected:
  CliVerifyTuning() {
    place_.write("tuning.yaml", slower_tuning());
    const std::vector<std::string> command = {
        "tune", "objective", "tuning.yaml", "--params", R"({"search.selection.c": 0.7})", "--out", "tuned", "--quiet"};
    EXPECT_EQ(run(command).exit_code, 0);
  }
};

TEST_F(CliVerifyTuning, SumsAreRecountedFromTheGames) {
  const Finished whole = run({"verify", "tuned"});
  EXPECT_EQ(whole.exit_code, 0) << whole.out;
  EXPECT_THAT(whole.out, HasSubstr("tuned: 13 lines, all in order"));
  const std::string good = file_text(place_.path("tuned/evaluations.jsonl"));
  for (const auto& [key, to] : std::vector<std::array<std::string, 2>>{
           {"\"wins\":", "\"wins\":1"}, {"\"mean\":0.", "\"mean\":0.9"}, {"\"pentanomial\":[", "\"pentanomial\":[1"}}) {
    place_.write("tuned/evaluations.jsonl", good);
    change("tuned/evaluations.jsonl", key, to, true);
    EXPECT_THAT(run({"verify", "tuned"}).out, HasSubstr("evaluations.jsonl:1: its checksum"));
    place_.write("tuned/evaluations.jsonl", good);
    change("tuned/evaluations.jsonl", key, to, false);
    const Finished changed = run({"verify", "tuned"});
    EXPECT_EQ(changed.exit_code, 1) << key;
    EXPECT_THAT(changed.out, AllOf(HasSubstr("evaluations.jsonl:1: "), HasSubstr("its games say"))) << key;
  }
}

TEST_F(CliVerifyTuning, AChangedScoreOfAGameContradictsTheSums) {
  change("tuned/games.jsonl", "\"score\":1", "\"score\":0", false);
  const Finished changed = run({"verify", "tuned"});
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_THAT(changed.out, AllOf(HasSubstr("evaluations.jsonl:1: "), HasSubstr("its games say")));
}

TEST_F(CliVerifyTuning, AManifestOfAnotherConfigurationIsRefusedByAllWhoReadIt) {
  change("tuned/manifest.json", "\"config_hash\": \"", "\"config_hash\": \"0", false);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"table", "tuned"},
                                             {"report", "tuned", "--out", "page.html"},
                                             {"tune", "objective", "tuning.yaml", "--params",
                                              R"({"search.selection.c": 0.7})", "--out", "tuned", "--quiet"}}) {
    const Finished refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 1) << arguments[0];
    EXPECT_THAT(refused.err, AllOf(HasSubstr("tuned/manifest.json"), HasSubstr("config_hash"))) << arguments[0];
  }
  EXPECT_THAT(run({"status", "tuned"}).out, HasSubstr("config_hash"));
}

TEST_F(CliVerifyTuning, DamagedLinesAreLeftOutWhereThatIsAskedFor) {
  change("tuned/games.jsonl", "\"score\":", "\"score\": ", true);
  EXPECT_EQ(run({"table", "tuned"}).exit_code, 1);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"table", "tuned", "--skip-damaged"}, {"report", "tuned", "--skip-damaged", "--out", "page.html"}}) {
    const Finished skipped = run(arguments);
    EXPECT_EQ(skipped.exit_code, 0) << skipped.err;
    EXPECT_THAT(skipped.err, HasSubstr("left out: tuned/games.jsonl:1: its checksum"));
  }
  const std::string line = file_text(place_.path("tuned/evaluations.jsonl"));
  place_.write("tuned/evaluations.jsonl", "{\"damaged\":1}\n" + line);
  EXPECT_THAT(run({"table", "tuned", "--skip-damaged"}).err, HasSubstr("left out: tuned/evaluations.jsonl:1: "));
}

TEST_F(CliVerifyTuning, ImportsAreReadToo) {
  place_.write("tuned/imported.jsonl",
               R"({"schema":"rootward.imported/1","from":"a","id":1,"params":{"search.selection.c":0.5},"mean":7})"
               "\n");
  EXPECT_THAT(run({"verify", "tuned"}).out, AllOf(HasSubstr("tuned/imported.jsonl:1: "), HasSubstr("mean")));
}

TEST_F(CliVerifyTuning, EvaluationsWhoseGamesAreNotStoredAreHeldAgainstTheirOwnCounts) {
  std::filesystem::remove(place_.path("tuned/games.jsonl"));
  const Finished missing = run({"verify", "tuned"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, HasSubstr("tuned/games.jsonl: 12 of the 12 lines with which the run ended are missing"));
  EXPECT_THAT(run({"table", "tuned"}).err, HasSubstr("12 of the 12 lines"));
  // As whoever stores a tuning without its games makes the manifest tell of what is there.
  std::string manifest = without_checksums(file_text(place_.path("tuned/manifest.json")));
  const std::size_t games = manifest.find("    \"games.jsonl\": {");
  const std::size_t evaluations = manifest.find("    \"evaluations.jsonl\": {");
  ASSERT_TRUE(evaluations < games && games != std::string::npos) << manifest;
  manifest.erase(manifest.rfind(',', games), manifest.find('}', games) + 1 - manifest.rfind(',', games));
  place_.write("tuned/manifest.json", manifest);
  const Finished whole = run({"verify", "tuned"});
  EXPECT_EQ(whole.exit_code, 1) << "the manifest has no checksum now";
  EXPECT_THAT(whole.out, AllOf(HasSubstr("evaluations are held against their own counts alone"),
                               HasSubstr("tuned: 1 lines, all in order")));
  change("tuned/evaluations.jsonl", "\"losses\":", "\"losses\":1", false);
  EXPECT_THAT(run({"verify", "tuned"}).out, HasSubstr("wins, draws, losses and pairs are not those of 12 games"));
}

/// A small study of searches, and one that makes evaluators' cards against a reference search.
class CliVerifyEstimates : public CliVerify {
 protected:
  std::string measure(const std::string& name, const std::string& text) {
    place_.write(name + ".yaml", text);
    const Finished done = run({"run", name + ".yaml", "--out", name, "--quiet"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    const Finished verified = run({"verify", name});
    EXPECT_EQ(verified.exit_code, 0) << verified.out;
    EXPECT_THAT(verified.out, HasSubstr("lines, all in order"));
    return file_text(place_.path(name + "/records.jsonl"));
  }
  std::string searches() {
    return measure("searches",
                   "name: study\nseed: 3\ngames: {ttt: tictactoe}\ninstances: 4\nrandom_plies: 2\nrepeats: 1\n"
                   "operators: {average: average, softer: {name: softmax, g: [-6, -4]}}\ncheckpoints: [10, 100]\n");
  }
  std::string cards() {
    return measure("cards",
                   "name: cards\nseed: 4\ngames: {go: {name: go, size: 9, komi: 7.5, move_limit: 12}}\n"
                   "random_plies: 4\ninstances: 3\ncheckpoints: [1]\nevaluations: true\n"
                   "truth: {simulations: 60, search: {evaluator: net}}\noperators: {a: average}\n"
                   "evaluators: {own: net, blurred: {name: noisy, of: net, sd: 0.3}}\n");
  }
  /// What `verify` says of the records with the number after the first `key` replaced, every checksum gone.
  std::string after_change(const std::string& folder, const std::string& records, const std::string& key,
                           const std::string& number) {
    std::string text = without_checksums(records);
    const std::size_t start = text.find(key) + key.size();
    text.replace(start, text.find_first_of(",]}", start) - start, number);
    place_.write(folder + "/records.jsonl", text);
    const Finished verified = run({"verify", folder});
    EXPECT_EQ(verified.exit_code, 1) << key << number;
    return verified.out;
  }
};

TEST_F(CliVerifyEstimates, ADamagedRecordIsNamed) {
  const std::string good = searches();
  EXPECT_THAT(after_change("searches", good, "\"regrets\":[", "0.125"),
              AllOf(HasSubstr("records.jsonl:"), HasSubstr("is 0.125, the truth says")));
  EXPECT_THAT(after_change("searches", good, "\"repeat\":0,\"seed\":", "1"), HasSubstr("its seed is 1, not"));
  std::string text = good;
  place_.write("searches/records.jsonl", text.replace(text.find("\"regrets\":[") + 11, 1, "7"));
  const Finished table = run({"table", "searches"});
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_THAT(table.err, AllOf(HasSubstr("records.jsonl:"), HasSubstr("--skip-damaged")));
  EXPECT_THAT(run({"verify", "searches"}).out, HasSubstr("its checksum"));
}

TEST_F(CliVerifyEstimates, ACardsRecordsMayStandInAnyOrder) {
  const std::string good = cards();
  const std::string table = run({"table", "cards"}).out;
  std::string backwards;
  for (std::size_t end = good.size(); end > 0;) {
    const std::size_t start = end < 2 ? 0 : good.rfind('\n', end - 2) + 1;
    backwards += good.substr(start, end - start);
    end = start;
  }
  place_.write("cards/records.jsonl", backwards);
  EXPECT_EQ(run({"table", "cards"}).out, table);
  const Finished verified = run({"verify", "cards"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
}

TEST_F(CliVerifyEstimates, AChangedCardIsNamed) {
  const std::string good = cards();
  EXPECT_THAT(after_change("cards", good, "\"cross_entropy\":", "0.25"),
              HasSubstr("its cross_entropy is 0.25, the visits' own entropy is "));
  EXPECT_THAT(after_change("cards", good, "\"best_prior\":", "1.5"), HasSubstr("best_prior"));
  std::string text = without_checksums(good);
  const std::string key = "\"evaluation\":{";
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) text[at + 1] = 'E';
  place_.write("cards/records.jsonl", text);
  EXPECT_THAT(run({"verify", "cards"}).out, HasSubstr("it has no evaluation, which the study asks for"));
}

TEST_F(CliVerify, GamesWithoutTheirMovesGiveTheSameTablesAndArePlayedAgain) {
  play();
  const std::string table = run({"table", "quick"}).out;
  EXPECT_EQ(run({"merge", "quick", "--out", "slim", "--drop-moves", "--compress"}).exit_code, 0);
  EXPECT_EQ(run({"table", "slim"}).out, table);
  const Finished verified = run({"verify", "slim"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, AllOf(HasSubstr("games are stored without their moves"), HasSubstr("all in order")));
  const Finished again = run({"verify", "--replay", "slim", "--again"});
  EXPECT_EQ(again.exit_code, 0) << again.out;
  EXPECT_THAT(run({"verify", "--replay", "slim"}).err, HasSubstr("stored without their moves"));
  const Finished shown = run({"verify", "--replay", "slim", "--game", "average:erwa:0:0"});
  EXPECT_NE(shown.exit_code, 0);
  EXPECT_THAT(shown.err, HasSubstr("is stored without its moves"));
  EXPECT_EQ(run({"merge", "slim", "quick", "--out", "both"}).exit_code, 0) << "the same games";
  EXPECT_EQ(run({"table", "both"}).out, table);
  const std::string longer = place_.write("longer.yaml", quick_config(8));
  EXPECT_EQ(run({"run", longer, "--out", "slim", "--quiet"}).exit_code, 0);
  EXPECT_THAT(run({"verify", "--replay", "slim", "--again"}).out, HasSubstr("games are in order, played again"));
  change("slim/games.jsonl", "\"moves_hash\":\"", "\"moves_hash\":\"f", false);
  EXPECT_EQ(run({"verify", "slim"}).exit_code, 1);
}

TEST_F(CliVerify, MovesThatNobodyCouldBringBackStay) {
  const std::string config = place_.write("clock.yaml", quick_config(2));
  ASSERT_EQ(
      run({"run", config, "--set", "defaults.search.budget={seconds: 0.001}", "--out", "clock", "--quiet"}).exit_code,
      0);
  const std::string games = file_text(place_.path("clock/games.jsonl"));
  const Finished refused = run({"merge", "clock", "--out", "slim", "--drop-moves"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("clock: its games cannot be played again by their seeds, so their moves stay"));
  EXPECT_FALSE(std::filesystem::exists(place_.path("slim")));
  EXPECT_EQ(file_text(place_.path("clock/games.jsonl")), games);
}

TEST_F(CliVerify, GamesThatAnotherHashBelongsToAreFoundByPlayingAgain) {
  play();
  EXPECT_EQ(run({"merge", "quick", "--drop-moves"}).exit_code, 0);
  const std::string text = without_checksums(file_text(place_.path("quick/games.jsonl")));
  const std::string key = "\"moves_hash\":\"";
  std::string changed = text;
  char& digit = changed[changed.find(key) + key.size()];
  digit = digit == '1' ? '2' : '1';
  place_.write("quick/games.jsonl", changed);
  EXPECT_THAT(run({"verify", "quick"}).out, HasSubstr("its lines are not the 36 lines"));
  const Finished again = run({"verify", "--replay", "quick", "--again"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.out, HasSubstr("its moves_hash: "));
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
