// All moves as first: what a move brought whenever its player made it later in a simulation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/math.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"
#include "search/companion.h"

namespace rootward {

/// What is kept of a child: returns of simulations in which its move was played at its node or later.
struct AmafCell {
  float mean = 0;  ///< view of the player who chooses the child
  std::uint32_t count = 0;
};

/// A cell's numbers with what others add to them.
struct AmafNumbers {
  double mean = 0;
  double count = 0;
  void win(double times) {
    if (times <= 0) return;
    mean = (mean * count + times) / (count + times);
    count += times;
  }
};

/// RAVE: the selection reads (1 - b) q + b q~ in place of q, q~ the mean of a child's AmafCell.
///   hand: b = sqrt(k / (3 N + k)); k = 1000: N = 100 gives .877058, N = 10000 .179605.
///   min_mse: b = n~ / (n + n~ + 4 n n~ bias^2); bias .015: (n, n~) = (10, 100) gives .901713, (1000, 3000) .447761.
///   grave: min_mse with n~ and q~ of the nearest node above, or this one, that has seen more than `reference` returns
///   and whose player is the same; of the topmost such player's node where none has.
/// n~ = 0: b = 0; n = 0 < n~: b = 1.
class Amaf : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "amaf";
  static constexpr bool kNeedsKeys = true;
  static constexpr bool kNeedsValues = true;
  static Described describe();

  explicit Amaf(const Params& params)
      : schedule_(params.text("schedule") == "hand"    ? Schedule::hand
                  : params.text("schedule") == "grave" ? Schedule::grave
                                                       : Schedule::min_mse),
        bias_term_(4 * params.real("bias") * params.real("bias")),
        equivalence_(params.real("equivalence")),
        reference_(static_cast<std::uint32_t>(params.integer("reference"))),
        random_off_(params.real("random_off")),
        mixes_means_(params.text("against") == "mean") {}

  /// b of a child with `visits`, whose cell has `count` returns, at a node with `node_visits`.
  [[nodiscard]] double weight(std::uint32_t node_visits, std::uint32_t visits, double count) const {
    if (count == 0) return 0;
    if (visits == 0) return 1;
    if (schedule_ == Schedule::hand) return std::sqrt(equivalence_ / (3.0 * node_visits + equivalence_));
    const double n = visits;
    return count / (n + count + n * count * bias_term_);
  }

  /// A simulation begins: whether this one is without.
  void start(Rng& rng) { is_off_ = random_off_ > 0 && rng.uniform() < random_off_; }
  [[nodiscard]] bool is_on() const { return !is_off_; }
  [[nodiscard]] bool is_grave() const { return schedule_ == Schedule::grave; }
  [[nodiscard]] std::uint32_t reference() const { return reference_; }
  [[nodiscard]] bool mixes_means() const { return mixes_means_; }

 private:
  enum class Schedule : std::uint8_t { min_mse, hand, grave };
  Schedule schedule_;
  double bias_term_;
  double equivalence_;
  std::uint32_t reference_;
  double random_off_;
  bool mixes_means_;
  bool is_off_ = false;
};

inline std::vector<ParamSpec> amaf_schedule() {
  return {{.key = "schedule",
           .help = "b: min_mse n~ / (n + n~ + 4 n n~ bias^2); hand sqrt(k / (3 N + k)), k the "
                   "equivalence; grave min_mse with the numbers of a well-visited node above",
           .type = ParamType::choice,
           .fallback = std::string("min_mse"),
           .choices = {"min_mse", "hand", "grave"},
           .source = "Gelly & Silver 2011, eq. 19 and 47; Cazenave 2015"},
          {.key = "bias",
           .help = "min_mse, grave: by how much q~ errs for ever, in values on [0, 1]",
           .fallback = 0.015,
           .low = 0,
           .high = 1,
           .tune_low = 0.001,
           .tune_high = 0.2,
           .scale = Scale::log,
           .source = "Orego: 4 bias^2 = 0.0009"},
          {.key = "equivalence",
           .help = "hand: visits of a node at which b = 1/2",
           .fallback = 1000.0,
           .low = 0,
           .high = 1e9,
           .tune_low = 10,
           .tune_high = 1e4,
           .scale = Scale::log,
           .source = "Gelly & Silver 2011"},
          {.key = "reference",
           .help = "grave: visits that a node must have more than to lend its numbers",
           .type = ParamType::integer,
           .fallback = std::int64_t{100},
           .low = 0,
           .high = 1e9,
           .source = "Ludii"}};
}

inline std::vector<ParamSpec> amaf_switches() {
  return {{.key = "random_off",
           .help = "probability with which a simulation does without",
           .fallback = 0.0,
           .low = 0,
           .high = 1,
           .source = "Fuego: 1/20"},
          {.key = "against",
           .help = "which q is mixed with q~: what the selection reads, or the plain sample mean",
           .type = ParamType::choice,
           .fallback = std::string("value"),
           .choices = {"value", "mean"},
           .source = "ours"}};
}

inline Described Amaf::describe() {
  Described described = {
      .name = std::string(kName),
      .help =
          "selection reads (1 - b) q + b q~, q~ the mean return of all simulations in which the child's move was "
          "played by its player at the node or later, and by nobody before",
      .source = "Gelly & Silver 2007, 2011; grave: Cazenave 2015",
      .parameters = amaf_schedule()};
  std::ranges::move(amaf_switches(), std::back_inserter(described.parameters));
  return described;
}

}  // namespace rootward
