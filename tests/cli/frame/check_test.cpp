// `rootward check` takes every kind of configuration, and `--set` does not add by a slip.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/kinds/kind.h"
#include "tests/cli/address_limits.h"
#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kConfigs = ROOTWARD_SOURCE_DIR "/configs/";

TEST(Kinds, EachIsRunCheckedVerifiedAndNamedOnce) {
  std::set<std::string_view> names;
  for (const Kind& kind : kinds()) {
    const config::KindFacts& facts = kind.facts();
    EXPECT_TRUE(kind.run != nullptr && kind.check != nullptr && kind.verify != nullptr) << facts.name;
    EXPECT_TRUE(kind.load == nullptr || kind.look != nullptr) << facts.name << " has a page and no view";
    for (const std::string_view name : {facts.key, facts.one, facts.many})
      EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(kinds().size(), config::kKinds.size());
}

TEST(Check, SaysWhatEveryKindOfFileWouldDo) {
  const Outcome tournament = run_shell("rootward check " + kConfigs + "quickstart.yaml");
  EXPECT_EQ(tournament.exit_code, 0) << tournament.err;
  EXPECT_THAT(tournament.out, AllOf(HasSubstr("in order; a tournament"), HasSubstr("openings:")));
  const Outcome tuning = run_shell("rootward check " + kConfigs + "tuning/connect4-softmax.yaml");
  EXPECT_EQ(tuning.exit_code, 0) << tuning.err;
  EXPECT_THAT(tuning.out, AllOf(HasSubstr("in order; a tuning"), HasSubstr("games an evaluation"),
                                HasSubstr("openings:"), HasSubstr("configuration hash:")));
  const Outcome estimates = run_shell("rootward check " + kConfigs + "estimates/minimax-example.yaml");
  EXPECT_EQ(estimates.exit_code, 0) << estimates.err;
  EXPECT_THAT(estimates.out, AllOf(HasSubstr("in order; an estimates study"), HasSubstr("searches of")));
  const Outcome study = run_shell("rootward check " + kConfigs + "league/connect4.yaml");
  EXPECT_EQ(study.exit_code, 0) << study.err;
  EXPECT_THAT(study.out,
              AllOf(HasSubstr("in order; a study"), HasSubstr("tune: 75 runs of kind tuning, 60 evaluations each\n"),
                    HasSubstr("fourfold: a run of kind tournament\n"), HasSubstr("answer: a table\n")));
}

TEST(Check, NamesWhatIsWrongInATuning) {
  EXPECT_THAT(refusal("rootward check " + kConfigs + "tuning/connect4-softmax.yaml --set games=3 --set seed=x"),
              AllOf(HasSubstr("--set games: 3 is not allowed"), HasSubstr("--set seed: x")));
}

TEST(Check, AConfigurationOutOfAPipeIsReadOnce) {
  // Kinds are told before they are read, networks and openings are asked again later.
  const auto piped = [](const std::string& command, const std::string& file, const std::string& more) {
    for (const std::string& line :
         {"cat " + kConfigs + file + " | rootward " + command + " /dev/stdin " + more,
          "bash -c 'exec \"$0\" " + command + " <(cat " + kConfigs + file + ") " + more + "' '" ROOTWARD_PROGRAM "'"}) {
      const Outcome outcome = run_shell(line);
      EXPECT_EQ(outcome.exit_code, 0) << line << outcome.err;
    }
  };
  for (const char* file : {"quickstart.yaml", "tuning/go9-softmax.yaml", "estimates/p-games.yaml"})
    if (std::string(file) != "tuning/go9-softmax.yaml")
      piped("check", file, "");
    else
      piped("check", file, "--set opening.book=" + kConfigs + "openings/go9.txt");
  piped("plan", "quickstart.yaml", "--no-bench");
  piped("plan", "quickstart.yaml", "--bench 1 --out nowhere --set defaults.search.budget.simulations=8");
  piped("plan", "quickstart.yaml", "--print parallel --calibrate 1 --out nowhere");
  const Outcome study =
      run_shell("cd " + kConfigs + "league && cat connect4.yaml | rootward check /dev/stdin --set lists.seed=[1,2]");
  EXPECT_EQ(study.exit_code, 0) << study.err << "the files that it names count from the working folder";
  piped("tune space", "tuning/go9-softmax.yaml", "--set opening.book=" + kConfigs + "openings/go9.txt");
}

TEST(Check, WhatIsFoundWrongAfterReadingHasItsPlace) {
  const auto refusal_of = [](const std::string& text) {
    return refusal("cd \"$(mktemp -d)\" && printf '%s' '" + text + "' > c.yaml && rootward check c.yaml");
  };
  const std::string players = "players: {a: {backup: average}, b: {backup: max}}\n";
  EXPECT_THAT(refusal_of("name: n\nseed: 1\ngame: tictactoe\n" + players +
                         "schedule:\n  type: round_robin\n  pairs: 1\n  opening:\n    random_plies: 9\n"),
              StartsWith("error: c.yaml:9:19: schedule.opening.random_plies: every game is over within 9 moves"));
  EXPECT_THAT(
      refusal_of("name: n\nseed: 1\ngame: grid_world\n" + players + "schedule: {type: round_robin, pairs: 1}\n"),
      StartsWith("error: c.yaml:3:7: game: grid_world is for a single agent"));
  EXPECT_THAT(refusal_of(""), StartsWith("error: c.yaml: an empty value is not allowed"));
}

TEST(Set, ASlipInAPlayersNameIsRefused) {
  EXPECT_THAT(refusal("rootward check " + kConfigs + "quickstart.yaml --set players.averag.backup=max --set seed=1"),
              AllOf(HasSubstr("players has no averag"), HasSubstr("did you mean average?")));
  const Outcome added = run_shell("rootward check " + kConfigs + "quickstart.yaml --set +players.greedy.backup=max");
  EXPECT_EQ(added.exit_code, 0) << added.err;
}

/// A shipped file's text with one value changed or one key left out, each in turn.
std::vector<std::string> changed_texts(const std::string& text) {
  const std::vector<std::string> odd = {"",     "[]",   "{}",    "-1",       "1.5",   "1e30",
                                        ".nan", "null", "\"x\"", "[1, [2]]", "{a: 1}"};
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::vector<std::string> texts;
  const auto join = [&lines](std::size_t without, const std::string& instead) {
    std::string all;
    for (std::size_t i = 0; i < lines.size(); ++i) all += i == without ? instead : lines[i] + "\n";
    return all;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(": ");
    if (lines[i].starts_with('#')) continue;
    texts.push_back(join(i, ""));
    if (colon != std::string::npos)
      texts.push_back(join(i, lines[i].substr(0, colon + 2) + odd[texts.size() % odd.size()] + "\n"));
  }
  return texts;
}

TEST(Check, EveryMessageAboutAChangedFileBeginsWithItsName) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("changed-" + std::to_string(getpid()));
  std::filesystem::copy(kConfigs, folder, std::filesystem::copy_options::recursive);
  std::size_t count = 0;
  for (const std::filesystem::path file : {"quickstart.yaml", "tuning/connect4-softmax.yaml", "estimates/p-games.yaml",
                                           "league/connect4.yaml", "atlas/small.yaml"})
    for (const std::string& text : changed_texts(file_text(kConfigs + file.string())))
      std::ofstream(folder / file.parent_path() / fmt::format("changed-{:04}.yaml", count++)) << text;
  const Outcome outcome = run_shell("cd '" + folder.string() +
                                    "' && for f in $(find * -name 'changed-*'); do rootward check $f >out 2>err; " +
                                    "rc=$?; case $rc in 0|2) ;; *) echo $f exit $rc; cat err;; esac; " +
                                    "[ $rc = 2 ] && grep -v \"^error: $f\" err | grep -v ^warning; done; true");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_GT(count, 100U);
  std::filesystem::remove_all(folder);
}

// Whatever has no end is refused at a limit, which the message tells; memory for it is bounded (1 GB of addresses).
TEST(Limits, FilesWithoutAnEndAreRefused) {
  if (!kHasRoomForLimits) GTEST_SKIP() << "under a sanitizer";
  const std::string bounded = "ulimit -v 1500000; rootward ";
  const auto expect_limit = [](const Outcome& outcome, const std::string& where) {
    EXPECT_EQ(outcome.exit_code, 2) << where << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("/dev/zero: is longer than ")) << where;
  };
  expect_limit(run_shell(bounded + "check /dev/zero"), "a configuration");
  expect_limit(run_shell(bounded + "search go --sgf /dev/zero"), "a game record");
  expect_limit(run_shell(bounded + "check " + kConfigs + "quickstart.yaml --set schedule.opening='{file: /dev/zero}'"),
               "openings");
  EXPECT_THAT(run_shell("echo loadsgf /dev/zero | (" + bounded + "gtp)").out, HasSubstr("/dev/zero: is longer than "));
}

}  // namespace
}  // namespace rootward::testing
