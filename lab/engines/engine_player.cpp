// Our own board stays the judge of legality; the engine hears of moves and is asked for them.
#include "lab/engines/engine_player.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/engines/engine_link.h"
#include "lab/engines/engine_options.h"
#include "lab/engines/engine_session.h"
#include "lab/engines/gtp/gtp_player.h"
#include "lab/engines/uci/uci_player.h"

namespace rootward {
namespace {

class EnginePlayer final : public Player {
 public:
  EnginePlayer(const PlayerSpec& spec, const Game& game)
      : spec_(spec), game_(game), options_(engine_options(spec, game)) {}
  EnginePlayer(const EnginePlayer&) = delete;
  EnginePlayer& operator=(const EnginePlayer&) = delete;
  ~EnginePlayer() override {
    if (session_) session_->quit();
  }

  void new_game(std::uint64_t seed) override {
    if (options_.restarts_each_game) end_process();
    seed_ = seed;
    is_set_up_ = false;
    moves_.clear();
    own_move_ = kNoAction;
  }

  Choice choose(const Position& position, const std::function<bool()>& stop) override {
    Choice choice;
    guarded([&] {
      bring_up_to_date(stop);
      choice = session_->choose(position, stop);
      own_move_ = choice.action;
    });
    return choice;
  }

  void observe(Action action) override {
    moves_.push_back({action, action == own_move_});
    own_move_ = kNoAction;
  }

  [[nodiscard]] std::string engine_name() const override { return name_; }

  double outside_cpu_seconds() override { return ended_cpu_seconds_ + (session_ ? session_->cpu_seconds() : 0.0); }

  std::optional<double> final_score(const std::function<bool()>& stop) override {
    std::optional<double> score;
    guarded([&] {
      bring_up_to_date(stop);
      score = session_->final_score(stop);
    });
    return score;
  }

  /// Says that the program's last choice, for `position`, is illegal.
  [[nodiscard]] std::string illegal_text(const Position& position, const Choice& choice) const {
    std::string answer = quoted_line(answer_);
    // What a UCI program said is known where it was a move.
    if (answer.empty()) answer = choice.action == kNoAction ? "what is no move" : position.action_text(choice.action);
    return fmt::format("{} (`{}`) answered with {}, which is illegal in {} after {} plies", name_,
                       options_.child.command, answer, game_.id().name, moves_.size());
  }

  /// Starts the program, sets up the game and plays what it does not know yet. Throws PlayerFault, EngineStopped.
  void bring_up_to_date(const std::function<bool()>& stop) {
    if (!session_) {
      session_ = spec_.kind == "uci" ? start_uci_session(options_, spec_.params, game_, stop)
                                     : start_gtp_session(options_, game_, stop, answer_);
      name_ = session_->engine_name();
    }
    if (!is_set_up_) {
      session_->new_game(seed_, stop);
      is_set_up_ = true;
      known_ = game_.start();
      known_moves_ = 0;
    }
    for (; known_moves_ < moves_.size(); ++known_moves_) {
      const auto [action, is_own] = moves_[known_moves_];
      session_->play(*known_, action, is_own, stop);
      known_->play(action);
    }
  }

 private:
  struct Move {
    Action action = kNoAction;
    bool is_own = false;  ///< chosen by the program, which therefore knows it
  };

  /// After a fault the program is of no more use; the next game gets a new one.
  template <class Work>
  void guarded(Work work) {
    try {
      work();
    } catch (const EngineStopped&) {
      forget_process();
    } catch (...) {
      forget_process();
      throw;
    }
  }

  void end_process() {
    if (!session_) return;
    session_->quit();
    forget_process();
  }

  void forget_process() {
    if (session_) ended_cpu_seconds_ += session_->cpu_seconds();
    session_.reset();
    is_set_up_ = false;
    for (Move& move : moves_) move.is_own = false;
  }

  const PlayerSpec spec_;
  const Game& game_;
  EngineOptions options_;
  std::string answer_;  // to the last genmove; "" of a UCI program
  std::unique_ptr<EngineSession> session_;
  std::string name_;
  double ended_cpu_seconds_ = 0;
  std::uint64_t seed_ = 0;
  bool is_set_up_ = false;
  std::vector<Move> moves_;          // of the game
  std::size_t known_moves_ = 0;      // of them, how many the program knows
  std::unique_ptr<Position> known_;  // after these
  Action own_move_ = kNoAction;
};

constexpr std::uint64_t kRehearsalSeed = 1;

void play_against_random(EnginePlayer& engine, const Game& game, int plies) {
  const auto never = [] { return false; };
  const std::unique_ptr<Position> position = game.start();
  Rng rng(kRehearsalSeed);
  for (int ply = 0; ply < plies && !position->is_over(); ++ply) {
    const std::vector<Action> actions = position->legal_actions();
    Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    if (ply % 2 == 0) {
      const Choice choice = engine.choose(*position, never);
      if (choice.resigns) return;
      action = choice.action;
      if (!position->is_legal(action)) throw PlayerFault("", "illegal", engine.illegal_text(*position, choice));
    }
    engine.observe(action);
    position->play(action);
  }
}

}  // namespace

std::unique_ptr<Player> make_engine_player(const PlayerSpec& spec, const Game& game) {
  return std::make_unique<EnginePlayer>(spec, game);
}

std::string rehearse_engine(const PlayerSpec& spec, const Game& game, int plies) {
  try {
    EnginePlayer engine(spec, game);
    engine.new_game(kRehearsalSeed);
    engine.bring_up_to_date({});
    play_against_random(engine, game, plies);
    return engine.engine_name();
  } catch (const PlayerFault& fault) {
    throw PlayerError(fmt::format("player {} cannot be used: {}", spec.name, fault.what()));
  } catch (const RunError& error) {
    throw PlayerError(fmt::format("player {} cannot be used: {}", spec.name, error.what()));
  }
}

}  // namespace rootward
