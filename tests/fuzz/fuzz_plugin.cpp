// Fuzz target: the seam to games by the C interface. A game whose every answer is made of the input may get itself
// refused, and nothing else; and texts of positions of a game that keeps its promises.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/file_io.h"
#include "core/params.h"
#include "games/loading/library.h"
#include "games/loading/position.h"
#include "games/perft.h"
#include "tests/fuzz/fuzz_game_text.h"

namespace rootward::fuzz {
namespace {

using loading::Library;

std::shared_ptr<const Library> library(const std::string& name) {
  return loading::load_library(read_whole_file(std::string(ROOTWARD_PLUGINS) + '/' + name + ".so"));
}

loading::PluginRules rules_of(const std::shared_ptr<const Library>& from, GivenParams given = {}) {
  given["file"] = std::string("x.so");
  return {from, resolve_params(loading::parameters_of(*from), given)};
}

/// Whatever a search does with a position.
void use(const loading::PluginRules& rules, std::string_view text) {
  PluginPosition position(rules);
  Rng rng(text.size());
  for (int ply = 0; ply < 8 && !position.is_over(); ++ply) {
    (void)position.to_move();
    (void)position.canonical_hash();
    (void)position.drawing();
    (void)position.heuristic(0);
    std::vector<double> values(rules.features().size());
    position.features(values);
    std::vector<std::uint8_t> planes(rules.plane_bytes());
    if (!planes.empty()) position.planes(planes);
    PlayoutTrace trace;
    (void)position.random_playout(rng);
    (void)position.random_playout(rng, trace);
    (void)position.tactical_playout({}, rng, &trace, nullptr);
    ActionList actions;
    position.legal_actions(actions);
    const Action action = position.is_chance() ? position.draw_outcome(rng)
                                               : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    (void)position.action_text(action);
    position.play(action);
    (void)position.to_text();
  }
  if (position.is_over()) require(std::abs(position.result()) <= 1, "results are in [-1, 1]");
  PluginPosition scratch(rules);
  (void)perft(scratch, 1);
  (void)PluginPosition::from_text(rules, text.substr(0, 40));
}

}  // namespace

void fuzz_one_input(std::string_view text) {
  static const auto dots = library("dots");
  static const loading::PluginRules kind = rules_of(dots);
  check_game_text<PluginPosition>(kind, text);
  static const std::shared_ptr<const Library> liars[] = {library("liar"), library("liar_chance")};
  std::string answers(text);
  std::ranges::replace(answers, '\0', '0');
  for (const auto& liar : liars) {
    try {
      use(rules_of(liar, {{"parameters.text", answers}}), text);
    } catch (const UsageError&) {  // as it has to be
    } catch (const ParamError&) {
    }
  }
}

}  // namespace rootward::fuzz
