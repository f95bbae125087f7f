// The referee's loop: our own position decides what is legal and when the game is over.
#include "experiments/tournament/match.h"

#include <ctime>
#include <memory>

#include "experiments/tournament/schedule.h"

namespace rootward {
namespace {

double thread_cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const char* ending_text(Ending ending) { return ending == Ending::move_limit ? "move_limit" : "rules"; }

class Match {
 public:
  /// `seats` in the order of the first move.
  Match(const Game& game, std::array<Player*, 2> seats, GameRecord& record)
      : position_(game.start()), seats_(seats), record_(record) {}

  void begin(const GameTask& task) {
    for (const Seat seat : {Seat::first, Seat::second})
      timed(seat, [&](Player& player) { player.new_game(player_seed(task.seed, seat)); });
    for (const Action action : *task.opening) play(action, record_.opening);
  }

  /// False where `stop` cut the game short.
  bool play_on(const std::function<bool()>& stop) {
    while (!position_->is_over()) {
      const Seat seat = position_->to_move();
      Choice choice;
      timed(seat, [&](Player& player) { choice = player.choose(*position_, stop); });
      if (stop()) return false;
      record_.simulations[index(seat)] += choice.simulations;
      ++record_.moves_chosen[index(seat)];
      if (choice.resigns) return lose(seat, "resign");
      if (!position_->is_legal(choice.action)) return lose(seat, "forfeit:illegal");
      play(choice.action, record_.moves);
    }
    record_.score = 0.5 + 0.5 * position_->result();
    record_.ended = ending_text(position_->ending());
    return true;
  }

 private:
  static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }

  template <class Work>
  void timed(Seat seat, Work work) {
    const double start = thread_cpu_seconds();
    work(*seats_[index(seat)]);
    record_.cpu_seconds[index(seat)] += thread_cpu_seconds() - start;
  }

  void play(Action action, std::vector<std::string>& moves) {
    moves.push_back(position_->action_text(action));
    position_->play(action);
    for (const Seat seat : {Seat::first, Seat::second}) timed(seat, [&](Player& player) { player.observe(action); });
  }

  bool lose(Seat seat, const char* reason) {
    record_.score = seat == Seat::first ? 0.0 : 1.0;
    record_.ended = reason;
    return true;
  }

  std::unique_ptr<Position> position_;
  std::array<Player*, 2> seats_;
  GameRecord& record_;
};

}  // namespace

std::optional<GameRecord> play_game(const Game& game, const GameTask& task, std::array<Player*, 2> players,
                                    const std::function<bool()>& stop) {
  const bool is_swapped = task.game_of_pair == 1;
  GameRecord record;
  record.id = game_id(task.pairing, task.pair, task.game_of_pair);
  record.pairing = task.pairing;
  record.pair = task.pair;
  record.seats = {task.pairing[is_swapped ? 1 : 0], task.pairing[is_swapped ? 0 : 1]};
  record.seed = task.seed;
  Match match(game, {players[is_swapped ? 1 : 0], players[is_swapped ? 0 : 1]}, record);
  match.begin(task);
  if (!match.play_on(stop)) return std::nullopt;
  record.plies = static_cast<std::uint32_t>(record.opening.size() + record.moves.size());
  return record;
}

}  // namespace rootward
