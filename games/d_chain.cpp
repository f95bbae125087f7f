// The chain's moves and rewards.
#include "games/d_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>

#include "core/errors.h"
#include "core/text.h"
#include "games/text_reader.h"

namespace rootward {

const Described& d_chain_description() {
  static const Described description{
      .name = "d_chain",
      .help =
          "Right D times for the end reward, or left at state i for (D - i) / D at once; optionally an entropy trap.",
      .source = "Coquelin & Munos 2007; the entropy trap: Painter et al. 2023",
      .parameters = {{.key = "depth",
                      .help = "states of the chain (D)",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{10},
                      .low = 1,
                      .high = 10000,
                      .source = "Painter et al. 2023: 10 and 15"},
                     {.key = "end_reward",
                      .help = "reward at the end of the chain, in [0, 1]",
                      .fallback = 1.0,
                      .low = 0,
                      .high = 1,
                      .source = "Coquelin & Munos 2007: 1; modified chain: 0.5"},
                     {.key = "trap",
                      .help = "steps of the entropy trap behind the end (E); 0 = none",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{0},
                      .low = 0,
                      .high = 10000,
                      .source = "Painter et al. 2023: 25"}}};
  return description;
}

DChain::Rules make_d_chain_rules(const Params& params) {
  return {.depth = static_cast<int>(params.integer("depth")),
          .end_reward = params.real("end_reward"),
          .trap = static_cast<int>(params.integer("trap"))};
}

void DChain::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  out.push_back(0);
  out.push_back(1);
}

void DChain::play(Action action) {
  assert(is_legal(action));
  const bool is_left = action == 0;
  const bool ends_left = is_left && state_.place <= rules_->depth + 1;  // left goes on within the trap only
  if (ends_left || state_.place == last_place()) {
    state_.is_over = true;
    state_.went_left = is_left;
  } else {
    ++state_.place;
  }
}

double DChain::reward() const {
  const int depth = rules_->depth;
  if (state_.place > depth + 1) return 0;
  if (state_.place == depth + 1) return rules_->end_reward;  // taken before the trap
  return state_.went_left ? left_reward(state_.place) : rules_->end_reward;
}

std::optional<Value> DChain::exact_value() const {
  if (is_over()) return result();
  if (state_.place > rules_->depth + 1) return -1;
  const double leaving = state_.place <= rules_->depth ? left_reward(state_.place) : 0;
  return 2 * std::max(leaving, rules_->end_reward) - 1;
}

std::uint64_t DChain::hash() const {
  const std::uint64_t flags = (state_.is_over ? 2U : 0U) + (state_.went_left ? 1U : 0U);
  return mix64((static_cast<std::uint64_t>(state_.place) << 2) | flags);
}

PlayoutResult DChain::random_playout(Rng& rng) const {
  DChain game = *this;
  PlayoutResult playout;
  for (; !game.is_over(); ++playout.plies) game.play(static_cast<Action>(rng.below(2)));
  playout.value = game.result();
  return playout;
}

std::optional<Action> DChain::parse_action(std::string_view text) const {
  const std::string lower = lower_case(text);
  if (lower == "left") return Action{0};
  if (lower == "right") return Action{1};
  return std::nullopt;
}

std::string DChain::to_text() const {
  return is_over() ? fmt::format("{} {}", state_.place, state_.went_left ? "left" : "right")
                   : fmt::format("{}", state_.place);
}

DChain DChain::from_text(const Rules& rules, std::string_view text) {
  DChain position(rules);
  TextReader reader(text);
  const std::optional<int> place = reader.number();
  if (!place || *place < 1 || *place > position.last_place())
    throw UsageError(
        fmt::format("d_chain position: a state from 1 to {} is wanted, and left or right where that was "
                    "the last move",
                    position.last_place()));
  position.state_.place = *place;
  if (reader.is_at_end()) return position;
  const bool is_left = reader.take(" left");
  if ((!is_left && !reader.take(" right")) || !reader.is_at_end())
    throw UsageError("d_chain position: after the state only left or right may follow");
  position.play(is_left ? 0 : 1);
  if (!position.is_over())
    throw UsageError(
        fmt::format("d_chain position: {} at state {} does not end the game", is_left ? "left" : "right", *place));
  return position;
}

std::string DChain::drawing() const {
  if (is_over()) return fmt::format("state {}: over with reward {}\n", state_.place, reward());
  if (state_.place > rules_->depth + 1)
    return fmt::format("in the trap, step {} of {}\n", state_.place - rules_->depth - 1, rules_->trap);
  if (state_.place > rules_->depth) return fmt::format("before the trap: left takes {}\n", rules_->end_reward);
  return fmt::format("state {} of {}: left brings {:.4f}\n", state_.place, rules_->depth, left_reward(state_.place));
}

}  // namespace rootward
