// The `game:` value to a game's name and parameters, and the game itself for further checks.
#pragma once

#include <memory>
#include <optional>

#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"
#include "lab/play/game.h"

namespace rootward::config {

/// A game that was read: `id` where the value itself is right, `game` where its rules could be built (a drawn example
/// where they are left to chance).
struct ReadGame {
  std::optional<NamedParams> id;
  std::unique_ptr<Game> game;
};

/// `go`, `go:19` (NAME:size), `connect4:7x6` (NAME:WIDTHxHEIGHT) or a map. What is wrong is added.
ReadGame read_game(const YamlNode& node, ProblemList& problems);

}  // namespace rootward::config
