// Configurations that several tests change, and what is wrong with a text as lines.
#pragma once

#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/tournament/config.h"

namespace rootward::config_tests {

/// A tournament that is right; the lines' numbers matter to tests.
inline const std::string kSample = R"(name: sample
question: Which is better?
seed: 7
game: {name: connect4, width: 7}
defaults:
  search:
    budget: {simulations: 50}
    selection: {name: ucb1, c: 0.9}
players:
  average: {backup: average}
  erwa: {backup: {name: erwa, alpha: 0.02}}
  soft: {backup: {name: softmax, g: [-2, -1.5, 0]}, search: {solver: true}}
  any: {player: random}
schedule: {type: gauntlet, reference: average, pairs: 3, opening: {random_plies: 2}}
)";

/// `text` with the first `from` replaced. Throws where there is none, so that no test tests nothing.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("not in the sample: " + from);
  return text.replace(at, from.size(), to);
}

/// Each problem as "line:column: path: message"; empty where nothing is wrong.
inline std::vector<std::string> problems_of(const std::string& yaml, const std::vector<Override>& overrides = {}) {
  std::vector<std::string> texts;
  try {
    (void)tournament::parse_tournament(yaml, "", overrides);
  } catch (const UsageError& error) {
    for (const Problem& problem : error.problems()) {
      Problem unnamed = problem;
      std::string text = problem_text(unnamed);
      if (!text.empty() && text.front() == ':') text.erase(0, 1);
      texts.push_back(text);
    }
  }
  return texts;
}

/// The player of that name. Throws where there is none.
inline const PlayerSpec& player_of(const tournament::TournamentConfig& config, const std::string& name) {
  for (const PlayerSpec& player : config.players) {
    if (player.name == name) return player;
  }
  throw std::logic_error("no player " + name);
}

}  // namespace rootward::config_tests
