// YAML texts.
#include "tests/cli/engines/engine_config.h"

#include <fmt/format.h>

#include <cstdlib>

namespace rootward::testing {

std::string fault_config(const std::string& arguments, const std::string& more, double patience) {
  return fmt::format(R"(name: faults
seed: 5
game: {{name: go, size: 5, komi: 0.5}}
players:
  engine: {{gtp: "exec '{}' {}", move_timeout_seconds: {}, quit_timeout_seconds: 0.3{}}}
  dice: {{player: random}}
  coin: {{player: random}}
schedule: {{type: round_robin, pairs: 2, opening: {{random_plies: 2}}}}
scoring: tromp_taylor
)",
                     SCRIPTED_ENGINE, arguments, patience, more);
}

std::string gnugo_config(int pairs, const std::string& scoring) {
  return fmt::format(R"(name: gnugo
seed: 6
game: {{name: go, size: 7, komi: 7.5}}
defaults: {{search: {{budget: {{simulations: 200}}}}}}
players:
  average: {{backup: average}}
  gnugo: {{preset: gnugo, level: 0}}
schedule: {{type: gauntlet, reference: gnugo, pairs: {}, opening: {{random_plies: 2}}}}
scoring: {}
)",
                     pairs, scoring);
}

bool has_gnugo() { return std::system("PATH=$PATH:/usr/games:/usr/local/games command -v gnugo >/dev/null") == 0; }

}  // namespace rootward::testing
