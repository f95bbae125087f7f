// What networks see of a position of Connect Four: points row by row from below, a logit a column.
#pragma once

#include <memory>

#include "evaluators/net/encoder.h"
#include "games/connect4.h"

namespace rootward::net {

/// Throws UsageError for planes of another kind than `history`.
template <class Board>
std::unique_ptr<Encoder<Board>> make_connect4_encoder(const Planes& planes, const Connect4Rules& rules);
extern template std::unique_ptr<Encoder<Connect4Small>> make_connect4_encoder(const Planes&, const Connect4Rules&);
extern template std::unique_ptr<Encoder<Connect4Large>> make_connect4_encoder(const Planes&, const Connect4Rules&);

template <class Board>
struct Connect4EncoderFactory {
  static std::unique_ptr<Encoder<Board>> make(const Planes& planes, const Connect4Rules& rules) {
    return make_connect4_encoder<Board>(planes, rules);
  }
  static BoardShape board(const Connect4Rules& rules) { return {rules.height, rules.width}; }
  static int actions(const Connect4Rules& rules) { return rules.width; }
};
template <>
struct EncoderFactory<Connect4Small> : Connect4EncoderFactory<Connect4Small> {};
template <>
struct EncoderFactory<Connect4Large> : Connect4EncoderFactory<Connect4Large> {};

}  // namespace rootward::net
