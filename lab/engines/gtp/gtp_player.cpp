// The engine has a board of its own: each move is sent once, and asked for by genmove.
#include "lab/engines/gtp/gtp_player.h"

#include <fmt/format.h>

#include "core/text.h"
#include "lab/engines/gtp/gtp_client.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

/// Seeds that every engine takes as a C int.
std::uint64_t short_seed(std::uint64_t seed) { return seed & 0x7FFFFFFF; }

std::string colour_word(const Position& position) { return lower_case(gtp_colour_text(position.to_move())); }

class GtpPlayerSession final : public EngineSession {
 public:
  GtpPlayerSession(const EngineOptions& options, const Game& game, const Stop& stop, std::string& answer)
      : game_(game), answer_(answer), client_(options, stop) {
    client_.begin_games();
  }

  [[nodiscard]] const std::string& engine_name() const override { return client_.engine_name(); }

  void new_game(std::uint64_t seed, const Stop& stop) override {
    const Params& rules = game_.id().params;
    if (game_.facts().is_go_like) client_.demand(fmt::format("boardsize {}", game_.start()->board_rows().size()), stop);
    client_.demand("clear_board", stop);
    if (rules.has("komi")) client_.demand(fmt::format("komi {}", rules.real("komi")), stop);
    if (client_.knows("set_random_seed")) client_.demand(fmt::format("set_random_seed {}", short_seed(seed)), stop);
  }

  void play(const Position& before, Action action, bool is_own, const Stop& stop) override {
    if (!is_own)
      client_.demand(fmt::format("play {} {}", colour_word(before), vertex_text(before, action)), stop, "refusal");
  }

  Choice choose(const Position& position, const Stop& stop) override {
    const std::string reply = client_.demand("genmove " + colour_word(position), stop);
    answer_ = reply.substr(0, reply.find('\n'));
    Choice choice;
    const std::string vertex = lower_case(reply.substr(0, reply.find_first_of(" \t\n")));
    choice.resigns = vertex == "resign";
    // What names no move stays kNoAction, which no position allows.
    if (const std::optional<Action> action = parse_vertex(position, vertex)) choice.action = *action;
    return choice;
  }

  std::optional<double> final_score(const Stop& stop) override {
    const GtpReply reply = client_.ask("final_score", stop);
    return reply.is_success ? parse_score(reply.text) : std::nullopt;
  }

  void quit() override { client_.quit(); }
  [[nodiscard]] double cpu_seconds() override { return client_.cpu_seconds(); }

 private:
  const Game& game_;
  std::string& answer_;
  GtpClient client_;
};

}  // namespace

std::unique_ptr<EngineSession> start_gtp_session(const EngineOptions& options, const Game& game,
                                                 const EngineSession::Stop& stop, std::string& answer) {
  return std::make_unique<GtpPlayerSession>(options, game, stop, answer);
}

}  // namespace rootward
