// records/ in a results folder: the games of Go-like tournaments as SGF, one collection a pairing.
#pragma once

#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {

/// Whether there are records of this game: Go-like ones with fixed rules.
bool has_records(const NamedParams& game);

/// Writes records/A--B.sgf for every pairing with games that have their moves; nothing where there are none
/// (has_records). Derived from the stored games, so it can be done at any time. Throws RunError. Returns the number of
/// files.
std::size_t write_records(const StoredResults& results);

}  // namespace rootward::tournament
