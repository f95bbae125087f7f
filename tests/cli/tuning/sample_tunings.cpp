// A tuning and an optimizer as texts.
#include "tests/cli/tuning/sample_tunings.h"

namespace rootward::testing {

std::string slower_tuning() {
  return R"(name: slower
seed: 8
game: connect4
defaults: {search: {budget: {simulations: 300}}}
candidate: {backup: average}
opponent: {backup: average, search: {selection: {name: ucb1, c: 0.5}}}
opening: {random_plies: 2}
games: 12
test_games: 16
parameters:
  search.selection.c: {low: 0.2, high: 3.0, scale: log}
)";
}

std::string write_optimizer(const Workplace& place, const std::string& on_ask) {
  place.write("optimizer.sh", R"(best='{}'
while read -r line; do
  [[ $line =~ \"id\":([0-9]+) ]] && id=${BASH_REMATCH[1]}
  case $line in
    *'"op":"ask"'*)
      )" + on_ask + R"(
      params="{\"search.selection.c\":0.$((20 + id * 7 % 80))}"
      echo "{\"id\":$id,\"params\":$params}" ;;
    *'"op":"tell"'*)
      [[ $line =~ \"params\":(\{[^}]*\}) ]] && params=${BASH_REMATCH[1]}
      [[ $line =~ \"mean\":([0-9.]+) ]] && mean=${BASH_REMATCH[1]}
      best="{\"params\":$params,\"mean\":$mean,\"stderr\":0.05}"
      echo '{"ok":true}' ;;
    *'"op":"best"'*) echo "$best" ;;
    *'"op":"space"'* | *'"op":"failed"'*) echo '{"ok":true}' ;;
    *) echo '{"error":"unknown"}' ;;
  esac
done
)");
  return "exec bash optimizer.sh";
}

}  // namespace rootward::testing
