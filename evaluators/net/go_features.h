// The input planes of networks that play Go.
#pragma once

#include <span>
#include <vector>

#include "evaluators/net/go_line.h"
#include "evaluators/net/ladder_cache.h"
#include "evaluators/net/model.h"
#include "games/go/go.h"

namespace rootward::net {

/// The triangular wave of KataGo's global input 18 under area rules: f = the largest komi <= own_komi with which a draw
/// is possible (even on boards with an even number of points), d = own_komi - f; d below 0.5, 1 - d below 1.5, else d
/// - 2. Own komi 7.5 on 9x9: d = 0.5, wave 0.5; -7.5: d = 1.5, wave -0.5; 7: 0.
float komi_wave(double own_komi, int points);

/// KataGo's inputs of version 7: planes[point][22] in the order of the board's points, globals[19]. `line` has followed
/// the position.
template <class Board>
void fill_katago(const Go<Board>& position, const GoLine<Board>& line, LadderCache& ladders, std::span<float> planes,
                 std::span<float> globals);

/// Own and opponent's stones now and before, then constants: planes[indices[point]][..] (model.h, PlaneKind::history).
/// Before the game began the board was empty.
template <class Board>
void fill_history(const Go<Board>& position, const GoLine<Board>& line, const Planes& kind,
                  std::span<const std::size_t> indices, std::span<float> planes);

}  // namespace rootward::net
