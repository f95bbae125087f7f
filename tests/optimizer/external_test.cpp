// Every optimizer that we ship, driven as a tuning drives it: one protocol, several pending, results out of order.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "lab/engines/process/child_process.h"

namespace rootward {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr double kPatience = 60;  ///< seconds for one reply

const json kSpace = json::array({{{"name", "c"}, {"low", 0.2}, {"high", 3.0}, {"scale", "log"}},
                                 {{"name", "g"}, {"low", -9}, {"high", 0}, {"scale", "linear"}, {"count", 2}},
                                 {{"name", "n"}, {"low", 1}, {"high", 4}, {"scale", "integer"}}});

/// Smooth, best at c = 1, g = (-3, -6), n = 3.
double win_rate(const json& params) {
  const double c = std::log(params["c"].get<double>());
  const double first = (params["g"][0].get<double>() + 3) / 9;
  const double second = (params["g"][1].get<double>() + 6) / 9;
  const double n = (params["n"].get<double>() - 3) / 4;
  return 0.35 + 0.3 * std::exp(-c * c / 2 - 4 * (first * first + second * second) - n * n);
}

void expect_inside(const json& params) {
  ASSERT_EQ(params.size(), 3U) << params;
  EXPECT_TRUE(params["c"] >= 0.2 && params["c"] <= 3.0) << params;
  ASSERT_EQ(params["g"].size(), 2U) << params;
  for (const json& g : params["g"]) EXPECT_TRUE(g >= -9 && g <= 0) << params;
  EXPECT_TRUE(params["n"].is_number_integer() && params["n"] >= 1 && params["n"] <= 4) << params;
}

class Optimizer {
 public:
  explicit Optimizer(const std::string& command) : child_({.command = "exec " + command}) {}

  std::string raw(const std::string& line) {
    EXPECT_TRUE(child_.write_line(line, kPatience));
    const LineRead read = child_.read_line(kPatience);
    EXPECT_EQ(read.status, LineStatus::line) << child_.end_text() << "\n" << child_.error_tail();
    return read.line;
  }
  json request(const json& request) {
    const json reply = json::parse(raw(request.dump()));
    EXPECT_FALSE(reply.contains("error")) << request << " -> " << reply;
    return reply;
  }
  json ask(int id) { return request({{"op", "ask"}, {"id", id}})["params"]; }
  void tell(int id, const json& params) { tell(id, params, win_rate(params)); }
  void tell(int id, const json& params, double mean) {
    request({{"op", "tell"}, {"id", id}, {"params", params}, {"mean", mean}, {"stderr", 0.02}, {"games", 400}});
  }
  void kill() { child_.kill(); }

 private:
  ChildProcess child_;
};

/// Three pending, told youngest first, one failure, one point never asked for.
void drive(Optimizer& optimizer, int rounds) {
  EXPECT_TRUE(optimizer.request({{"op", "space"}, {"parameters", kSpace}})["ok"]);
  for (int round = 0; round < rounds; ++round) {
    std::vector<json> pending;
    for (int i = 0; i < 3; ++i) {
      pending.push_back(optimizer.ask(3 * round + i));
      expect_inside(pending.back());
    }
    for (int i = 2; i >= 0; --i) {
      const bool fails = round == 0 && i == 1;
      if (fails) optimizer.request({{"op", "failed"}, {"id", 1}});
      if (!fails) optimizer.tell(3 * round + i, pending[static_cast<std::size_t>(i)]);
    }
  }
  optimizer.tell(1000, {{"c", 0.3}, {"g", {-1, -1}}, {"n", 1}});
  const json best = optimizer.request({{"op", "best"}});
  expect_inside(best["params"]);
  EXPECT_GT(win_rate(best["params"]), 0.45) << best;
  EXPECT_TRUE(best["mean"].is_number() && best["stderr"].is_number()) << best;
}

const std::string kScripts = ROOTWARD_SOURCE_DIR "/scripts/optimizers/";

TEST(ExternalOptimizers, OursIsDrivenByTheSameProtocol) {
  Optimizer optimizer(std::string(ROOTWARD_OPTIMIZER) + " --seed 1");
  drive(optimizer, 12);
}

TEST(ExternalOptimizers, RandomSearchInTenLines) {
  Optimizer optimizer(kScripts + "random_search.py 1");
  drive(optimizer, 12);
}

/// Whoever lacks Optuna reads one sentence.
TEST(Optuna, AMissingOneIsOneSentence) {
  const std::filesystem::path place =
      std::filesystem::temp_directory_path() / ("no_optuna." + std::to_string(::getpid()));
  std::filesystem::create_directories(place);
  std::ofstream(place / "optuna.py") << "raise ImportError('no optuna')\n";
  const std::string command = "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" + place.string() + " " + kScripts +
                              "optuna_tune.py 2> " + (place / "err").string();
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  std::stringstream text;
  text << std::ifstream(place / "err").rdbuf();
  EXPECT_EQ(text.str(),
            "optuna_tune.py needs Optuna (no optuna): install Debian's python3-optuna, or `pip install optuna`\n");
  std::filesystem::remove_all(place);
}

bool has_optuna() { return std::system("/usr/bin/python3 -c 'import optuna' 2>/dev/null") == 0; }

TEST(ExternalOptimizers, OptunaTpe) {
  if (!has_optuna()) GTEST_SKIP() << "no python3-optuna here";
  Optimizer optimizer(kScripts + "optuna_tune.py --sampler tpe --seed 1");
  drive(optimizer, 8);
  EXPECT_THAT(optimizer.raw("nonsense"), HasSubstr("\"error\""));
}

TEST(ExternalOptimizers, OptunaCmaEs) {
  if (!has_optuna()) GTEST_SKIP() << "no python3-optuna here";
  Optimizer optimizer(kScripts + "optuna_tune.py --sampler cmaes --seed 1");
  drive(optimizer, 8);
}

/// What a tuning does where its journal holds other points than the optimizer asks for now.
TEST(ExternalOptimizers, OptunaTakesResultsOfTheParamsTheyComeWith) {
  if (!has_optuna()) GTEST_SKIP() << "no python3-optuna here";
  Optimizer optimizer(kScripts + "optuna_tune.py --seed 1");
  optimizer.request({{"op", "space"}, {"parameters", kSpace}});
  const json told = {{"c", 1.5}, {"g", {-3.0, -4.0}}, {"n", 2}};
  EXPECT_NE(optimizer.ask(1), told);
  optimizer.tell(1, told, 0.6);
  const json second = optimizer.ask(2);
  optimizer.tell(2, second, 0.5);
  optimizer.ask(3);
  optimizer.request({{"op", "failed"}, {"id", 3}, {"params", told}});
  EXPECT_EQ(optimizer.request({{"op", "best"}})["params"], told);
}

/// A folder with a chooser that proposes random points in Spearmint-lite's format.
class Spearmint : public ::testing::Test {
 protected:
  Spearmint()
      : folder_(std::filesystem::path(::testing::TempDir()) / ("rootward-spearmint-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "chooser.py") << R"(import random, sys
folder, seed = sys.argv[1:]
lines = open(folder + "/results.dat").readlines() if __import__("os").path.exists(folder + "/results.dat") else []
rng = random.Random(seed + str(len(lines)))
point = [rng.uniform(.2, 3), rng.uniform(-9, 0), rng.uniform(-9, 0), rng.randint(1, 4)]
open(folder + "/results.dat", "a").write("P P " + " ".join("%.6f" % x for x in point) + "\n")
)";
  }
  ~Spearmint() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string command(const std::string& chooser) const {
    return kScripts + "spearmint_bridge.py " + folder_.string() +
           (chooser.empty() ? "" : " --chooser '" + chooser + "'");
  }
  [[nodiscard]] std::string chooser() const {
    return "python3 " + (folder_ / "chooser.py").string() + " " + folder_.string() + " 7";
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  void append(const std::string& line) const { std::ofstream(folder_ / "results.dat", std::ios::app) << line << '\n'; }

 private:
  std::filesystem::path folder_;
};

TEST_F(Spearmint, ChoosesThroughItsFiles) {
  Optimizer optimizer(command(chooser()));
  drive(optimizer, 5);
  EXPECT_THAT(optimizer.raw("nonsense"), HasSubstr("\"error\""));
  const json config = json::parse(text("config.json"));
  EXPECT_EQ(config["g"], json({{"name", "g"}, {"type", "float"}, {"min", -9}, {"max", 0}, {"size", 2}}));
  EXPECT_EQ(config["n"]["type"], "int");
  EXPECT_THAT(text("results.dat"), ::testing::Not(HasSubstr("P P")));
}

TEST_F(Spearmint, FillsTheLineThatWasAskedFor) {
  append("P P 0.5 -1 -2 3");
  append("P P 1.5 -3 -4 2");
  Optimizer optimizer(command(""));
  optimizer.request({{"op", "space"}, {"parameters", kSpace}});
  const json first = optimizer.ask(1);
  EXPECT_EQ(first["c"], 0.5);
  const json second = optimizer.ask(2);
  EXPECT_EQ(second["g"], json({-3.0, -4.0}));
  append("P P 2.5 -5 -6 1");
  optimizer.request({{"op", "tell"}, {"id", 2}, {"params", second}, {"mean", 0.75}, {"stderr", 0.02}, {"games", 400}});
  EXPECT_THAT(text("results.dat"),
              ::testing::MatchesRegex("P P 0.5 -1 -2 3\n0.25 [0-9.]+ 1.5 -3 -4 2\nP P 2.5 -5 -6 1\n"));
}

TEST_F(Spearmint, ContinuesAfterAKill) {
  append("P P 0.5 -1 -2 3");
  json params;
  {
    Optimizer optimizer(command(""));
    optimizer.request({{"op", "space"}, {"parameters", kSpace}});
    params = optimizer.ask(1);
    optimizer.kill();
  }
  Optimizer again(command(""));
  again.request({{"op", "space"}, {"parameters", kSpace}});
  EXPECT_EQ(again.ask(1), params) << "an awaited line is handed out again";
  again.tell(1, params);
  again.tell(1, params);
  EXPECT_EQ(std::ranges::count(text("results.dat"), '\n'), 1) << "told twice, stored once";
}

/// Two evaluations are done and one is awaited; the tuning starts again, asks for all of them and tells its journal.
TEST_F(Spearmint, ResultsStayWithTheirPoints) {
  append("0.375 1.000 0.5 -1 -2 3");
  append("0.25 1.000 1.5 -3 -4 2");
  append("P P 2.5 -5 -6 1");
  append("P P 2.25 -7 -8 1");
  const json points = {{{"c", 0.5}, {"g", {-1.0, -2.0}}, {"n", 3}},
                       {{"c", 1.5}, {"g", {-3.0, -4.0}}, {"n", 2}},
                       {{"c", 2.5}, {"g", {-5.0, -6.0}}, {"n", 1}}};
  Optimizer optimizer(command(""));
  optimizer.request({{"op", "space"}, {"parameters", kSpace}});
  EXPECT_EQ(optimizer.ask(1), points[2]) << "the first that is awaited";
  optimizer.ask(2);
  optimizer.tell(1, points[0], 0.625);
  optimizer.tell(2, points[1], 0.75);
  EXPECT_EQ(optimizer.ask(3), points[2]);
  const json fourth = optimizer.ask(4);
  EXPECT_EQ(fourth["c"], 2.25);
  optimizer.tell(4, points[2], 0.5);
  optimizer.tell(3, fourth, 0.125);
  optimizer.tell(5, points[0], 0.625);
  EXPECT_THAT(text("results.dat"),
              ::testing::MatchesRegex("0.375 1.000 0.5 -1 -2 3\n0.25 1.000 1.5 -3 -4 2\n0.5 [0-9.]+ 2.5 -5 -6 1\n"
                                      "0.875 [0-9.]+ 2.25 -7 -8 1\n0.375 [0-9.]+ 0.5 -1.0 -2.0 3\n"))
      << "evaluation 5 is another one of the first point, with the same score";
  EXPECT_EQ(optimizer.request({{"op", "best"}})["params"], points[1]);
}

TEST_F(Spearmint, AFailureIsKeptOnce) {
  append("0.4 1.000 0.5 -1 -2 3");
  append("P P 1.5 -3 -4 2");
  const json failing = {{"c", 1.5}, {"g", {-3.0, -4.0}}, {"n", 2}};
  for (int start = 0; start < 2; ++start) {
    Optimizer optimizer(command(chooser()));
    optimizer.request({{"op", "space"}, {"parameters", kSpace}});
    optimizer.ask(1);
    optimizer.request({{"op", "failed"}, {"id", 1}, {"params", failing}});
  }
  EXPECT_THAT(text("results.dat"),
              ::testing::MatchesRegex("0.4 1.000 0.5 -1 -2 3\n0.4 [0-9.]+ 1.5 -3 -4 2\nP P [-0-9. ]+\n"));
}

TEST_F(Spearmint, WantsToBeAskedAgainWhereNothingIsProposed) {
  Optimizer optimizer(command(""));
  optimizer.request({{"op", "space"}, {"parameters", kSpace}});
  EXPECT_EQ(optimizer.request({{"op", "ask"}, {"id", 1}}), json({{"id", 1}, {"wait", true}}));
  append("P P nan -1 -2 3");
  EXPECT_THAT(optimizer.raw(R"({"op":"ask","id":1})"), HasSubstr("c has a value that is no number"));
}

}  // namespace
}  // namespace rootward
