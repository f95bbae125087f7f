// Splitting and dealing out of `--set PATH=VALUE`.
#include "cli/set_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/errors.h"

namespace rootward {

CLI::Option* add_set_option(CLI::App& command) {
  return command
      .add_option(
          "--set",
          "Set one value of the configuration, VALUE in YAML; +PATH=VALUE adds a player or another\nname (repeatable)")
      ->type_name("PATH=VALUE")
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Override parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t begin = text.starts_with('+') ? 1 : 0;
  if (equals == std::string::npos || equals <= begin)
    throw UsageError(fmt::format("--set: '{}' is not of the form PATH=VALUE, such as game.size=9", text));
  return {.path = text.substr(begin, equals - begin), .value = text.substr(equals + 1), .adds = begin > 0};
}

std::vector<Override> given_overrides(const CLI::App& command) {
  std::vector<Override> overrides;
  for (const std::string& text : command.get_option("--set")->results()) overrides.push_back(parse_override(text));
  return overrides;
}

DealtOverrides deal_overrides(const std::vector<Override>& overrides) {
  constexpr std::string_view kGamePrefix = "game.";
  DealtOverrides dealt;
  for (const Override& one : overrides) {
    if (one.path.starts_with(kGamePrefix))
      dealt.game.push_back({.path = one.path.substr(kGamePrefix.size()), .value = one.value, .adds = one.adds});
    else
      dealt.player.push_back(one);
  }
  return dealt;
}

std::vector<Override> given_game_overrides(const CLI::App& command) {
  DealtOverrides dealt = deal_overrides(given_overrides(command));
  if (!dealt.player.empty())
    throw UsageError(fmt::format("--set {}: {} has no player; allowed are paths that begin with 'game.'",
                                 dealt.player.front().path, command.get_name()));
  return dealt.game;
}

}  // namespace rootward
