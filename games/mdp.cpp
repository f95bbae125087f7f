// Walks, and their truth by value iteration over the steps left.
#include "games/mdp.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/number_text.h"
#include "games/text_reader.h"

namespace rootward {

MdpRules::MdpRules(MdpTable table) : table_(std::move(table)) {
  const std::size_t states = table_.states.size();
  powers_.push_back(1);
  for (int step = 0; step < table_.horizon; ++step) powers_.push_back(powers_.back() * table_.discount);
  best_.assign(states * (static_cast<std::size_t>(table_.horizon) + 1), 0);
  for (int left = 1; left <= table_.horizon; ++left)
    for (std::uint32_t state = 0; state < states; ++state) {
      const std::size_t actions = table_.states[state].actions.size();
      if (actions == 0) continue;
      double best = mean_return(state, 0, left);
      for (std::size_t action = 1; action < actions; ++action) best = std::max(best, mean_return(state, action, left));
      best_[static_cast<std::size_t>(left) * states + state] = best;
    }
  lowest_ = extreme_return(false);
  highest_ = extreme_return(true);
}

double MdpRules::mean_return(std::uint32_t state, std::size_t action, int steps_left) const {
  double mean = 0;
  for (const MdpOutcome& outcome : table_.states[state].actions[action].outcomes)
    mean += outcome.probability * (outcome.reward + table_.discount * best_return(outcome.to, steps_left - 1));
  return mean;
}

double MdpRules::extreme_return(bool is_highest) const {
  std::vector<double> before(table_.states.size(), 0), now(before);
  for (int left = 1; left <= table_.horizon; ++left) {
    for (std::size_t state = 0; state < before.size(); ++state) {
      bool is_first = true;
      double extreme = 0;
      for (const MdpAction& action : table_.states[state].actions)
        for (const MdpOutcome& outcome : action.outcomes) {
          const double value = outcome.reward + table_.discount * before[outcome.to];
          if (is_first || (is_highest ? value > extreme : value < extreme)) extreme = value;
          is_first = false;
        }
      now[state] = extreme;
    }
    std::swap(before, now);
  }
  return before[table_.start];
}

std::optional<std::uint32_t> MdpRules::find(std::string_view name) const {
  const auto found = std::ranges::find(table_.states, name, &MdpState::name);
  if (found == table_.states.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - table_.states.begin());
}

Value Mdp::mapped(double own) const {
  const double low = rules_->lowest_return(), high = rules_->highest_return();
  return high > low ? std::clamp(2 * (own - low) / (high - low) - 1, -1.0, 1.0) : 0;
}

void Mdp::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (std::size_t i = 0; i < move_count(); ++i) out.push_back(static_cast<Action>(i));
}

void Mdp::take(const MdpOutcome& outcome) {
  state_ = {.state = outcome.to,
            .action = kNone,
            .steps = static_cast<std::uint16_t>(state_.steps + 1),
            .received = state_.received + rules_->discounted(state_.steps) * outcome.reward};
}

void Mdp::play(Action action) {
  assert(is_legal(action));
  if (is_chance()) return take(outcomes()[action]);
  if (here().actions[action].outcomes.size() == 1) return take(here().actions[action].outcomes[0]);
  state_.action = static_cast<std::uint16_t>(action);
}

std::uint64_t Mdp::hash() const {
  const std::uint64_t place = (static_cast<std::uint64_t>(state_.state) << 32) |
                              (static_cast<std::uint64_t>(state_.action) << 16) | state_.steps;
  return mix64(mix64(place) ^ std::bit_cast<std::uint64_t>(state_.received + 0.0));
}

Action Mdp::draw_outcome(Rng& rng) const {
  double number = rng.uniform();
  const std::vector<MdpOutcome>& all = outcomes();
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    number -= all[i].probability;
    if (number < 0) return static_cast<Action>(i);
  }
  return static_cast<Action>(all.size() - 1);
}

PlayoutResult Mdp::random_playout(Rng& rng) const {
  Mdp walk = *this;
  PlayoutResult playout;
  for (; !walk.is_over(); ++playout.plies) {
    if (!walk.is_chance())
      walk.play(static_cast<Action>(rng.below(static_cast<std::uint32_t>(walk.here().actions.size()))));
    if (walk.is_chance()) walk.play(walk.draw_outcome(rng));
  }
  playout.value = walk.result();
  return playout;
}

std::optional<Value> Mdp::exact_value() const {
  if (is_over()) return result();
  const int left = rules_->table().horizon - state_.steps;
  const double rest =
      is_chance() ? rules_->mean_return(state_.state, state_.action, left) : rules_->best_return(state_.state, left);
  return mapped(state_.received + rules_->discounted(state_.steps) * rest);
}

std::string Mdp::action_text(Action action) const {
  if (!is_chance()) return here().actions[action].name;
  const std::uint32_t to = outcomes()[action].to;
  const std::string& name = rules_->state(to).name;
  const bool is_alone = std::ranges::count(outcomes(), to, &MdpOutcome::to) == 1;
  return is_alone ? name : fmt::format("{}#{}", name, action);
}

std::optional<Action> Mdp::parse_action(std::string_view text) const {
  if (!is_chance() && here().actions.empty()) return std::nullopt;
  for (std::size_t i = 0; i < move_count(); ++i)
    if (action_text(static_cast<Action>(i)) == text) return static_cast<Action>(i);
  return std::nullopt;
}

std::string Mdp::to_text() const {
  const std::string text = fmt::format("{} {} {}", here().name, state_.steps, state_.received);
  return is_chance() ? text + ' ' + here().actions[state_.action].name : text;
}

Mdp Mdp::from_text(const Rules& rules, std::string_view text) {
  const auto refuse = [](const std::string& what) { throw UsageError("mdp position: " + what); };
  TextReader reader(text);
  const std::string name(reader.word());
  const std::optional<std::uint32_t> state = rules.find(name);
  if (!state) refuse(fmt::format("no state is called '{}'", name));
  const std::optional<int> steps = reader.take(" ") ? reader.number() : std::nullopt;
  if (!steps || *steps < 0 || *steps > rules.table().horizon)
    refuse(fmt::format("after the state its steps are wanted, 0 to {}, and the return so far, as in {} 3 0.25",
                       rules.table().horizon, name));
  const std::optional<double> received = parse_number<double>(reader.take(" ") ? reader.word() : std::string_view());
  if (!received || !std::isfinite(*received)) refuse("after the steps the return so far is wanted, a number");
  Mdp position(rules);
  position.state_ = {
      .state = *state, .action = kNone, .steps = static_cast<std::uint16_t>(*steps), .received = *received};
  if (reader.is_at_end()) return position;
  const std::optional<Action> due = reader.take(" ") ? position.parse_action(reader.word()) : std::nullopt;
  if (!due || !reader.is_at_end() || position.is_over())
    refuse("after the return only an action of the state may follow");
  position.play(*due);
  if (!position.is_chance()) refuse("an action whose outcome is sure leaves none due");
  return position;
}

std::string Mdp::drawing() const {
  std::string moves;
  for (std::size_t i = 0; !is_over() && i < move_count(); ++i)
    moves += (moves.empty() ? "" : ", ") + action_text(static_cast<Action>(i));
  return fmt::format("{} after {} steps, return {}: {}\n", here().name, state_.steps, state_.received,
                     is_over()     ? "over"
                     : is_chance() ? "an outcome is due: " + moves
                                   : moves);
}

}  // namespace rootward
