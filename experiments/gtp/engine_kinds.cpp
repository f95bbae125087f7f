// Command lines of GNU Go and Pachi, and where to look for programs.
#include "experiments/gtp/engine_kinds.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/errors.h"

namespace rootward {
namespace {

ParamSpec seconds_spec(std::string key, double fallback, std::string help) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.help = std::move(help);
  spec.fallback = fallback;
  spec.low = 0;
  spec.low_open = true;
  spec.high = 1e6;
  return spec;
}

std::vector<ParamSpec> common_parameters() {
  ParamSpec restart;
  restart.key = "restart";
  restart.help = "never: one process plays many games; game: a new one for each.";
  restart.type = ParamType::choice;
  restart.fallback = std::string("never");
  restart.choices = {"never", "game"};
  ParamSpec directory;
  directory.key = "directory";
  directory.help = "Folder that the program is started in; ours unless given.";
  directory.type = ParamType::text;
  directory.fallback = std::string();
  return {seconds_spec("startup_timeout_seconds", 10, "Seconds for each answer before the first game."),
          seconds_spec("move_timeout_seconds", 60, "Seconds for each answer from then on."),
          seconds_spec("quit_timeout_seconds", 2, "Seconds to end after quit, before signals."), restart, directory};
}

std::vector<ParamSpec> with_common(ParamSpec own) {
  std::vector<ParamSpec> specs = common_parameters();
  specs.insert(specs.begin(), std::move(own));
  return specs;
}

ParamSpec command_spec() {
  ParamSpec spec;
  spec.key = "gtp";
  spec.help = "Command line of a GTP 2 program, for the shell.";
  spec.type = ParamType::text;
  spec.required = true;
  return spec;
}

ParamSpec level_spec() {
  ParamSpec spec;
  spec.key = "level";
  spec.help = "GNU Go's level of play; 10 is its own default.";
  spec.type = ParamType::integer;
  spec.fallback = std::int64_t{10};
  spec.low = 0;
  spec.high = 20;
  return spec;
}

ParamSpec playouts_spec() {
  ParamSpec spec;
  spec.key = "playouts";
  spec.help = "Playouts a move; Pachi takes no fewer than 500.";
  spec.type = ParamType::integer;
  spec.fallback = std::int64_t{5000};
  spec.low = 500;
  spec.high = 1e9;
  return spec;
}

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

/// On PATH, then where games are installed, which PATH often lacks.
std::string find_program(const std::string& player, const std::string& program, const std::string& advice) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  folders += ":/usr/games:/usr/local/games:/usr/local/bin:/usr/bin:/opt/" + program;
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

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

bool is_superko(const Game& game) { return !game.id().params.has("ko") || game.id().params.text("ko") == "positional"; }
bool allows_suicide(const Game& game) { return game.id().params.has("suicide") && game.id().params.boolean("suicide"); }

/// Without --capture-all-dead GNU Go passes while dead stones lie on the board, and the board as it stands names the
/// wrong winner in about one game of four; without --never-resign it gives some games up at its first move.
std::string gnugo_command(const std::string& player, const Game& game, std::int64_t level) {
  return fmt::format("exec {} --mode gtp --chinese-rules --capture-all-dead --never-resign --level {}{}{}",
                     quoted(find_program(player, "gnugo", "Debian's package is gnugo")), level,
                     is_superko(game) ? " --positional-superko" : "", allows_suicide(game) ? " --allow-suicide" : "");
}

/// Silent, one thread, never resigning early: otherwise it takes all cores and floods its standard error.
std::string pachi_command(const std::string& player, std::int64_t playouts) {
  return fmt::format("exec {} -d 0 -t ={} --kgs threads=1",
                     quoted(find_program(player, "pachi",
                                         "build it from its sources (github.com/pasky/pachi); Debian's "
                                         "package of that name is another game")),
                     playouts);
}

}  // namespace

const std::vector<Described>& engine_kinds() {
  static const std::vector<Described> all = {
      {.name = "gtp",
       .help = "an external program that speaks GTP 2",
       .source = "ours",
       .parameters = with_common(command_spec())},
      {.name = "gnugo",
       .help = "GNU Go, as preset: gnugo",
       .source = "www.gnu.org/software/gnugo",
       .parameters = with_common(level_spec())},
      {.name = "pachi",
       .help = "Pachi, as preset: pachi",
       .source = "github.com/pasky/pachi",
       .parameters = with_common(playouts_spec())},
  };
  return all;
}

bool is_engine(const PlayerSpec& player) {
  return std::ranges::find(engine_kinds(), player.kind, &Described::name) != engine_kinds().end();
}

EngineOptions engine_options(const PlayerSpec& player, const Game& game) {
  EngineOptions options;
  options.name = player.name;
  options.startup_timeout_seconds = player.params.real("startup_timeout_seconds");
  options.move_timeout_seconds = player.params.real("move_timeout_seconds");
  options.quit_timeout_seconds = player.params.real("quit_timeout_seconds");
  options.restarts_each_game = player.params.text("restart") == "game";
  options.child.directory = player.params.text("directory");
  options.child.environment = player.environment;
  if (player.kind == "gnugo")
    options.child.command = gnugo_command(player.name, game, player.params.integer("level"));
  else if (player.kind == "pachi")
    options.child.command = pachi_command(player.name, player.params.integer("playouts"));
  else
    options.child.command = player.params.text("gtp");
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
