// The referee's loop: our own position decides what is legal and when the game is over.
#include "experiments/tournament/match.h"

#include <utility>

#include "core/cpu_time.h"
#include "experiments/tournament/schedule.h"

namespace rootward {
namespace {

std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

const char* ending_text(Ending ending) { return ending == Ending::move_limit ? "move_limit" : "rules"; }

}  // namespace

Match::Match(const Game& game, const GameTask& task, std::array<Player*, 2> players)
    : position_(game.start()), chance_(derive_seed(task.seed, "chance")) {
  const bool is_swapped = task.game_of_pair == 1;
  seats_ = {players[is_swapped ? 1 : 0], players[is_swapped ? 0 : 1]};
  record_.id = game_id(task.pairing, task.pair, task.game_of_pair);
  record_.pairing = task.pairing;
  record_.pair = task.pair;
  record_.seats = {task.pairing[is_swapped ? 1 : 0], task.pairing[is_swapped ? 0 : 1]};
  record_.seed = task.seed;
  record_.game = task.board;
  for (const Seat seat : {Seat::first, Seat::second})
    record_.networks[index_of(seat)] = seats_[index_of(seat)]->network();
  for (const Seat seat : {Seat::first, Seat::second})
    timed(seat, [&](Player& player) { player.new_game(player_seed(task.seed, seat)); });
  for (const Action action : *task.opening) play(action, record_.opening);
  let_chance_play();
  finish_if_over();
}

Searcher* Match::play_until_search(const std::function<bool()>& stop) {
  while (!is_finished() && !stop()) {
    if (Searcher* searcher = mover().searcher()) return searcher;
    choose(stop);
  }
  return nullptr;
}

void Match::search_finished(const SearchResult& result) {
  record_.cpu_seconds[index_of(position_->to_move())] += result.cpu_seconds;
  apply(mover().choice_of(result));
}

bool Match::play_to_end(const std::function<bool()>& stop) {
  while (!is_finished() && !stop()) choose(stop);
  return is_finished();
}

template <class Work>
void Match::timed(Seat seat, Work work) {
  const double start = thread_cpu_seconds();
  work(*seats_[index_of(seat)]);
  record_.cpu_seconds[index_of(seat)] += thread_cpu_seconds() - start;
}

/// Nothing is applied where `stop` cut the choice short.
void Match::choose(const std::function<bool()>& stop) {
  Choice choice;
  timed(position_->to_move(), [&](Player& player) { choice = player.choose(*position_, stop); });
  if (!stop()) apply(choice);
}

void Match::apply(const Choice& choice) {
  const Seat seat = position_->to_move();
  record_.simulations[index_of(seat)] += choice.simulations;
  record_.cached_evaluations[index_of(seat)] += choice.cached_evaluations;
  ++record_.moves_chosen[index_of(seat)];
  if (choice.resigns) return lose(seat, "resign");
  if (!position_->is_legal(choice.action)) return lose(seat, "forfeit:illegal");
  play(choice.action, record_.moves);
  let_chance_play();
  finish_if_over();
}

void Match::play(Action action, std::vector<std::string>& moves) {
  moves.push_back(position_->action_text(action));
  position_->play(action);
  record_.plies = static_cast<std::uint32_t>(record_.opening.size() + record_.moves.size());
  for (const Seat seat : {Seat::first, Seat::second}) timed(seat, [&](Player& player) { player.observe(action); });
}

/// Outcomes are moves of the record, but nobody's choice.
void Match::let_chance_play() {
  while (!position_->is_over() && position_->is_chance()) play(position_->draw_outcome(chance_), record_.moves);
}

void Match::finish_if_over() {
  if (!position_->is_over()) return;
  record_.score = 0.5 + 0.5 * position_->draw_result(chance_);
  record_.ended = ending_text(position_->ending());
  is_finished_ = true;
}

void Match::lose(Seat seat, const char* reason) {
  record_.score = seat == Seat::first ? 0.0 : 1.0;
  record_.ended = reason;
  is_finished_ = true;
}

std::optional<GameRecord> play_game(const Game& game, const GameTask& task, std::array<Player*, 2> players,
                                    const std::function<bool()>& stop) {
  Match match(game, task, players);
  if (!match.play_to_end(stop)) return std::nullopt;
  return match.take_record();
}

}  // namespace rootward
