// mkdtemp, and one plausible game.
#include "tests/lab/store/scratch_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "core/temporary_name.h"
#include "lab/arena/game_id.h"

namespace rootward::testing {

ScratchFolder::ScratchFolder() {
  std::string pattern = ::testing::TempDir() + "/rootward-store-XXXXXX";
  folder_ = ::mkdtemp(pattern.data());
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string temporary_of_nobody(const std::string& path) {
  std::string name = temporary_name(path);
  const std::string pid = "." + std::to_string(getpid()) + ".";
  return name.replace(name.rfind(pid), pid.size(), ".2147483647.");
}

GameRecord example_record(std::uint32_t pair, int game_of_pair) {
  GameRecord record;
  record.pairing = {"a", "b"};
  record.pair = pair;
  record.seats = game_of_pair == 0 ? std::array<std::string, 2>{"a", "b"} : std::array<std::string, 2>{"b", "a"};
  record.id = game_id(record.pairing, pair, game_of_pair);
  record.seed = game_seed(1, record.pairing, pair, game_of_pair);
  record.opening = {"E5", "pass"};
  record.moves = {"C3", "D4", "pass"};
  record.score = pair % 3 == 0 ? 0.5 : pair % 3 == 1 ? 1 : 0;
  record.ended = "rules";
  record.plies = 5;
  record.simulations = {200, 100};
  record.moves_chosen = {2, 1};
  record.cpu_seconds = {0.25, 0.125};
  return record;
}

}  // namespace rootward::testing
