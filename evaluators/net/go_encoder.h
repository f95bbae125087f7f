// What networks see of a position of Go.
#pragma once

#include <memory>

#include "evaluators/net/encoder.h"
#include "games/go/go.h"

namespace rootward::net {

template <class Board>
std::unique_ptr<Encoder<Go<Board>>> make_go_encoder(const Planes& planes, const GoRules& rules);
extern template std::unique_ptr<Encoder<Go<SmallBoard>>> make_go_encoder<SmallBoard>(const Planes&, const GoRules&);
extern template std::unique_ptr<Encoder<Go<LargeBoard>>> make_go_encoder<LargeBoard>(const Planes&, const GoRules&);

template <class Board>
struct EncoderFactory<Go<Board>> {
  static std::unique_ptr<Encoder<Go<Board>>> make(const Planes& planes, const GoRules& rules) {
    return make_go_encoder<Board>(planes, rules);
  }
  static BoardShape board(const GoRules& rules) { return rules.size; }
  static int actions(const GoRules& rules) { return rules.size * rules.size + 1; }
};

}  // namespace rootward::net
