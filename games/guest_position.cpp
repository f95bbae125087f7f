// Playouts draw as those of our games do: one number below the count of legal moves a ply.
#include "games/guest_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/errors.h"

namespace rootward {

void GuestPosition::legal_actions(ActionList& out) const {
  out.clear();
  for (std::size_t i = 0; i < state_->moves.size(); ++i) out.push_back(static_cast<Action>(i));
}

void GuestPosition::play(Action action) {
  assert(is_legal(action));
  std::shared_ptr<const GuestState> next = rules_->game->play(*state_, action);
  line_.push_back(state_->moves[action]);
  state_ = std::move(next);
}

void GuestPosition::rewind(const Mark& mark) {
  state_ = mark.state;
  line_.resize(mark.plies);
}

PlayoutResult GuestPosition::random_playout(Rng& rng) const {
  GuestPosition game = *this;
  PlayoutResult playout;
  for (; !game.is_over(); ++playout.plies)
    game.play(game.is_chance() ? game.draw_outcome(rng)
                               : static_cast<Action>(rng.below(static_cast<std::uint32_t>(game.state_->moves.size()))));
  playout.value = game.result();
  return playout;
}

Action GuestPosition::draw_outcome(Rng& rng) const {
  double left = rng.uniform();
  const std::size_t last = state_->moves.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    left -= state_->probabilities[i];
    if (left < 0) return static_cast<Action>(i);
  }
  return static_cast<Action>(last);
}

std::optional<Action> GuestPosition::parse_action(std::string_view text) const {
  const auto found = std::ranges::find(state_->moves, text);
  if (found == state_->moves.end()) return std::nullopt;
  return static_cast<Action>(found - state_->moves.begin());
}

std::string GuestPosition::to_text() const {
  return line_.empty() ? "start" : fmt::format("{}", fmt::join(line_, " "));
}

GuestPosition GuestPosition::from_text(const Rules& rules, std::string_view text) {
  GuestPosition position(rules);
  if (text == "start") return position;
  while (!text.empty()) {
    const std::string_view move = text.substr(0, text.find(' '));
    const std::optional<Action> action = position.parse_action(move);
    if (!action) throw UsageError(fmt::format("{} is no legal move after {}", move, position.to_text()));
    position.play(*action);
    text.remove_prefix(std::min(move.size() + 1, text.size()));
  }
  return position;
}

}  // namespace rootward
