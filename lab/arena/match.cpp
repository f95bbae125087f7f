// The referee's loop: our own position decides what is legal and when the game is over.
#include "lab/arena/match.h"

#include <fmt/format.h>
#include <cmath>

#include <utility>

#include "core/cpu_time.h"
#include "core/guest_failure.h"
#include "lab/arena/game_id.h"

namespace rootward {
namespace {

std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

/// Two searches by one network remember its answers together, and see a position alike. Searches by the clock do not:
/// one would think in the other's time.
void share_memories(SharedMemories& memories, const DrawSeeds& draws, const std::array<Player*, 2>& players) {
  memories.begin(draws);
  for (Player* player : players)
    if (Searcher* searcher = player->searcher()) searcher->share(memories);
}

const char* ending_text(Ending ending) { return ending == Ending::move_limit ? "move_limit" : "rules"; }

}  // namespace

Match::Match(const Game& game, const GameTask& task, std::array<Player*, 2> players, SharedMemories& memories)
    : position_(game.start()),
      notes_thoughts_(game.facts().is_go_like),
      scorer_(task.scorer),
      chance_(derive_seed(task.seed, "chance")) {
  const bool is_swapped = task.game_of_pair == 1;
  seats_ = {players[is_swapped ? 1 : 0], players[is_swapped ? 0 : 1]};
  record_.id = game_id(task.pairing, task.pair, task.game_of_pair);
  record_.pairing = task.pairing;
  record_.pair = task.pair;
  record_.seats = {task.pairing[is_swapped ? 1 : 0], task.pairing[is_swapped ? 0 : 1]};
  record_.seed = task.seed;
  record_.game = task.board;
  if (task.under_way != nullptr) place_.emplace(*task.under_way, record_.id);
  for (const Seat seat : {Seat::first, Seat::second})
    record_.networks[index_of(seat)] = seats_[index_of(seat)]->network();
  if (task.adjudicate != nullptr) {
    adjudicator_.emplace(*task.adjudicate);
    plays_out_ = task.adjudicate->plays_out;
  }
  for (const Seat seat : {Seat::first, Seat::second})
    timed(seat, [&](Player& player) { player.new_game(player_seed(task.seed, seat)); });
  share_memories(memories, task.draws, players);
  for (const Action action : *task.opening) play(action, record_.opening);
  let_chance_play();
  finish_if_over([] { return false; });
}

Searcher* Match::play_until_search(const std::function<bool()>& stop) {
  while (!is_finished() && !stop()) {
    if (Searcher* searcher = mover().searcher()) return searcher;
    choose(stop);
  }
  return nullptr;
}

void Match::search_finished(const SearchResult& result, const std::function<bool()>& stop) {
  record_.cpu_seconds[index_of(position_->to_move())] += result.cpu_seconds;
  apply(mover().choice_of(result), stop);
}

bool Match::play_to_end(const std::function<bool()>& stop) {
  while (!is_finished() && !stop()) choose(stop);
  return is_finished();
}

template <class Work>
void Match::timed(Seat seat, Work work) {
  Player& player = *seats_[index_of(seat)];
  const double start = thread_cpu_seconds() + player.outside_cpu_seconds();
  work(player);
  record_.cpu_seconds[index_of(seat)] += thread_cpu_seconds() + player.outside_cpu_seconds() - start;
}

/// Nothing is applied where `stop` cut the choice short.
void Match::choose(const std::function<bool()>& stop) {
  Choice choice;
  try {
    timed(position_->to_move(), [&](Player& player) { choice = player.choose(*position_, stop); });
  } catch (GuestFailure& failure) {
    failure.add_place(place());
    throw;
  }
  if (!stop()) apply(choice, stop);
}

GameRecord Match::take_record() {
  for (double& seconds : record_.cpu_seconds) seconds = std::round(seconds * 1e6) / 1e6;
  return std::move(record_);
}

std::string Match::place() const { return fmt::format("game {}, ply {}", record_.id, record_.plies); }

void Match::apply(const Choice& choice, const std::function<bool()>& stop) {
  const Seat seat = position_->to_move();
  record_.simulations[index_of(seat)] += choice.simulations;
  record_.cached_evaluations[index_of(seat)] += choice.cached_evaluations;
  record_.fallbacks[index_of(seat)] += choice.fallbacks;
  ++record_.moves_chosen[index_of(seat)];
  if (place_) place_->add_simulations(choice.simulations);
  if (choice.resigns) return lose(seat, "resign");
  if (!position_->is_legal(choice.action)) return lose(seat, "forfeit:illegal");
  if (notes_thoughts_) note_thought(choice);
  if (adjudicator_) note_mean(choice);
  play(choice.action, record_.moves);
  let_chance_play();
  finish_if_over(stop);
  if (adjudicator_ && !position_->is_over()) adjudicate();
}

void Match::note_thought(const Choice& choice) {
  record_.visits.push_back(choice.value ? choice.simulations + choice.reused_visits : 0);
  record_.values.push_back(recorded_value(choice.value.value_or(0)));
}

void Match::note_mean(const Choice& choice) {
  record_.means.push_back(recorded_value(choice.mean.value_or(0)));
  adjudicator_->note(position_->to_move(), record_.means.back());
}

void Match::adjudicate() {
  const std::optional<Seat> winner = adjudicator_->winner();
  if (!winner || record_.would_end) return;
  const double score = *winner == Seat::first ? 1.0 : 0.0;
  if (plays_out_) {
    record_.would_end = {.plies = record_.plies, .score = score};
    return;
  }
  note_engines();
  record_.score = score;
  record_.ended = kAdjudicated;
  is_finished_ = true;
}

void Match::play(Action action, std::vector<std::string>& moves) {
  moves.push_back(position_->action_text(action));
  position_->play(action);
  record_.plies = static_cast<std::uint32_t>(record_.opening.size() + record_.moves.size());
  if (place_) place_->set_ply(record_.plies);
  for (const Seat seat : {Seat::first, Seat::second}) timed(seat, [&](Player& player) { player.observe(action); });
}

/// Outcomes are moves of the record, but nobody's choice.
void Match::let_chance_play() {
  while (!position_->is_over() && position_->is_chance()) {
    if (adjudicator_) record_.means.push_back(0);
    play(position_->draw_outcome(chance_), record_.moves);
  }
}

void Match::finish_if_over(const std::function<bool()>& stop) {
  if (!position_->is_over()) return;
  record_.score = 0.5 + 0.5 * position_->match_result(chance_);
  record_.ended = ending_text(position_->ending());
  note_engines();
  if (scorer_ != nullptr && !record_.engines.empty() && position_->ending() == Ending::rules) {
    scorer_->score(*position_, seats_, stop, record_);
    if (stop()) return;
  }
  is_finished_ = true;
}

void Match::note_engines() {
  const std::array<std::string, 2> names = {seats_[0]->engine_name(), seats_[1]->engine_name()};
  if (!names[0].empty() || !names[1].empty()) record_.engines = {names[0], names[1]};
}

void Match::lose(Seat seat, const char* reason) {
  note_engines();
  record_.score = seat == Seat::first ? 0.0 : 1.0;
  record_.ended = reason;
  is_finished_ = true;
}

std::optional<GameRecord> play_game(const Game& game, const GameTask& task, std::array<Player*, 2> players,
                                    const std::function<bool()>& stop) {
  SharedMemories memories;
  Match match(game, task, players, memories);
  if (!match.play_to_end(stop)) return std::nullopt;
  return match.take_record();
}

}  // namespace rootward
