// GTP commands that make moves, take them back, and set the clocks.
#include <fmt/format.h>

#include "lab/engines/gtp/gtp_engine.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

void play_argument(GtpSession& session, const GtpCommand& command, std::size_t index) {
  const Seat seat = gtp::colour_argument(command, index);
  const std::string& text = gtp::argument(command, index + 1);
  const std::optional<Action> action = parse_vertex(session.position(), text);
  if (!action)
    throw GtpError(lower_case(text) == "pass" ? "illegal move: this game has no pass" : "invalid vertex " + text);
  session.play(seat, *action);
}

std::string play(GtpEngine& engine, const GtpCommand& command) {
  play_argument(engine.session(), command, 0);
  return "";
}

/// All moves or none.
std::string play_sequence(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  std::size_t played = 0;
  try {
    for (; 2 * played < command.arguments.size(); ++played) play_argument(session, command, 2 * played);
  } catch (const GtpError&) {
    for (; played > 0; --played) session.undo();
    throw;
  }
  return "";
}

/// The vertex is written as it stands before the move.
std::string generate(GtpSession& session, Seat seat, const GtpSession::Watch& watch) {
  const std::unique_ptr<Position> before = session.position().clone();
  const std::optional<Action> action = session.generate(seat, watch);
  return action ? vertex_text(*before, *action) : "resign";
}

std::string genmove(GtpEngine& engine, const GtpCommand& command) {
  return generate(engine.session(), gtp::colour_argument(command, 0), {});
}

std::string reg_genmove(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  const std::optional<Action> action = session.propose(gtp::colour_argument(command, 0));
  return action ? vertex_text(session.position(), *action) : "resign";
}

std::string undo(GtpEngine& engine, const GtpCommand&) {
  engine.session().undo();
  return "";
}

double time_argument(const GtpCommand& command, std::size_t index) {
  const double seconds = gtp::double_argument(command, index);
  if (seconds < 0) throw GtpError("syntax error: a time cannot be negative");
  return seconds;
}

int stones_argument(const GtpCommand& command, std::size_t index) {
  const int stones = gtp::int_argument(command, index);
  if (stones < 0) throw GtpError("syntax error: a number of stones cannot be negative");
  return stones;
}

std::string time_settings(GtpEngine& engine, const GtpCommand& command) {
  engine.session().clock().set({.main_time = time_argument(command, 0),
                                .byo_yomi_time = time_argument(command, 1),
                                .byo_yomi_stones = stones_argument(command, 2)});
  return "";
}

std::string time_left(GtpEngine& engine, const GtpCommand& command) {
  const Seat seat = gtp::colour_argument(command, 0);
  engine.session().clock().set_left(seat, time_argument(command, 1), stones_argument(command, 2));
  return "";
}

std::string set_random_seed(GtpEngine& engine, const GtpCommand& command) {
  const int seed = gtp::int_argument(command, 0);
  if (seed < 0) throw GtpError("syntax error: a seed cannot be negative");
  engine.session().set_seed(static_cast<std::uint64_t>(seed));
  return "";
}

}  // namespace

void add_play_commands(std::vector<GtpHandler>& handlers, const GtpSession&) {
  handlers.push_back({"play", play});
  handlers.push_back({"gogui-play_sequence", play_sequence});
  handlers.push_back({"genmove", genmove});
  handlers.push_back({"reg_genmove", reg_genmove});
  handlers.push_back({"undo", undo});
  handlers.push_back({"time_settings", time_settings});
  handlers.push_back({"time_left", time_left});
  handlers.push_back({"set_random_seed", set_random_seed});
  handlers.push_back({"get_random_seed",
                      [](GtpEngine& engine, const GtpCommand&) { return fmt::format("{}", engine.session().seed()); }});
}

}  // namespace rootward
