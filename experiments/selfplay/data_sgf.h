// Games of others as lessons: SGF main lines into shards.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/params.h"

namespace rootward::selfplay {

inline constexpr double kLabelSmoothing = 0.02;

struct SgfImport {
  std::vector<std::string> files;  ///< of one game or many
  std::string out;                 ///< the folder; shards go into its folder `data`
  NamedParams game;                ///< games of another board or komi are left out
  bool takes_any_komi = false;
  std::string rules;    ///< part of what RU must say, in any case; "" = anything
  std::string licence;  ///< of the games, for those who learn from them; "" = not told
};

struct SgfImportReport {
  std::uint64_t games = 0, positions = 0;
  std::uint64_t without_result = 0;               ///< of the games: they teach the policy alone
  std::uint64_t of_guessed_encoding = 0;          ///< of the games in the files: SgfGame::is_guessed
  std::map<std::string, std::uint64_t> left_out;  ///< by reason
};

/// A row a move: the move itself for the policy, spread by kLabelSmoothing when samples are drawn, and the stated
/// result. The same files give the same shards. Files and games that cannot be read are noted on stderr. Throws
/// UsageError where a file cannot be read as SGF, no game is left, or other games lie in the folder; RunError where
/// another process writes there.
SgfImportReport import_sgf(const SgfImport& import);

}  // namespace rootward::selfplay
