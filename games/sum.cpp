// The rules of Sum, and the best end by how far the total can still move.
#include "games/sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/errors.h"
#include "games/text_reader.h"

namespace rootward {
namespace {

/// Totals are reached by `rounds` steps of 1 or 2 either way: all within reach, but after one step the start.
bool is_reachable(int total, int rounds) {
  return total >= -2 * rounds && total <= 2 * rounds && !(rounds == 1 && total == 0);
}

}  // namespace

const Described& sum_description() {
  static const Described description{
      .name = "sum",
      .help =
          "One player, some rounds: each adds +1, -1, +2 or -2 to a total that starts at 0; the return is "
          "-abs(1 - total), best 0.",
      .source = "a teaching example of Monte-Carlo tree search",
      .parameters = {{.key = "rounds",
                      .help = "steps to the end",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{10},
                      .low = 1,
                      .high = 1000,
                      .source = "10 in the example"}}};
  return description;
}

Sum::Rules make_sum_rules(const Params& params) { return {.rounds = static_cast<int>(params.integer("rounds"))}; }

Value Sum::value_of_distance(int distance) const {
  return 1.0 + 2.0 * static_cast<double>(distance) / static_cast<double>(rules_->lowest_return());
}

Value Sum::result() const { return value_of_distance(std::abs(1 - state_.total)); }

void Sum::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (std::size_t action = 0; action < kSteps.size(); ++action) out.push_back(static_cast<Action>(action));
}

void Sum::play(Action action) {
  assert(is_legal(action));
  ++state_.round;
  state_.total = static_cast<std::int16_t>(state_.total + kSteps[action]);
}

std::uint64_t Sum::hash() const {
  return mix64((static_cast<std::uint64_t>(state_.round) << 16) | static_cast<std::uint16_t>(state_.total));
}

PlayoutResult Sum::random_playout(Rng& rng) const {
  Sum game = *this;
  PlayoutResult playout;
  while (!game.is_over()) {
    game.play(static_cast<Action>(rng.below(kSteps.size())));
    ++playout.plies;
  }
  playout.value = game.result();
  return playout;
}

/// With one round left the total cannot stand still; with more it can go anywhere within two a round.
std::optional<Value> Sum::exact_value() const {
  const int distance = std::abs(1 - state_.total);
  const int left = rules_->rounds - state_.round;
  if (left == 1 && distance == 0) return value_of_distance(1);
  return value_of_distance(std::max(0, distance - 2 * left));
}

std::string Sum::action_text(Action action) const { return fmt::format("{:+d}", kSteps[action]); }

std::optional<Action> Sum::parse_action(std::string_view text) const {
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') return parse_action('+' + std::string(text));
  for (std::size_t action = 0; action < kSteps.size(); ++action) {
    if (action_text(static_cast<Action>(action)) == text) return static_cast<Action>(action);
  }
  return std::nullopt;
}

std::string Sum::to_text() const { return fmt::format("{}/{} {}", state_.round, rules_->rounds, state_.total); }

Sum Sum::from_text(const Rules& rules, std::string_view text) {
  const auto refuse = [](const std::string& what) { throw UsageError("sum position: " + what); };
  TextReader reader(text);
  const std::optional<int> round = reader.number();
  const std::optional<int> rounds = reader.take("/") ? reader.number() : std::nullopt;
  const std::optional<int> total = reader.take(" ") ? reader.number() : std::nullopt;
  if (!round || !rounds || !total || !reader.is_at_end())
    refuse("rounds played, '/', all rounds, a blank and the total are wanted, as in 3/10 -2");
  if (*rounds != rules.rounds) refuse(fmt::format("{} rounds; these rules have {}", *rounds, rules.rounds));
  if (*round < 0 || *round > *rounds) refuse(fmt::format("round {}; allowed: 0 to {}", *round, *rounds));
  if (!is_reachable(*total, *round))
    refuse(fmt::format("a total of {} after {} rounds is out of reach", *total, *round));
  Sum position(rules);
  position.state_ = {.round = static_cast<std::int16_t>(*round), .total = static_cast<std::int16_t>(*total)};
  return position;
}

std::string Sum::drawing() const {
  return fmt::format("round {} of {}, total {} (wanted: 1)\n", state_.round, rules_->rounds, state_.total);
}

}  // namespace rootward
