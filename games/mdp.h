// Decision processes of a single agent, written in a file: states, actions, chances, rewards, discount, horizon.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

const Described& mdp_description();

struct MdpOutcome {
  double probability = 1;
  std::uint32_t to = 0;  ///< a state's index
  double reward = 0;
  friend bool operator==(const MdpOutcome&, const MdpOutcome&) = default;
};
struct MdpAction {
  std::string name;
  std::vector<MdpOutcome> outcomes;  ///< at least one; probabilities sum to 1
  friend bool operator==(const MdpAction&, const MdpAction&) = default;
};
struct MdpState {
  std::string name;
  std::vector<MdpAction> actions;  ///< none: the walk ends here
  friend bool operator==(const MdpState&, const MdpState&) = default;
};
struct MdpTable {
  std::vector<MdpState> states;
  std::uint32_t start = 0;
  double discount = 1;  ///< (0, 1]
  int horizon = 100;    ///< steps after which a walk ends
  friend bool operator==(const MdpTable&, const MdpTable&) = default;
};

/// A process with its truth: the best mean return still to come by state and steps left, by value iteration over the
/// horizon. A return is the sum of discount^t times the reward of step t.
class MdpRules {
 public:
  static constexpr std::size_t kMostStates = 100'000;
  static constexpr std::size_t kMostEntries = 1 << 23;  ///< states times steps

  explicit MdpRules(MdpTable table);

  [[nodiscard]] const MdpTable& table() const { return table_; }
  [[nodiscard]] const MdpState& state(std::uint32_t index) const { return table_.states[index]; }
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  [[nodiscard]] double best_return(std::uint32_t state, int steps_left) const {
    return best_[static_cast<std::size_t>(steps_left) * table_.states.size() + state];
  }
  /// The same once an action is taken; steps_left > 0.
  [[nodiscard]] double mean_return(std::uint32_t state, std::size_t action, int steps_left) const;
  /// discount^steps.
  [[nodiscard]] double discounted(int steps) const { return powers_[static_cast<std::size_t>(steps)]; }
  /// Of whole walks, whatever chance brings.
  [[nodiscard]] double lowest_return() const { return lowest_; }
  [[nodiscard]] double highest_return() const { return highest_; }
  friend bool operator==(const MdpRules& a, const MdpRules& b) { return a.table_ == b.table_; }

 private:
  [[nodiscard]] double extreme_return(bool is_highest) const;

  MdpTable table_;
  std::vector<double> powers_;
  std::vector<double> best_;
  double lowest_ = 0;
  double highest_ = 0;
};

/// A position: the state, the steps so far and what they brought. An action with several outcomes leads to a chance
/// node, whose moves are the outcomes. Action = the place in the state's, or the action's, list.
class Mdp {
 public:
  using Rules = MdpRules;
  struct Mark {
    std::uint32_t state = 0;
    std::uint16_t action = kNone;  ///< whose outcome is due
    std::uint16_t steps = 0;
    double received = 0;
  };

  explicit Mdp(const Rules& rules) : rules_(&rules) { state_.state = rules.table().start; }

  [[nodiscard]] Seat to_move() const { return Seat::first; }
  [[nodiscard]] bool is_over() const {
    return !is_chance() && (here().actions.empty() || state_.steps == rules_->table().horizon);
  }
  [[nodiscard]] Value result() const { return mapped(state_.received); }
  /// move_limit: the horizon.
  [[nodiscard]] Ending ending() const { return here().actions.empty() ? Ending::rules : Ending::move_limit; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return !is_over() && action < move_count(); }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] bool is_chance() const { return state_.action != kNone; }
  [[nodiscard]] Action draw_outcome(Rng& rng) const;
  [[nodiscard]] double probability(Action outcome) const { return outcomes()[outcome].probability; }
  [[nodiscard]] std::optional<Value> exact_value() const;
  /// An action's name; of an outcome the state's, with its number where several outcomes lead there.
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// State, steps, return so far, and the action whose outcome is due: "s1 3 0.25", "s1 3 0.25 left".
  [[nodiscard]] std::string to_text() const;
  static Mdp from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  [[nodiscard]] const MdpState& here() const { return rules_->state(state_.state); }
  [[nodiscard]] const std::vector<MdpOutcome>& outcomes() const { return here().actions[state_.action].outcomes; }
  [[nodiscard]] std::size_t move_count() const { return is_chance() ? outcomes().size() : here().actions.size(); }
  void take(const MdpOutcome& outcome);
  /// From [lowest, highest return] to [-1, 1].
  [[nodiscard]] Value mapped(double own) const;

  const Rules* rules_;
  Mark state_;
};

static_assert(StochasticGame<Mdp> && ExactGame<Mdp>);

/// Throws ParamError with everything that is wrong with the process.
MdpRules make_mdp_rules(const Params& params);

}  // namespace rootward
