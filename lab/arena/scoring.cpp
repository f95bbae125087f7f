// The referee is a fresh GNU Go a game, which replays it and says final_score.
#include "lab/arena/scoring.h"

#include <fmt/format.h>

#include <optional>

#include "lab/engines/gtp/gtp_client.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

double score_of(double margin) { return margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5; }

void write_result(const char* scoring, double margin, double board_margin, GameRecord& record) {
  record.scoring = scoring;
  record.result = score_text_of(margin);
  record.board_result = score_text_of(board_margin);
  record.score = score_of(margin);
}

class Referee final : public GameScorer {
 public:
  explicit Referee(const Game& game) : game_(game), options_(referee_options(game)) {}

  void score(const Position& end, const std::array<Player*, 2>&, const std::function<bool()>& stop,
             GameRecord& record) const override {
    try {
      GtpClient client(options_, stop);
      client.begin_games();
      replay(record, client, stop);
      const std::string reply = client.demand("final_score", stop);
      const std::optional<double> margin = parse_score(reply);
      client.quit();
      if (!margin) throw PlayerFault("referee", "garbage", "the referee's final_score is no score: " + reply);
      write_result("referee", *margin, end.margin().value_or(0), record);
    } catch (const EngineStopped&) {
      return;
    }
  }

 private:
  void replay(const GameRecord& record, GtpClient& client, const std::function<bool()>& stop) const {
    const std::unique_ptr<Position> position = game_.start();
    client.demand(fmt::format("boardsize {}", position->board_rows().size()), stop);
    client.demand("clear_board", stop);
    client.demand(fmt::format("komi {}", game_.id().params.real("komi")), stop);
    for (const std::vector<std::string>* moves : {&record.opening, &record.moves}) {
      for (const std::string& text : *moves) {
        const Action action = position->parse_action(text).value();
        client.demand(fmt::format("play {} {}", gtp_colour_text(position->to_move()), vertex_text(*position, action)),
                      stop, "refusal");
        position->play(action);
      }
    }
  }

  const Game& game_;
  EngineOptions options_;
};

/// What the engines say where they name one winner; the board where they differ or say nothing.
class PlayersScore final : public GameScorer {
 public:
  void score(const Position& end, const std::array<Player*, 2>& players, const std::function<bool()>& stop,
             GameRecord& record) const override {
    const double board = end.margin().value_or(0);
    std::optional<double> agreed;
    bool do_agree = true;
    for (Player* player : players) {
      const std::optional<double> said = player->final_score(stop);
      if (stop()) return;
      if (said && agreed && score_of(*said) != score_of(*agreed)) do_agree = false;
      if (said && !agreed) agreed = said;
    }
    write_result("players", agreed && do_agree ? *agreed : board, board, record);
  }
};

}  // namespace

std::unique_ptr<GameScorer> make_scorer(Scoring scoring, const Game& game) {
  if (scoring == Scoring::referee) return std::make_unique<Referee>(game);
  if (scoring == Scoring::players) return std::make_unique<PlayersScore>();
  return nullptr;
}

}  // namespace rootward
