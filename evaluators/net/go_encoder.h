// What networks see of a position of Go.
#pragma once

#include <memory>
#include <string>

#include "evaluators/net/encoder.h"
#include "games/go/go.h"

namespace rootward::net {

/// Throws UsageError where the network does not play on the rules' board.
template <class Board>
std::unique_ptr<Encoder<Go<Board>>> make_go_encoder(const Model& model, const GoRules& rules, const std::string& shown);
extern template std::unique_ptr<Encoder<Go<SmallBoard>>> make_go_encoder<SmallBoard>(const Model&, const GoRules&,
                                                                                     const std::string&);
extern template std::unique_ptr<Encoder<Go<LargeBoard>>> make_go_encoder<LargeBoard>(const Model&, const GoRules&,
                                                                                     const std::string&);

template <class Board>
struct EncoderFactory<Go<Board>> {
  static std::unique_ptr<Encoder<Go<Board>>> make(const Model& model, const GoRules& rules, const std::string& shown) {
    return make_go_encoder<Board>(model, rules, shown);
  }
  static int board_size(const GoRules& rules) { return rules.size; }
};

}  // namespace rootward::net
