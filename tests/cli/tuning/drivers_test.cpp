// The optimizers that come with us and those of others, as they drive tunings and `objective`.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tuning/sample_tunings.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kScripts = std::string(ROOTWARD_SOURCE_DIR) + "/scripts/optimizers/";

class Drives : public ::testing::TestWithParam<std::string> {};

TEST_P(Drives, TuneToItsEnd) {
  const std::string optimizer = GetParam();
  if (optimizer.find("optuna") != std::string::npos &&
      std::system("/usr/bin/python3 -c 'import optuna' 2>/dev/null") != 0)
    GTEST_SKIP() << "no python3-optuna here";
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const Finished run = run_program(place.path(), {"run", "s.yaml", "--out", "t", "--evaluations", "6", "--parallel",
                                                  "3", "--threads", "2", "--optimizer", optimizer});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("6 evaluations of 12 games"), HasSubstr("fresh test")));
  EXPECT_EQ(line_count(place.path("t/evaluations.jsonl")), 6U);
}

INSTANTIATE_TEST_SUITE_P(Optimizers, Drives,
                         ::testing::Values(ROOTWARD_OPTIMIZER, kScripts + "random_search.py 1",
                                           kScripts + "optuna_tune.py --sampler tpe --seed 1",
                                           kScripts + "optuna_tune.py --sampler cmaes --seed 1"),
                         [](const auto& test) { return std::to_string(test.index); });

TEST(ToOptuna, AJournalBecomesAStudyAndGrows) {
  if (std::system("/usr/bin/python3 -c 'import optuna' 2>/dev/null") != 0) GTEST_SKIP() << "no python3-optuna here";
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const std::string into = kScripts + "to_optuna.py " + place.path("t") + " sqlite:///" + place.path("o.db");
  for (const auto& [evaluations, added] : {std::pair{"3", "3"}, std::pair{"5", "2"}}) {
    ASSERT_EQ(run_program(place.path(), {"run", "s.yaml", "--out", "t", "--evaluations", evaluations}).exit_code, 0);
    ASSERT_EQ(std::system((into + " > " + place.path("said")).c_str()), 0);
    EXPECT_EQ(file_text(place.path("said")), fmt::format("{} new evaluations; t has {} trials\n", added, evaluations));
  }
  place.write("look.py",
              "import optuna, sys\n"
              "trials = optuna.load_study(study_name='t', storage=sys.argv[1]).trials\n"
              "for t in trials: print(t.user_attrs['id'], repr(t.value), repr(t.params['search.selection.c']))\n");
  ASSERT_EQ(std::system(("/usr/bin/python3 " + place.path("look.py") + " sqlite:///" + place.path("o.db") + " > " +
                         place.path("seen"))
                            .c_str()),
            0);
  std::istringstream seen(file_text(place.path("seen")));
  std::istringstream evaluations(file_text(place.path("t/evaluations.jsonl")));
  int compared = 0;
  for (std::string line; std::getline(evaluations, line); ++compared) {
    const nlohmann::json told = nlohmann::json::parse(line);
    int id = 0;
    double value = 0;
    double c = 0;
    seen >> id >> value >> c;
    EXPECT_EQ(id, told["id"].get<int>());
    EXPECT_EQ(value, told["mean"].get<double>());
    EXPECT_EQ(c, told["params"]["search.selection.c"].get<double>());
  }
  EXPECT_EQ(compared, 5);
}

/// Continued with more evaluations, everything is asked and told again: each line keeps the value of its own point.
TEST(SpearmintBridge, ContinuesATuning) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  place.write("chooser.sh", "echo P P 0.$((20 + $(cat m/results.dat 2>/dev/null | wc -l) * 7)) >> m/results.dat\n");
  const std::string optimizer = kScripts + "spearmint_bridge.py m --chooser 'bash chooser.sh'";
  for (const char* evaluations : {"3", "7"}) {
    const Finished run = run_program(place.path(), {"run", "s.yaml", "--out", "t", "--evaluations", evaluations,
                                                    "--parallel", "2", "--optimizer", optimizer});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  std::vector<std::pair<double, double>> told;
  std::istringstream evaluations(file_text(place.path("t/evaluations.jsonl")));
  for (std::string line; std::getline(evaluations, line);) {
    const nlohmann::json evaluation = nlohmann::json::parse(line);
    told.emplace_back(evaluation["params"]["search.selection.c"], 1 - evaluation["mean"].get<double>());
  }
  EXPECT_EQ(told.size(), 7U);
  std::istringstream rows(file_text(place.path("m/results.dat")));
  std::vector<std::pair<double, double>> stored;
  std::string value;
  std::string seconds;
  for (double c = 0; rows >> value >> seconds >> c;)
    if (value != "P") stored.emplace_back(c, std::stod(value));
  EXPECT_THAT(stored, ::testing::UnorderedElementsAreArray(told));
}

/// It proposes a point only once the one before has its value, while a tuning would have three pending.
TEST(SpearmintBridge, ServesAProgramThatProposesOneByOne) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  place.write("propose.py", R"(
import os, time
os.makedirs("m", exist_ok=True)
for c in ("0.3", "0.6", "0.9"):
    with open("m/results.dat", "a") as file:
        file.write("P P " + c + "\n")
    for wait in range(1200):
        if not any(line.startswith("P") for line in open("m/results.dat")):
            break
        time.sleep(0.05)
)");
  const std::string command = "cd " + place.path() + " && { /usr/bin/python3 propose.py & } && " + ROOTWARD_PROGRAM +
                              " run s.yaml --out t --evaluations 3 --parallel 3 --optimizer '" + kScripts +
                              "spearmint_bridge.py m' > out 2> err";
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 0) << file_text(place.path("err"));
  EXPECT_EQ(line_count(place.path("t/evaluations.jsonl")), 3U);
  EXPECT_THAT(file_text(place.path("m/results.dat")),
              ::testing::MatchesRegex("[0-9.]+ [0-9.]+ 0.3\n[0-9.]+ [0-9.]+ 0.6\n[0-9.]+ [0-9.]+ 0.9\n"));
}

/// The tuning with a second opponent: results then hold the mean against each as well.
std::string pool_tuning() {
  const std::string tuning = slower_tuning();
  const std::string key = "\nopponent: ";
  const std::size_t start = tuning.find(key);
  const std::size_t end = tuning.find('\n', start + 1);
  const std::string opponent = tuning.substr(start + key.size(), end - start - key.size());
  return tuning.substr(0, start) + "\nopponents: {one: " + opponent + ", two: {backup: average, weight: 2}}" +
         tuning.substr(end);
}

TEST(LineSearch, TellsTheBestValueFirst) {
  const Workplace place;
  place.write("s.yaml", pool_tuning());
  const std::string command = "cd " + place.path() + " && ROOTWARD=" + ROOTWARD_PROGRAM + " " + kScripts +
                              "line_search.sh s.yaml '{\"search.selection.c\": %s}' 0.3 3 1 > lines";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::istringstream lines(file_text(place.path("lines")));
  double above = 1;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const double mean = std::stod(line);
    EXPECT_LE(mean, above) << "the best comes first";
    EXPECT_THAT(line, HasSubstr("\t{\"search.selection.c\": "));
    above = mean;
  }
  EXPECT_EQ(count, 3U);
  EXPECT_NE(std::system((kScripts + "line_search.sh 2>/dev/null").c_str()), 0) << "it needs a tuning and values";
}

}  // namespace
}  // namespace rootward::testing
