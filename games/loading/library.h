// A game's shared library: loaded from its bytes, known by their SHA-256, its object checked (include/rootward/game.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/heuristics.h"
#include "core/params.h"
#include "include/rootward/game.h"

namespace rootward::loading {

/// Loaded once a process and kept to its end. What runs are the bytes that were hashed: the file may change meanwhile.
class Library {
 public:
  /// Throws UsageError: no library, no object of that name, another version, a member that is missing or wrong. Code of
  /// the library runs while it is loaded, so try_loading() comes first (trial.h).
  Library(std::string sha256, std::string bytes);

  [[nodiscard]] const rootward_game& game() const { return *game_; }
  [[nodiscard]] const std::string& sha256() const { return sha256_; }
  /// The file's.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// Those of the game, as declared; keys without the prefix that they have in a game's parameters.
  [[nodiscard]] const std::vector<ParamSpec>& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<FeatureFacts>& features() const { return features_; }

 private:
  std::string sha256_;
  std::string bytes_;
  const rootward_game* game_ = nullptr;
  std::vector<ParamSpec> parameters_;
  std::vector<FeatureFacts> features_;
};

/// The parameters of the game `plugin`: the file, its mark, and those of the library below "parameters.".
std::vector<ParamSpec> parameters_of(const Library& library);

/// By its mark; null where nothing of that mark was loaded.
std::shared_ptr<const Library> find_library(const std::string& sha256);
/// Loads bytes that are not loaded yet. Throws UsageError.
std::shared_ptr<const Library> load_library(const std::string& bytes);

/// Runs what the library does at its end, which is where the program ends. Nothing of it may be used afterwards: for a
/// child process that tries it.
void unload(const Library& library);

/// The library's game with its own parameters, as `list` shows it.
Described description_of(const Library& library);
/// The game `plugin` as `list` shows it.
const Described& plugin_description();

}  // namespace rootward::loading
