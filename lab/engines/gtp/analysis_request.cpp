// Key by key.
#include "lab/engines/gtp/analysis_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/escape.h"
#include "lab/engines/gtp/gtp_engine.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

/// KataGo's switches for numbers that a search without a network's heads does not have.
constexpr std::array<std::string_view, 5> kUnknownNumbers = {"ownershipstdev", "movesownershipstdev", "pvvisits",
                                                             "pvedgevisits", "noresultvalue"};

class AnalysisRequestReader {
 public:
  AnalysisRequestReader(const GtpSession& session, const GtpCommand& command, bool is_kata)
      : session_(session), command_(command), is_kata_(is_kata) {
    request_.seat = session.position().to_move();
  }

  AnalysisRequest read() {
    if (has_more()) {
      if (const std::optional<Seat> colour = parse_gtp_colour(command_.arguments[at_])) {
        request_.seat = *colour;
        ++at_;
      }
    }
    if (has_more() && parse_int(command_.arguments[at_])) read_interval();
    while (has_more()) read_key(lower_case(command_.arguments[at_++]));
    if (has_allowed_) leave_all_but_allowed_aside();
    require_a_move();
    return std::move(request_);
  }

 private:
  [[nodiscard]] bool has_more() const { return at_ < command_.arguments.size(); }

  void read_interval() {
    constexpr double kShortest = 0.01;
    request_.interval = std::max(kShortest, gtp::int_argument(command_, at_++) / 100.0);
  }

  std::size_t read_count() {
    const int count = gtp::int_argument(command_, at_++);
    if (count < 0) throw GtpError("syntax error: a number of moves cannot be negative");
    return static_cast<std::size_t>(count);
  }

  bool read_switch() {
    const std::string value = lower_case(gtp::argument(command_, at_++));
    if (value != "true" && value != "false")
      throw GtpError(fmt::format("syntax error: {} is neither true nor false", value));
    return value == "true";
  }

  void read_key(const std::string& key) {
    if (key == "interval") return read_interval();
    if (key == "minmoves")
      request_.scope.min_moves = read_count();
    else if (key == "maxmoves")
      request_.max_moves = std::max<std::size_t>(1, read_count());
    else if (key == "avoid")
      append_moves(request_.scope.aside);
    else if (key == "allow")
      has_allowed_ |= append_moves(allowed_);
    else if (!read_kata_key(key))
      fail_unknown(key);
  }

  bool read_kata_key(const std::string& key) {
    if (!is_kata_) return false;
    if (key == "rootinfo")
      request_.wants_root_info = read_switch();
    else if (key == "ownership" || key == "movesownership")
      request_.wants_ownership |= read_switch();
    else if (std::ranges::find(kUnknownNumbers, key) != kUnknownNumbers.end())
      static_cast<void>(read_switch());
    else
      return false;
    return true;
  }

  [[noreturn]] void fail_unknown(const std::string& key) const {
    throw GtpError(fmt::format("syntax error: {} is no key of {}; known: interval, minmoves, maxmoves, avoid, allow{}",
                               terminal_token(key), command_.name, is_kata_ ? ", rootInfo, ownership" : ""));
  }

  /// What may stand among vertices and is no move of the root's: to resign, and to pass where the game has no pass.
  static bool is_no_move(std::string_view vertex) {
    const std::string word = lower_case(vertex);
    return word == "resign" || word == "pass";
  }

  /// PLAYER VERTEX,VERTEX,.. UNTILDEPTH; false where they are the other player's, and none of the root's.
  bool append_moves(std::vector<Action>& actions) {
    const Seat seat = gtp::colour_argument(command_, at_++);
    std::string_view vertices = gtp::argument(command_, at_++);
    if (gtp::int_argument(command_, at_++) < 1) throw GtpError("syntax error: a depth is 1 at least");
    while (!vertices.empty()) {
      const std::string_view vertex = vertices.substr(0, vertices.find(','));
      vertices.remove_prefix(std::min(vertices.size(), vertex.size() + 1));
      const std::optional<Action> action = parse_vertex(session_.position(), vertex);
      if (!action && !is_no_move(vertex)) throw GtpError("invalid vertex " + terminal_token(vertex));
      if (action && seat == request_.seat) actions.push_back(*action);
    }
    return seat == request_.seat;
  }

  void leave_all_but_allowed_aside() {
    for (const Action action : session_.position().legal_actions())
      if (std::ranges::find(allowed_, action) == allowed_.end()) request_.scope.aside.push_back(action);
  }

  void require_a_move() const {
    const std::vector<Action>& aside = request_.scope.aside;
    if (aside.empty()) return;
    const std::vector<Action> legal = session_.position().legal_actions();
    const auto is_aside = [&](Action action) { return std::ranges::find(aside, action) != aside.end(); };
    if (std::ranges::all_of(legal, is_aside)) throw GtpError("avoid and allow leave no legal move");
  }

  const GtpSession& session_;
  const GtpCommand& command_;
  bool is_kata_;
  std::size_t at_ = 0;
  AnalysisRequest request_;
  std::vector<Action> allowed_;
  bool has_allowed_ = false;
};

}  // namespace

AnalysisRequest read_analysis_request(const GtpSession& session, const GtpCommand& command, bool is_kata) {
  return AnalysisRequestReader(session, command, is_kata).read();
}

}  // namespace rootward
