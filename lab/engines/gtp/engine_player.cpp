// Our own board stays the judge of legality; the engine is told of moves and asked for them.
#include "lab/engines/gtp/engine_player.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/engines/gtp/gtp_client.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

/// Seeds that every engine takes as a C int.
std::uint64_t short_seed(std::uint64_t seed) { return seed & 0x7FFFFFFF; }

class EnginePlayer final : public Player {
 public:
  EnginePlayer(const PlayerSpec& spec, const Game& game) : game_(game), options_(engine_options(spec, game)) {}
  EnginePlayer(const EnginePlayer&) = delete;
  EnginePlayer& operator=(const EnginePlayer&) = delete;
  ~EnginePlayer() override {
    if (client_) client_->quit();
  }

  void new_game(std::uint64_t seed) override {
    if (options_.restarts_each_game) end_process();
    seed_ = seed;
    is_set_up_ = false;
    position_ = game_.start();
    pending_.clear();
    own_move_ = kNoAction;
  }

  Choice choose(const Position& position, const std::function<bool()>& stop) override {
    return guarded([&] {
      bring_up_to_date(stop);
      const std::string reply = client_->demand("genmove " + lower_case(gtp_colour_text(position.to_move())), stop);
      Choice choice;
      const std::string vertex = lower_case(reply.substr(0, reply.find_first_of(" \t\n")));
      choice.resigns = vertex == "resign";
      // What names no move stays kNoAction, which no position allows.
      if (const std::optional<Action> action = parse_vertex(position, vertex)) choice.action = *action;
      own_move_ = choice.action;
      return choice;
    });
  }

  void observe(Action action) override {
    if (action != own_move_)
      pending_.push_back(fmt::format("play {} {}", lower_case(gtp_colour_text(position_->to_move())),
                                     vertex_text(*position_, action)));
    own_move_ = kNoAction;
    position_->play(action);
  }

  [[nodiscard]] std::string engine_name() const override { return name_; }

  double outside_cpu_seconds() override { return ended_cpu_seconds_ + (client_ ? client_->cpu_seconds() : 0.0); }

  std::optional<double> final_score(const std::function<bool()>& stop) override {
    std::optional<double> score;
    guarded([&] {
      bring_up_to_date(stop);
      const GtpReply reply = client_->ask("final_score", stop);
      if (reply.is_success) score = parse_score(reply.text);
      return Choice{};
    });
    return score;
  }

  /// Starts the program and sets up the game. Throws PlayerFault, GtpStopped.
  void bring_up_to_date(const std::function<bool()>& stop) {
    if (!client_) {
      client_ = std::make_unique<GtpClient>(options_, stop);
      name_ = client_->engine_name();
      client_->begin_games();
    }
    if (!is_set_up_) set_up(stop);
    is_set_up_ = true;
    for (const std::string& command : pending_) client_->demand(command, stop, "refusal");
    pending_.clear();
  }

 private:
  /// After a fault the program is of no more use; the next game gets a new one.
  template <class Work>
  Choice guarded(Work work) {
    try {
      return work();
    } catch (const GtpStopped&) {
      forget_process();
      return {};
    } catch (...) {
      forget_process();
      throw;
    }
  }

  void set_up(const std::function<bool()>& stop) {
    const Params& rules = game_.id().params;
    if (game_.facts().is_go_like) {
      const std::size_t size = position_->board_rows().size();
      client_->demand(fmt::format("boardsize {}", size), stop);
    }
    client_->demand("clear_board", stop);
    if (rules.has("komi")) client_->demand(fmt::format("komi {}", rules.real("komi")), stop);
    if (client_->knows("set_random_seed")) client_->demand(fmt::format("set_random_seed {}", short_seed(seed_)), stop);
  }

  void end_process() {
    if (!client_) return;
    client_->quit();
    forget_process();
  }

  void forget_process() {
    if (client_) ended_cpu_seconds_ += client_->cpu_seconds();
    client_.reset();
    is_set_up_ = false;
  }

  const Game& game_;
  EngineOptions options_;
  std::unique_ptr<GtpClient> client_;
  std::string name_;
  double ended_cpu_seconds_ = 0;
  std::uint64_t seed_ = 0;
  bool is_set_up_ = false;
  std::unique_ptr<Position> position_;
  std::vector<std::string> pending_;  // commands that the program has not been told yet
  Action own_move_ = kNoAction;       // chosen by the program, which therefore knows it
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
      if (!position->is_legal(action)) throw PlayerFault("", "illegal", "answered genmove with an illegal move");
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
