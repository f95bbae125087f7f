// Analysis as Leela Zero streams it (lz-analyze, read by Sabaki and others) and as GoGui asks for it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "experiments/engines/gtp/gtp_engine.h"
#include "experiments/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

using Clock = std::chrono::steady_clock;

double share_of_wins(Value value) { return std::clamp((value + 1) / 2, 0.0, 1.0); }

/// Win rates and priors count in hundredths of a percent, in the view of the player to move.
std::string info_line(const Analysis& analysis) {
  std::string line;
  for (std::size_t order = 0; order < analysis.moves.size(); ++order) {
    const AnalysedMove& move = analysis.moves[order];
    line += fmt::format("{}info move {} visits {} winrate {} prior {} order {} pv {}", order == 0 ? "" : " ",
                        move.vertex, move.visits, std::lround(10000 * share_of_wins(move.value)),
                        std::lround(10000 * move.prior), order, fmt::join(move.variation, " "));
  }
  return line + "\n";
}

struct AnalysisRequest {
  Seat seat = Seat::first;
  double interval = std::numeric_limits<double>::infinity();  ///< seconds between two reports
};

/// [colour] [centiseconds] [KEY VALUE]..., as in `lz-analyze b interval 50`; what else is asked for (minmoves, avoid)
/// is accepted and has no effect.
AnalysisRequest read_request(const GtpSession& session, const GtpCommand& command) {
  constexpr double kShortest = 0.01;
  AnalysisRequest request{.seat = session.position().to_move()};
  std::size_t at = 0;
  if (at < command.arguments.size()) {
    if (const std::optional<Seat> colour = parse_gtp_colour(command.arguments[at])) {
      request.seat = *colour;
      ++at;
    }
  }
  const auto read_interval = [&](std::size_t index) {
    request.interval = std::max(kShortest, gtp::int_argument(command, index) / 100.0);
  };
  if (at < command.arguments.size() && parse_int(command.arguments[at])) read_interval(at++);
  for (; at < command.arguments.size(); at += 2)
    if (lower_case(command.arguments[at]) == "interval") read_interval(at + 1);
  return request;
}

/// Reports at the interval while a search goes on.
class Reporter {
 public:
  Reporter(GtpEngine& engine, double interval) : engine_(engine), interval_(interval) {}

  void report_if_due() {
    const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
    if (spent < next_) return;
    report();
    next_ = spent + interval_;
  }
  void report() {
    engine_.write(info_line(engine_.session().analysis()));
    has_reported_ = true;
  }
  [[nodiscard]] bool has_reported() const { return has_reported_; }

 private:
  GtpEngine& engine_;
  double interval_;
  double next_ = 0.1;  // seconds; a first report when there is something to tell
  Clock::time_point start_ = Clock::now();
  bool has_reported_ = false;
};

/// Thinks until the next line comes in.
std::string analyze(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  const AnalysisRequest request = read_request(session, command);
  Reporter reporter(engine, request.interval);
  bool has_begun = false;
  const auto begin = [&] {
    if (!has_begun) engine.write("=" + command.id + "\n");
    has_begun = true;
  };
  session.analyse(request.seat, [&] {
    begin();
    reporter.report_if_due();
    return reporter.has_reported() && engine.input().is_ready();
  });
  begin();
  if (!reporter.has_reported()) reporter.report();
  return "\n";
}

std::string genmove_analyze(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  const AnalysisRequest request = read_request(session, command);
  Reporter reporter(engine, request.interval);
  bool has_begun = false;
  const std::unique_ptr<Position> before = session.position().clone();
  const std::optional<Action> action = session.generate(request.seat, [&] {
    if (!has_begun) engine.write("=" + command.id + "\n");
    has_begun = true;
    reporter.report_if_due();
    return false;
  });
  if (!has_begun) engine.write("=" + command.id + "\n");
  if (action && session.can_analyse()) reporter.report();
  return fmt::format("play {}\n\n", action ? vertex_text(*before, *action) : "resign");
}

std::string gogui_analyze_commands(GtpEngine& engine, const GtpCommand&) {
  std::string text = "string/Final Score/final_score\n";
  if (engine.knows("final_status_list")) text += "plist/Final Status List/final_status_list %s\n";
  if (engine.session().can_analyse()) {
    text +=
        "hstring/Root Table/rootward-root_table\n"
        "dboard/Share of Visits/rootward-visit_shares\n"
        "dboard/Values/rootward-values\n"
        "varc/Principal Variation/rootward-principal_variation %c\n"
        "pspairs/Visits/rootward-visits\n";
  }
  return text + "plist/Legal Moves/gogui-rules_legal_moves\nstring/CPU Time/cputime\n";
}

Analysis latest_analysis(GtpEngine& engine) {
  Analysis analysis = engine.session().analysis();
  if (analysis.moves.empty()) throw GtpError("there is no search yet");
  return analysis;
}

std::string root_table(GtpEngine& engine, const GtpCommand&) {
  const Analysis analysis = latest_analysis(engine);
  std::string text = fmt::format("{} to move, value {:+.4f}\n{:>6} {:>9} {:>8} {:>7}\n",
                                 analysis.to_move == Seat::first ? "Black" : "White", analysis.value, "move", "visits",
                                 "value", "prior");
  for (const AnalysedMove& move : analysis.moves)
    text += fmt::format("{:>6} {:>9} {:>+8.4f} {:>7.4f}\n", move.vertex, move.visits, move.value, move.prior);
  return text;
}

/// A number for every point of the board, rows from the top, as GoGui's dboard wants them.
template <class Number>
std::string board_of_numbers(GtpEngine& engine, Number number) {
  constexpr std::string_view kLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const Analysis analysis = latest_analysis(engine);
  const std::vector<std::string> rows = engine.session().position().board_rows();
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const std::string vertex = fmt::format("{}{}", kLetters[column], rows.size() - row);
      const auto found = std::ranges::find(analysis.moves, vertex, &AnalysedMove::vertex);
      text += fmt::format("{}{:.3f}", column == 0 ? "" : " ",
                          found == analysis.moves.end() ? 0.0 : number(analysis, *found));
    }
    text += '\n';
  }
  return text;
}

std::string visit_shares(GtpEngine& engine, const GtpCommand&) {
  return board_of_numbers(engine, [](const Analysis& analysis, const AnalysedMove& move) {
    double total = 0;
    for (const AnalysedMove& one : analysis.moves) total += one.visits;
    return move.visits / total;
  });
}

std::string values(GtpEngine& engine, const GtpCommand&) {
  return board_of_numbers(engine, [](const Analysis&, const AnalysedMove& move) { return move.value; });
}

std::string visits(GtpEngine& engine, const GtpCommand&) {
  std::string text;
  for (const AnalysedMove& move : latest_analysis(engine).moves) {
    if (move.vertex != "pass") text += fmt::format("{} {}\n", move.vertex, move.visits);
  }
  return text;
}

std::string principal_variation(GtpEngine& engine, const GtpCommand&) {
  return fmt::format("{}", fmt::join(latest_analysis(engine).moves.front().variation, " "));
}

}  // namespace

void add_analysis_commands(std::vector<GtpHandler>& handlers, const GtpSession& session) {
  handlers.push_back({"gogui-analyze_commands", gogui_analyze_commands});
  if (!session.can_analyse()) return;
  handlers.push_back({"lz-analyze", analyze, true});
  handlers.push_back({"lz-genmove_analyze", genmove_analyze, true});
  handlers.push_back({"rootward-root_table", root_table});
  handlers.push_back({"rootward-visit_shares", visit_shares});
  handlers.push_back({"rootward-values", values});
  handlers.push_back({"rootward-visits", visits});
  handlers.push_back({"rootward-principal_variation", principal_variation});
}

}  // namespace rootward
