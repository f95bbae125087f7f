// The final-move rules: which root move is played when the search is over.
#pragma once

#include <cstdint>
#include <span>

#include "core/rng.h"
#include "core/types.h"
#include "search/settings.h"
#include "search/tree.h"

namespace rootward {

// `aside`: moves that are not to be played unless all are aside. They have left the search.

/// Index of the chosen child of the root block. A proven win is taken at once, a proven loss only when all are lost.
std::uint32_t choose_final_move(const Block& root, const SearchSettings& settings, Rng& rng,
                                std::span<const Action> aside = {});

/// The chosen child, or the one that is known to be worth most at least where the chosen one is worth less than that or
/// cannot be worth more: for the score-bounded solver, under which a secured draw leaves the search while it looks for
/// a win.
std::uint32_t secured_final_move(const Block& root, const SearchSettings& settings, std::uint32_t chosen,
                                 std::span<const Action> aside = {});

/// Whether the rule reads the squares of the root's children's returns (Block::squares).
bool reads_squares(const NamedParams& final_move);

/// How long the rule lets a search go on at most, in budgets: 1, or more where it may ask for simulations.
double most_of_budget(const NamedParams& final_move);

/// Index of a root child drawn with probability proportional to visits^(1 / temperature); proven wins and roots without
/// visits as in choose_final_move(). Visits 8 and 2 at temperature 0.5: 64/68 and 4/68.
std::uint32_t draw_final_move(const Block& root, const SearchSettings& settings, Rng& rng,
                              std::span<const Action> aside = {});

/// False where the rule asks for more simulations: the most visited child does not have the highest value.
bool is_final_move_settled(const Block& root, const SearchSettings& settings);

}  // namespace rootward
