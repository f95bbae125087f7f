// One line that names a player's settings, every default written out.
#include <fmt/format.h>

#include <string>

#include "experiments/config/parts.h"
#include "experiments/config/search_reader.h"

namespace rootward {
namespace {

/// "erwa(alpha=0.01, init=corrected)"; absent parameters are left out.
std::string choice_text(const std::string& name, const Params& params) {
  std::string list;
  for (const auto& [key, value] : params.values()) {
    if (!std::holds_alternative<std::monostate>(value))
      list += fmt::format("{}{}={}", list.empty() ? "" : ", ", key, param_text(value));
  }
  return list.empty() ? name : fmt::format("{}({})", name, list);
}

std::string choice_text(const NamedParams& choice) { return choice_text(choice.name, choice.params); }

std::string budget_text(const Budget& budget) {
  switch (budget.kind) {
    case Budget::Kind::simulations:
      return fmt::format("{} simulations a move", budget.simulations);
    case Budget::Kind::seconds:
      return fmt::format("{} s a move", param_text(budget.seconds));
    case Budget::Kind::game_clock:
      return fmt::format("{} s a game over {} moves", param_text(budget.game_seconds), budget.moves);
  }
  return "";
}

}  // namespace

std::string player_summary(const PlayerSpec& player) {
  if (player.kind != "search") {
    std::string text = choice_text(player.kind, player.params);
    for (const auto& [name, value] : player.environment) text += fmt::format("; {}={}", name, value);
    return text;
  }
  const SearchSettings& search = player.search;
  std::string text =
      fmt::format("{}; {}; {}; expansion {} after {}; {}; final move {} by {}", choice_text(search.backup),
                  choice_text(search.selection), budget_text(search.budget),
                  config::expansion_name(search.expansion.kind), search.expansion.after, choice_text(search.evaluator),
                  choice_text(search.final_move), config::reads_name(search.final_reads));
  if (search.max_nodes > 0) text += fmt::format("; at most {} nodes", search.max_nodes);
  if (search.temperature.moves > 0)
    text += fmt::format("; first {} moves drawn at temperature {}", search.temperature.moves,
                        param_text(search.temperature.value));
  text += fmt::format("; solver {}; tree reuse {}", search.solver ? "on" : "off", search.reuse_tree ? "on" : "off");
  return text;
}

}  // namespace rootward
