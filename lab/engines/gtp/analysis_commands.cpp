// Analysis as Leela Zero and KataGo stream it (read by Sabaki, Lizzie and others) and as GoGui asks for it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "lab/engines/gtp/analysis_request.h"
#include "lab/engines/gtp/gtp_engine.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

using Clock = std::chrono::steady_clock;

double share_of_wins(Value value) { return std::clamp((value + 1) / 2, 0.0, 1.0); }

/// Win rates and priors count in hundredths of a percent, in the view of the player to move.
std::string lz_info(const AnalysedMove& move) {
  return fmt::format("visits {} winrate {} prior {}", move.visits, std::lround(10000 * share_of_wins(move.value)),
                     std::lround(10000 * move.prior));
}

/// As KataGo writes it: shares in [0, 1], utility in [-1, 1], in the view of the player to move.
std::string kata_numbers(std::uint32_t visits, Value value) {
  return fmt::format("visits {} utility {:.6f} winrate {:.6f}", visits, value, share_of_wins(value));
}
std::string kata_info(const AnalysedMove& move) {
  return kata_numbers(move.visits, move.value) + fmt::format(" prior {:.6f}", move.prior);
}

std::string info_line(const Analysis& analysis, const AnalysisRequest& request, bool is_kata) {
  std::string line;
  for (std::size_t order = 0; order < std::min(request.max_moves, analysis.moves.size()); ++order) {
    const AnalysedMove& move = analysis.moves[order];
    line += fmt::format("{}info move {} {} order {} pv {}", order == 0 ? "" : " ", move.vertex,
                        is_kata ? kata_info(move) : lz_info(move), order, fmt::join(move.variation, " "));
  }
  if (request.wants_root_info) line += " rootInfo " + kata_numbers(analysis.visits, analysis.value);
  return line + "\n";
}

/// Reports at the interval while a search goes on.
class Reporter {
 public:
  Reporter(GtpEngine& engine, const GtpCommand& command, const AnalysisRequest& request, bool is_kata)
      : engine_(engine), command_(command), request_(request), is_kata_(is_kata) {
    if (request.wants_ownership) engine.warn_once("ownership is not known to this engine; analysis goes on without it");
  }

  /// The reply's first line, once.
  void begin() {
    if (!has_begun_) engine_.write("=" + command_.id + "\n");
    has_begun_ = true;
  }
  void report_if_due() {
    begin();
    const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
    if (spent < next_) return;
    report();
    next_ = spent + request_.interval;
  }
  void report() {
    begin();
    engine_.write(info_line(engine_.session().analysis(), request_, is_kata_));
    has_reported_ = true;
  }
  [[nodiscard]] bool has_reported() const { return has_reported_; }

 private:
  GtpEngine& engine_;
  const GtpCommand& command_;
  const AnalysisRequest& request_;
  bool is_kata_;
  double next_ = 0.1;  // seconds; a first report when there is something to tell
  Clock::time_point start_ = Clock::now();
  bool has_begun_ = false;
  bool has_reported_ = false;
};

/// Thinks until the next line comes in.
std::string analyze(GtpEngine& engine, const GtpCommand& command, bool is_kata) {
  GtpSession& session = engine.session();
  const AnalysisRequest request = read_analysis_request(session, command, is_kata);
  Reporter reporter(engine, command, request, is_kata);
  session.analyse(request.seat, request.scope, [&] {
    reporter.report_if_due();
    return reporter.has_reported() && engine.input().is_ready();
  });
  if (!reporter.has_reported()) reporter.report();
  return "\n";
}

std::string genmove_analyze(GtpEngine& engine, const GtpCommand& command, bool is_kata) {
  GtpSession& session = engine.session();
  const AnalysisRequest request = read_analysis_request(session, command, is_kata);
  Reporter reporter(engine, command, request, is_kata);
  const std::unique_ptr<Position> before = session.position().clone();
  const std::optional<Action> action = session.generate(
      request.seat,
      [&] {
        reporter.report_if_due();
        return false;
      },
      request.scope);
  reporter.begin();
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

/// A number for every point of the board, rows from the top, as GoGui's dboard wants them; 0 where no move leads, and
/// in columns without a letter.
template <class Number>
std::string board_of_numbers(GtpEngine& engine, Number number) {
  const std::string_view letters = column_letters(engine.session().game());
  const Analysis analysis = latest_analysis(engine);
  const std::vector<std::string> rows = engine.session().position().board_rows();
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const std::string vertex = column < letters.size() ? fmt::format("{}{}", letters[column], rows.size() - row) : "";
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
    return static_cast<double>(move.visits) / std::max(1U, analysis.visits);
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
  const auto add = [&](const char* name, auto run, bool is_kata) {
    handlers.push_back(
        {name, [run, is_kata](GtpEngine& engine, const GtpCommand& command) { return run(engine, command, is_kata); },
         true});
  };
  add("lz-analyze", analyze, false);
  add("lz-genmove_analyze", genmove_analyze, false);
  add("kata-analyze", analyze, true);
  add("kata-genmove_analyze", genmove_analyze, true);
  handlers.push_back({"rootward-root_table", root_table});
  handlers.push_back({"rootward-visit_shares", visit_shares});
  handlers.push_back({"rootward-values", values});
  handlers.push_back({"rootward-visits", visits});
  handlers.push_back({"rootward-principal_variation", principal_variation});
}

}  // namespace rootward
