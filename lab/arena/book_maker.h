// Makes opening books: random openings, distinct up to board symmetry, that a reference search finds even.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/types.h"
#include "lab/arena/opening_pool.h"
#include "lab/play/game.h"

namespace rootward {

struct BookSettings {
  int plies = 4;                     ///< of every opening, at least 1
  std::size_t count = 500;           ///< openings wanted
  double balance = 0.2;              ///< the first seat's value lies in [-balance, balance]
  std::uint64_t simulations = 5000;  ///< of the reference search: average, ucb1 and playouts with their defaults
  int lines = 1;                     ///< Go-like boards: stones on this line from the edge or higher only; from 2 on,
                                     ///< none touching another
  std::uint64_t seed = 1;
};

struct BookEntry {
  MoveSequence moves;
  Value value = 0;  ///< of the reference search, first seat's view
};

/// As many openings as were found and wanted, in the order of the draws: a smaller count gives a prefix. The same for
/// any number of threads. Throws UsageError where `lines` leaves no room. `stop` true: returns early, with fewer.
std::vector<BookEntry> make_book(const Game& game, const BookSettings& settings, std::size_t threads,
                                 const std::function<bool()>& stop);

}  // namespace rootward
