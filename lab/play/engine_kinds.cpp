// Their parameters.
#include "lab/play/engine_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

std::vector<ParamSpec> with_common(std::vector<ParamSpec> own) {
  for (ParamSpec& spec : common_parameters()) own.push_back(std::move(spec));
  return own;
}

ParamSpec command_spec(std::string protocol, std::string_view program) {
  ParamSpec spec;
  spec.key = std::move(protocol);
  spec.help = fmt::format("Command line of {}, for the shell.", program);
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

ParamSpec limit_spec(std::string key, std::string help, double most) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.help = std::move(help);
  spec.type = ParamType::integer;
  spec.low = 1;
  spec.high = most;
  return spec;
}

std::vector<ParamSpec> uci_specs() {
  ParamSpec variant;
  variant.key = "variant";
  variant.help = "The program's name of the game, its option UCI_Variant; the usual one unless given.";
  variant.type = ParamType::text;
  ParamSpec options;
  options.key = "options";
  options.help = "Options of the program, name: value, set in this order before the variant.";
  options.type = ParamType::tree;
  ParamSpec movetime = seconds_spec("movetime", 0, "Seconds that the program thinks for a move.");
  movetime.fallback = {};
  movetime.low = 0.001;
  movetime.low_open = false;
  return {command_spec("uci", "a UCI program"),
          variant,
          options,
          movetime,
          limit_spec("nodes", "Nodes that the program searches for a move.", 1e15),
          limit_spec("depth", "Plies that the program looks ahead for a move.", 1000)};
}

}  // namespace

const std::vector<Described>& engine_kinds() {
  static const std::vector<Described> all = {
      {.name = "gtp",
       .help = "an external program that speaks GTP 2",
       .source = "ours",
       .parameters = with_common({command_spec("gtp", "a GTP 2 program")})},
      {.name = "uci",
       .help = "an external program that speaks UCI; it needs one of movetime, nodes and depth",
       .source = "ours",
       .parameters = with_common(uci_specs())},
      {.name = "gnugo",
       .help = "GNU Go, as preset: gnugo",
       .source = "www.gnu.org/software/gnugo",
       .parameters = with_common({level_spec()})},
      {.name = "pachi",
       .help = "Pachi, as preset: pachi",
       .source = "github.com/pasky/pachi",
       .parameters = with_common({playouts_spec()})},
  };
  return all;
}

bool is_protocol(std::string_view kind) { return kind == "gtp" || kind == "uci"; }

bool is_engine(const PlayerSpec& player) {
  return std::ranges::find(engine_kinds(), player.kind, &Described::name) != engine_kinds().end();
}

}  // namespace rootward
