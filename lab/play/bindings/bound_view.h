// A game's encoder behind the virtual face of NetworkView.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/errors.h"
#include "evaluators/net/encoder.h"
#include "lab/play/network_view.h"

namespace rootward {

/// `StateOf` takes a game's state out of a Position.
template <net::PlayedByNetworks P, auto StateOf>
class BoundView final : public NetworkView {
 public:
  BoundView(const net::Planes& planes, const typename P::Rules& rules)
      : encoder_(net::EncoderFactory<P>::make(planes, rules)) {
    const net::BoardShape board = net::EncoderFactory<P>::board(rules);
    shape_ = {.lines = static_cast<std::size_t>(board.lines),
              .columns = static_cast<std::size_t>(board.columns),
              .planes = static_cast<std::size_t>(net::plane_count(planes)),
              .actions = static_cast<std::size_t>(net::EncoderFactory<P>::actions(rules))};
  }

  [[nodiscard]] const NetworkShape& shape() const override { return shape_; }
  [[nodiscard]] int symmetries() const override { return encoder_->symmetries(); }
  void encode(const Position& position, int symmetry, std::span<float> planes) override {
    encoder_->encode(StateOf(position), symmetry, planes, {});
  }
  [[nodiscard]] std::size_t policy_index(Action action, int symmetry) const override {
    return encoder_->policy_index(action, symmetry);
  }

 private:
  std::unique_ptr<net::Encoder<P>> encoder_;
  NetworkShape shape_;
};

/// Planes of ones and zeros as a network's file names them. Throws UsageError.
inline net::Planes parse_view_planes(const std::string& text) {
  const std::optional<net::Planes> planes = net::parse_planes(text);
  if (!planes || planes->kind == net::PlaneKind::katago_v7)
    throw UsageError("planes: \"" + text + "\" is not allowed; allowed: history N (1 to " +
                     std::to_string(net::kMaxHistory) +
                     "), then any of black_to_move, white_to_move, ones, between commas; own N of a game by the C "
                     "interface that shows N planes");
  return *planes;
}

}  // namespace rootward
