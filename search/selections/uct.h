// UCT in the form of a survey.
#pragma once

#include <cmath>
#include <string_view>

#include "core/params.h"
#include "search/selections/ucb1.h"

namespace rootward {

/// UCT as Browne et al. 2012 print it, on win rates in [0, 1]: x_i + 2 Cp sqrt(2 ln N / n_i), which is UCB1 with
/// c = 2 sqrt(2) Cp.
class UctSelection : public Ucb1Selection {
 public:
  static constexpr std::string_view kName = "uct";
  static Described describe() {
    return {.name = std::string(kName),
            .help = "UCT as Browne et al. print it, on win rates in [0, 1]: x_i + 2 cp sqrt(2 ln N / n_i)",
            .source = "Browne et al. 2012, section 3.3",
            .parameters = {constant_spec("cp", "exploration constant; 1/sqrt(2) suits rewards in [0, 1]",
                                         0.7071067811865476, "Browne et al. 2012"),
                           reads_spec()}};
  }

  explicit UctSelection(const Params& params) : Ucb1Selection(2.0 * std::sqrt(2.0) * params.real("cp")) {}
};

}  // namespace rootward
