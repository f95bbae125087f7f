// Line by line: a folder larger than memory can be checked.
#include "experiments/tournament/check_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "experiments/arena/stored_games.h"
#include "experiments/arena/void_file.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/verify.h"

namespace rootward::tournament {
namespace {

class TournamentCheck {
 public:
  explicit TournamentCheck(const TournamentConfig& config) : config_(config), boards_(config.game) {}

  std::string game_problem(const std::string& line, const std::string& place) {
    const GameRecord record = parse_game_record(line);
    for (const std::string& name : record.pairing)
      if (std::ranges::find(config_.players, name, &PlayerSpec::name) == config_.players.end())
        return fmt::format("game {}: no player of the configuration is called {}", record.id, name);
    GameRecord timeless = record;
    timeless.cpu_seconds = {};
    const std::uint64_t content = hash_name(to_json_line(timeless));
    const auto [known, is_new] = places_.try_emplace(record.id, place, content);
    if (!is_new && known->second.second != content)
      return fmt::format("game {} is stored at {} with different content", record.id, known->second.first);
    const std::string problem = verify(record, config_, boards_.game_of(record));
    return problem.empty() ? "" : fmt::format("game {}: {}", record.id, problem);
  }

 private:
  const TournamentConfig& config_;
  StoredGames boards_;
  std::map<std::string, std::pair<std::string, std::uint64_t>> places_;  // by id: where it was first, and its hash
};

}  // namespace

FolderCheck check_tournament_folder(const std::string& folder) {
  FolderCheck found;
  const std::string path = manifest_path(folder);
  const Manifest manifest = parse_manifest(read_whole_file(path), path);
  const TournamentConfig config = stored_config(folder, manifest);
  check_config_hash(path, manifest, stored_config_hash(config), found);
  TournamentCheck check(config);
  const std::vector<std::string> files = kGameFiles.all(folder);
  for (const std::string& file : files)
    check_lines(
        file, [&check](const std::string& line, const std::string& place) { return check.game_problem(line, place); },
        found);
  const auto check_void = [](const std::string& line, const std::string&) {
    (void)parse_void_record(line);
    return std::string();
  };
  for (const std::string& file : kVoidFiles.all(folder)) check_lines(file, check_void, found);
  return found;
}

}  // namespace rootward::tournament
