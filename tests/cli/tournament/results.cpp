// Configurations, and games.jsonl as a sorted list.
#include "tests/cli/tournament/results.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace rootward::testing {

Workplace::Workplace() {
  std::string pattern = ::testing::TempDir() + "/rootward-run-XXXXXX";
  folder_ = ::mkdtemp(pattern.data());
}

Workplace::~Workplace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Workplace::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name)) << text;
  return name;
}

std::string quick_config(int pairs) {
  return fmt::format(R"(name: quick
seed: 7
game: tictactoe
defaults: {{search: {{budget: {{simulations: 40}}}}}}
players:
  average: {{backup: average}}
  erwa: {{backup: {{name: erwa, alpha: 0.1}}}}
  dice: {{player: random}}
schedule: {{type: round_robin, pairs: {}, opening: {{random_plies: 2}}}}
)",
                     pairs);
}

std::string slower_config(int pairs) {
  return fmt::format(R"(name: slower
seed: 8
game: connect4
defaults: {{search: {{budget: {{simulations: 400}}}}}}
players:
  average: {{backup: average}}
  softmax: {{backup: softmax}}
schedule: {{type: gauntlet, reference: average, pairs: {}, opening: {{random_plies: 2}}}}
)",
                     pairs);
}

std::string endless_config() {
  return R"(name: endless
seed: 9
game: {name: go, size: 19}
defaults: {search: {budget: {simulations: 10000000}, max_nodes: 1000}}
players:
  average: {backup: average}
  again: {backup: average}
schedule: {type: ladder, pairs: 10}
)";
}

std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void append_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(folder).string());
  std::ranges::sort(files);
  return files;
}

void leave_as_killed(const std::string& folder, pid_t pid) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) std::abort();
  std::vector<std::string> folders = {folder};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_directory()) folders.push_back(entry.path().string());
  for (const std::string& each : folders) {
    const std::string temporary = fmt::format("{}/table.md.tmp.{}.{}.0123456789abcdef", each, host.data(), pid);
    std::ofstream(temporary) << "half";
    if (std::filesystem::exists(each + "/.lock"))
      std::ofstream(each + "/.lock.owner") << fmt::format("process {} on {}, job 0, beat 3\n", pid, host.data());
    std::ofstream(each + "/alive.json") << nlohmann::json{
        {"schema", "rootward.alive/1"}, {"pid", pid}, {"host", host.data()}};
  }
}

pid_t dead_process() {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(0);
  (void)::waitpid(pid, nullptr, 0);
  return pid;
}

std::vector<std::string> attempts_in(const std::string& folder, const std::string& start) {
  std::vector<std::string> files;
  std::error_code none;
  for (std::filesystem::directory_iterator entry(folder + "/shards", none), end; entry != end; entry.increment(none))
    if (entry->path().filename().string().starts_with(start)) files.push_back(entry->path().string());
  std::ranges::sort(files);
  return files;
}

std::size_t attempt_lines(const std::string& folder, const std::string& start) {
  std::size_t lines = 0;
  for (const std::string& file : attempts_in(folder, start)) lines += line_count(file);
  return lines;
}

std::string attempt_games(const std::string& folder, const std::string& start) {
  std::string games;
  for (const std::string& file : attempts_in(folder, start)) {
    std::istringstream text(file_text(file));
    for (std::string line; std::getline(text, line);)
      if (line.starts_with(R"({"schema":"rootward.game/1")")) games += line + '\n';
  }
  return games;
}

std::size_t line_count(const std::string& path) {
  const std::string text = file_text(path);
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

std::vector<std::string> games_in(const std::string& file) {
  std::vector<std::string> games;
  std::istringstream lines(file_text(file));
  for (std::string line; std::getline(lines, line);) {
    nlohmann::json game = nlohmann::json::parse(line);
    game.erase("cpu_seconds");
    game.erase("crc");
    games.push_back(game.dump());
  }
  std::ranges::sort(games);
  return games;
}

std::string without_checksums(std::string text) {
  constexpr std::size_t kDigitsAndQuote = 9;
  for (const std::string_view key : {",\"crc\":\"", ",\n  \"crc\": \""})
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at))
      text.erase(at, key.size() + kDigitsAndQuote);
  return text;
}

}  // namespace rootward::testing
