// Command lines of GNU Go and Pachi, and where to look for programs.
#include "lab/engines/engine_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {
namespace {

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

/// PATH, then where games are installed, which PATH often lacks.
std::string program_folders() {
  const char* path = std::getenv("PATH");
  return std::string(path == nullptr ? "" : path) + ":/usr/games:/usr/local/games:/usr/local/bin:/usr/bin";
}

std::string find_program(const std::string& player, const std::string& program, const std::string& advice) {
  const std::string folders = program_folders() + ":/opt/" + program;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::filesystem::path candidate = std::filesystem::path(folders.substr(begin, end - begin)) / program;
    if (end > begin && is_program(candidate)) return candidate.string();
    begin = end + 1;
  }
  throw PlayerError(
      fmt::format("{}: the program {} is neither on PATH nor in /usr/games, /usr/local/games or "
                  "/usr/local/bin; {}",
                  player, program, advice));
}

bool is_superko(const Game& game) { return !game.id().params.has("ko") || game.id().params.text("ko") == "positional"; }
bool allows_suicide(const Game& game) { return game.id().params.has("suicide") && game.id().params.boolean("suicide"); }

/// Without --capture-all-dead GNU Go passes while dead stones lie on the board, and the board as it stands names the
/// wrong winner in about one game of four; without --never-resign it gives some games up at its first move.
std::string gnugo_command(const std::string& player, const Game& game, std::int64_t level) {
  return fmt::format("exec {} --mode gtp --chinese-rules --capture-all-dead --never-resign --level {}{}{}",
                     shell_quoted(find_program(player, "gnugo", "Debian's package is gnugo")), level,
                     is_superko(game) ? " --positional-superko" : "", allows_suicide(game) ? " --allow-suicide" : "");
}

/// Silent, one thread, never resigning early: otherwise it takes all cores and floods its standard error.
std::string pachi_command(const std::string& player, std::int64_t playouts) {
  return fmt::format("exec {} -d 0 -t ={} --kgs threads=1",
                     shell_quoted(find_program(player, "pachi",
                                               "build it from its sources (github.com/pasky/pachi); Debian's "
                                               "package of that name is another game")),
                     playouts);
}

}  // namespace

EngineOptions engine_options(const PlayerSpec& player, const Game& game) {
  EngineOptions options;
  options.name = player.name;
  options.startup_timeout_seconds = player.params.real("startup_timeout_seconds");
  options.move_timeout_seconds = player.params.real("move_timeout_seconds");
  options.quit_timeout_seconds = player.params.real("quit_timeout_seconds");
  options.restarts_each_game = player.params.text("restart") == "game";
  options.child.directory = player.params.text("directory");
  for (const EnvironmentVariable& one : player.environment) {
    if (one.value == kNotStored)
      throw UsageError(
          fmt::format("{}.environment.{}: the value of this variable is not stored; write it into the "
                      "configuration that starts the engine",
                      player.name, one.name));
    options.child.environment.emplace_back(one.name, one.value);
  }
  if (std::ranges::find(player.environment, "PATH", &EnvironmentVariable::name) == player.environment.end())
    options.child.environment.emplace_back("PATH", program_folders());
  if (player.kind == "gnugo")
    options.child.command = gnugo_command(player.name, game, player.params.integer("level"));
  else if (player.kind == "pachi")
    options.child.command = pachi_command(player.name, player.params.integer("playouts"));
  else
    options.child.command = player.params.text(player.kind);
  return options;
}

EngineOptions referee_options(const Game& game) {
  constexpr std::int64_t kLevel = 10;
  EngineOptions options;
  options.name = "referee";
  options.child.command = gnugo_command("referee", game, kLevel);
  return options;
}

}  // namespace rootward
