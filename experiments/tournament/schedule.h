// Which games a tournament consists of: the pairings in a fixed order, the games' names, and the seeds that follow from
// names alone, so that more players or pairs change no game that was there before.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/tournament/config.h"

namespace rootward::tournament {

/// Two players who meet, as indices into TournamentConfig::players. Scores of a pairing are a's.
struct Pairing {
  std::size_t a = 0;
  std::size_t b = 0;
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// round_robin: everyone against everyone behind them in written order; gauntlet: [player, reference], reference by
/// reference; ladder: each against the next; pairings: as listed; budgets: among players that differ in their
/// simulations alone, each against the one with the next fewer; all without those to be left out. Players named by the
/// schedule must exist.
std::vector<Pairing> make_pairings(const TournamentConfig& config);
/// Players that differ in their simulations alone, two or more, by rising simulations; in the order in which the first
/// of each stands.
std::vector<std::vector<std::size_t>> budget_lines(const TournamentConfig& config);
/// Whom tables compare the others with: a gauntlet's first reference, else the first player; "" without players.
std::string reference_of(const TournamentConfig& config);
/// Both draw their first moves, by the same temperature.
bool draws_moves_alike(const PlayerSpec& a, const PlayerSpec& b);
/// "gauntlet", "pairings as listed": the type in words.
std::string schedule_in_words(ScheduleType type);
std::array<std::string, 2> pairing_names(const TournamentConfig& config, const Pairing& pairing);

}  // namespace rootward::tournament
