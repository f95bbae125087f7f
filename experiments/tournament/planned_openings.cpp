// A file of lines, good for one configuration.
#include "experiments/tournament/planned_openings.h"

#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "core/file_io.h"
#include "experiments/tournament/results_folder.h"

namespace rootward::tournament {
namespace {

bool are_searched(TournamentSetup& setup) {
  return setup.config().schedule.opening.balance && !setup.openings().has_own_boards();
}

std::string head_of(const TournamentConfig& config) { return "# configuration " + config_hash(config); }

std::string text_of(const Game& game, const MoveSequence& moves) {
  std::string text;
  const std::unique_ptr<Position> position = game.start();
  for (const Action action : moves) {
    text += (text.empty() ? "" : " ") + position->action_text(action);
    position->play(action);
  }
  return text;
}

/// Nothing where a word is no legal move.
std::optional<MoveSequence> moves_of(const Game& game, const std::string& line) {
  MoveSequence moves;
  const std::unique_ptr<Position> position = game.start();
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::optional<Action> action = position->parse_action(word);
    if (!action || position->is_over() || !position->is_legal(*action)) return std::nullopt;
    moves.push_back(*action);
    position->play(*action);
  }
  return moves;
}

std::optional<std::vector<MoveSequence>> read_planned(const TournamentSetup& setup, const std::string& folder) {
  const std::string path = planned_openings_path(folder);
  if (!file_exists(path)) return std::nullopt;
  std::istringstream lines(read_whole_file(path));
  std::string line;
  if (!std::getline(lines, line) || line != head_of(setup.config())) return std::nullopt;
  std::vector<MoveSequence> openings;
  while (std::getline(lines, line)) {
    std::optional<MoveSequence> moves = moves_of(setup.game(), line);
    if (!moves) return std::nullopt;
    openings.push_back(std::move(*moves));
  }
  if (openings.size() < setup.config().schedule.pairs) return std::nullopt;
  return openings;
}

}  // namespace

std::string planned_openings_path(const std::string& folder) { return folder + "/cluster/inputs/openings.txt"; }

void write_planned_openings(TournamentSetup& setup, const std::string& folder, std::size_t threads) {
  if (!are_searched(setup) || read_planned(setup, folder)) return;
  const std::size_t pairs = setup.config().schedule.pairs;
  setup.openings().prepare(pairs, threads, [] { return false; });
  setup.check_variety();
  std::string text = head_of(setup.config()) + '\n';
  for (std::size_t k = 0; k < pairs; ++k) text += text_of(setup.game(), setup.openings().at(k)) + '\n';
  make_folders(folder + "/cluster/inputs");
  write_file_atomically(planned_openings_path(folder), text);
}

void take_planned_openings(TournamentSetup& setup, const std::string& folder) {
  if (!are_searched(setup)) return;
  if (std::optional<std::vector<MoveSequence>> openings = read_planned(setup, folder))
    setup.openings().take(std::move(*openings));
}

}  // namespace rootward::tournament
