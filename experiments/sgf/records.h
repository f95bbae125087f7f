// records/ in a results folder: the games of Go-like tournaments as SGF, one collection a pairing.
#pragma once

#include "experiments/store.h"

namespace rootward {

/// Writes records/A--B.sgf for every pairing with games; nothing for games that are not Go-like. Derived from the
/// stored games, so it can be done at any time. Throws RunError. Returns the number of files.
std::size_t write_records(const StoredResults& results);

}  // namespace rootward
