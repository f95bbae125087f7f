// YAML texts, and what a run of them stored.
#include "tests/cli/engines/engine_config.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace rootward::testing {

namespace {

std::string faults(const std::string& game, const std::string& engine, const std::string& last) {
  return fmt::format(R"(name: faults
seed: 5
game: {}
players:
  engine: {{{}}}
  dice: {{player: random}}
  coin: {{player: random}}
schedule: {{type: round_robin, pairs: 2, opening: {{random_plies: 2}}}}
{})",
                     game, engine, last);
}

std::vector<nlohmann::json> lines_of(const std::string& path) {
  std::vector<nlohmann::json> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace

std::string fault_config(const std::string& arguments, const std::string& more, double patience) {
  return faults("{name: go, size: 5, komi: 0.5}",
                fmt::format("gtp: \"exec '{}' {}\", move_timeout_seconds: {}, quit_timeout_seconds: 0.3{}",
                            SCRIPTED_ENGINE, arguments, patience, more),
                "scoring: tromp_taylor\n");
}

std::string uci_fault_config(const std::string& arguments, const std::string& more, double patience) {
  return faults("breakthrough",
                fmt::format("uci: \"exec '{}' {}\", nodes: 10, move_timeout_seconds: {}, quit_timeout_seconds: 0.3{}",
                            SCRIPTED_UCI_ENGINE, arguments, patience, more),
                "");
}

PlayedFaults play_faults(const Workplace& place, const std::string& config) {
  PlayedFaults played;
  played.end = run_program(place.path(), {"run", place.write("faults.yaml", config), "--threads", "1"});
  played.games = lines_of(place.path("results/faults/games.jsonl"));
  played.voids = lines_of(place.path("results/faults/voids.jsonl"));
  return played;
}

std::size_t games_without_engine(const PlayedFaults& played) {
  return static_cast<std::size_t>(
      std::ranges::count_if(played.games, [](const nlohmann::json& game) { return game["engines"].empty(); }));
}

void expect_given_up(const PlayedFaults& played, const std::string& reason, const std::string& message) {
  EXPECT_EQ(played.end.exit_code, 3) << played.end.err;
  EXPECT_EQ(games_without_engine(played), 4U);
  EXPECT_EQ(played.games.size(), 4U);
  ASSERT_EQ(played.voids.size(), 4U);  // two matches, each given up at its second
  for (const nlohmann::json& line : played.voids) {
    EXPECT_EQ(line["schema"], "rootward.void/1");
    EXPECT_EQ(line["player"], "engine");
    EXPECT_EQ(line["reason"], reason) << line;
    EXPECT_THAT(line["message"].get<std::string>(), HasSubstr(message));
  }
  EXPECT_EQ(played.voids[0]["id"], played.voids[1]["id"]);
  EXPECT_THAT(played.end.err,
              AllOf(HasSubstr("one game was void twice"), HasSubstr("continue with"), HasSubstr(message)));
}

std::string gnugo_config(int pairs, const std::string& scoring) {
  return fmt::format(R"(name: gnugo
seed: 6
game: {{name: go, size: 7, komi: 7.5}}
defaults: {{search: {{budget: {{simulations: 200}}}}}}
players:
  average: {{backup: average}}
  gnugo: {{preset: gnugo, level: 0}}
schedule: {{type: gauntlet, reference: gnugo, pairs: {}, opening: {{random_plies: 2}}}}
scoring: {}
)",
                     pairs, scoring);
}

bool has_program(const std::string& name) {
  return std::system(fmt::format("PATH=$PATH:/usr/games:/usr/local/games command -v {} >/dev/null", name).c_str()) == 0;
}

}  // namespace rootward::testing
