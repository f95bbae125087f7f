// The tunings.
#include "tests/experiments/tuning/tuning_texts.h"

namespace rootward::testing {

std::string small_tuning_text() {
  return R"(name: small
seed: 5
game: tictactoe
defaults: {search: {budget: {simulations: 20}}}
candidate: {backup: {name: softmax, g: [-6, -5]}}
opponent: {backup: average}
opening: {random_plies: 1}
games: 16
test_games: 20
parameters:
  backup.g: {low: -9}
  search.selection.c: {low: 0.2, high: 3.0, scale: log}
)";
}

tuning::TuningConfig small_tuning() { return tuning::parse_tuning(small_tuning_text(), "small.yaml"); }

tuning::Point small_point(double g, double c) { return {{g, g + 1}, {c}}; }

}  // namespace rootward::testing
