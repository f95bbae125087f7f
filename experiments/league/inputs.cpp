// Read before anything is played, and compared with what is stored.
#include "experiments/league/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/config/head_reader.h"
#include "lab/config/yaml_document.h"
#include "lab/store/line_checksum.h"

namespace rootward::league {
namespace {

/// A line for each difference between the kept file and the one of now; "" where there is none.
std::string difference_of(const std::string& kept, const std::string& path, const std::string& length,
                          const tuning::TuningConfig& now) {
  const std::string head = length.empty() ? "" : kept.substr(0, kept.find('\n'));
  const tuning::TuningConfig stored = tuning::parse_tuning(kept, path);
  std::string difference = head == length ? "" : fmt::format("stored '{}', now '{}'\n", head, length);
  difference += tuning::continuation_problem(stored, now);
  const auto count = [&](const char* key, std::uint32_t was, std::uint32_t is) {
    if (was != is) difference += fmt::format("{}: stored {}, now {}\n", key, was, is);
  };
  count("games", stored.games, now.games);
  count("test_games", stored.test_games, now.test_games);
  return difference;
}

}  // namespace

FinalsFile::FinalsFile(const std::string& file)
    : file_(file), root_(config::configuration_tree(config::text_of(file), file, {})) {}

std::uint64_t FinalsFile::simulations() const {
  const config::YamlNode* node = &root_;
  for (const char* key : {"defaults", "search", "budget", "simulations"})
    if (node != nullptr) node = node->find(key);
  std::uint64_t simulations = 0;
  if (node != nullptr) {
    const char* end = node->text.data() + node->text.size();
    const auto read = std::from_chars(node->text.data(), end, simulations);
    if (read.ec == std::errc() && read.ptr == end && simulations > 0) return simulations;
  }
  fail(node != nullptr ? node->place : config::Place{}, "defaults.search.budget.simulations",
       "is required in a league's finals: a whole number, which they multiply");
}

void FinalsFile::refuse(const std::vector<Entrant>& entrants) const {
  const config::YamlNode* players = root_.find("players");
  if (players == nullptr) return;
  for (const config::YamlEntry& player : players->entries)
    if (std::ranges::find(entrants, player.key, &Entrant::label) != entrants.end())
      fail(player.key_place, "players." + player.key, "is the name of a tuned player; choose another");
}

void FinalsFile::fail(const config::Place& place, const std::string& path, const std::string& message) const {
  throw UsageError(
      {Problem{.file = file_, .line = place.line, .column = place.column, .path = path, .message = message}});
}

void keep_tuning_file(const std::string& path, const std::string& length, const std::string& text,
                      const tuning::TuningConfig& now) {
  if (!file_exists(path)) {
    const std::string kept = length.empty() ? text : length + '\n' + text;
    write_file_atomically(path, text_with_checksum(kept.ends_with('\n') ? kept : kept + '\n'));
    return;
  }
  std::string kept = read_whole_file(path);
  if (take_text_checksum(kept) != Checksum::right)
    throw RunError(fmt::format("{}: was changed: its last line, # crc and a checksum, is not that of its text", path));
  const std::string difference = difference_of(kept, path, length, now);
  if (!difference.empty())
    throw UsageError(
        fmt::format("{} was begun with another tuning; choose another --out or go back to it. The difference:\n{}",
                    path, difference));
}

void keep_tuning(const LeagueConfig& config, const std::string& folder) {
  const std::string path = folder + "/tuning.yaml";
  if (!file_exists(path) && std::filesystem::exists(folder + "/tuning"))
    throw UsageError(fmt::format("{} has tunings, but no {} that tells of what; choose another --out", folder, path));
  keep_tuning_file(path, fmt::format("# {} evaluations a tuning.", config.evaluations), config::text_of(config.tuning),
                   tuning::read_tuning(config.tuning));
}

}  // namespace rootward::league
