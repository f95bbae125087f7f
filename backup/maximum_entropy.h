// What the two operators with an entropy bonus share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "backup/common_parameters.h"
#include "core/params.h"
#include "search/node_view.h"

namespace rootward::backups {

/// `temperature`, `unvisited`, `rate`, `own` (drop by default: the value is a function of the children alone) and
/// `min_visits`.
inline std::vector<ParamSpec> entropy_parameters(const char* source) {
  ParamSpec own = own_spec();
  own.fallback = std::string("drop");
  return {{.key = "temperature",
           .help = "weight of the entropy bonus, on values in [-1, 1]; towards 0 it is the maximum",
           .fallback = 0.2,
           .low = 0,
           .high = 100,
           .low_open = true,
           .tune_low = 0.005,
           .tune_high = 1,
           .scale = Scale::log,
           .source = source},
          {.key = "unvisited",
           .help = "children without visits: left out (drop) or counted as draws (zero)",
           .type = ParamType::choice,
           .fallback = std::string("drop"),
           .choices = {"drop", "zero"},
           .source = "zero: Painter's code; drop: ours"},
          rate_spec("the temperature falls with the visits: temperature N^-rate"),
          std::move(own),
          min_visits_spec()};
}

/// Temperature and the children that count.
class EntropySetting {
 public:
  explicit EntropySetting(const Params& params)
      : temperature_(params.real("temperature")),
        counts_unvisited_(params.text("unvisited") == "zero"),
        growth_(params.real("rate")) {}

  /// > 0, and not so small that 1 / temperature overflows.
  double temperature(std::uint32_t visits) { return std::max(temperature_ / growth_.at(visits), 1e-300); }
  /// Unvisited children that enter with value 0.
  [[nodiscard]] std::uint32_t draws(const NodeView& node) const {
    return counts_unvisited_ ? node.active_unvisited : 0;
  }

 private:
  double temperature_;
  bool counts_unvisited_;
  VisitPower growth_;
};

/// OperatorEntry::regularises: a temperature that falls with the visits leaves no bonus in the end.
inline bool keeps_bonus(const Params& params) { return params.real("rate") == 0; }

inline constexpr const char* kEntropyLimit =
    "The value holds a bonus for the spread of the policy, which at rate 0 never fades: its limit is that of the "
    "regularised game. In a game the two players' bonuses partly cancel, for one agent they add up with depth. Compare "
    "root values by `final_reads: mean`, never across operators.";

}  // namespace rootward::backups
