// Moves and commands from one prompt; whatever is typed, the game goes on.
#include "cli/play_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "cli/position_arguments.h"
#include "core/escape.h"
#include "core/rng.h"
#include "lab/config/plugin_reader.h"
#include "lab/engines/engine_player.h"
#include "lab/engines/gtp/gtp_text.h"

namespace rootward {
namespace {

bool never() { return false; }

std::optional<double> seconds_of(const Budget& budget) {
  if (budget.kind == Budget::Kind::seconds) return budget.seconds;
  if (budget.kind == Budget::Kind::game_clock) return budget.game_seconds / std::max(1, budget.moves);
  return std::nullopt;
}

std::string line_text(const Position& position, const std::vector<Action>& actions) {
  std::string text;
  const std::unique_ptr<Position> walk = position.clone();
  for (const Action action : actions) {
    text += " " + walk->action_text(action);
    walk->play(action);
  }
  return text;
}

}  // namespace

PlaySession::PlaySession(const Game& game, PlaySettings settings, std::FILE* out)
    : game_(game),
      settings_(std::move(settings)),
      out_(out),
      player_(make_player(settings_.player, game, make_engine_player)),
      adviser_(game.make_searcher(settings_.adviser.search)) {
  new_game();
}

void PlaySession::begin() {
  say(settings_.plays_both ? "You play both seats; `help` lists what can be typed.\n"
                           : fmt::format("You are {}; `help` lists what can be typed.\n", seat_text(settings_.person)));
  let_chance_play();
  show_board();
  let_player_move();
}

bool PlaySession::take(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  if (!(words >> word)) return true;
  const std::string command = lower_case(word);
  if (command == "quit" || command == "exit") return false;
  if (command == "help" || command == "?")
    show_help();
  else if (command == "board")
    show_board();
  else if (command == "moves")
    show_moves();
  else if (command == "hint")
    show_hint();
  else if (command == "table")
    show_table();
  else if (command == "undo")
    undo();
  else if (command == "new") {
    ++games_;
    new_game();
    let_chance_play();
    show_board();
    let_player_move();
  } else if (command == "resign" && end_.empty() && !position_->is_over()) {
    end_ = fmt::format("{} resigns", seat_text(position_->to_move()));
    show_end();
  } else
    play_text(word);
  return true;
}

std::string PlaySession::seat_text(Seat seat) const { return seat_name(game_, seat); }

void PlaySession::say(const std::string& text) const {
  fmt::print(out_, "{}", terminal_text(text));
  std::fflush(out_);
}

void PlaySession::show_board() const { say("\n" + position_->drawing()); }

void PlaySession::show_help() const {
  const std::string example = position_->is_over() ? "a move" : position_->action_text(position_->legal_actions()[0]);
  say(
      fmt::format("  {:<8}plays it; `moves` lists what is legal\n"
                  "  hint    what a search would play here, and what it thinks of the position\n"
                  "  table   the search's whole table: visits, value and prior of every move\n"
                  "  undo    takes back your last move and the answer to it\n"
                  "  board, new, resign, quit\n",
                  example));
}

void PlaySession::show_moves() const {
  std::string text;
  for (const Action action : position_->legal_actions()) text += " " + position_->action_text(action);
  say(text.empty() ? "none: the game is over\n" : "legal:" + text + "\n");
}

SearchResult PlaySession::advise() {
  adviser_->new_game(derive_seed(settings_.seed, {hash_name("adviser"), moves_.size()}));
  return adviser_->think(*position_, seconds_of(settings_.adviser.search.budget), never);
}

void PlaySession::show_hint() {
  if (position_->is_over() || !end_.empty()) return say("the game is over; `undo` or `new` goes on\n");
  const SearchResult result = advise();
  say(fmt::format("hint: {} (value {:+.3f} for {} after {} simulations; expected:{})\n",
                  position_->action_text(result.move), result.value, seat_text(position_->to_move()),
                  result.simulations, line_text(*position_, result.principal_variation)));
}

void PlaySession::show_table() {
  if (position_->is_over() || !end_.empty()) return say("the game is over; `undo` or `new` goes on\n");
  const SearchResult result = advise();
  std::string text = fmt::format("{:>8} {:>9} {:>8} {:>7}  expected\n", "move", "visits", "value", "prior");
  for (const RootChild& child : result.children) {
    if (child.visits == 0) continue;
    text += fmt::format("{:>8} {:>9} {:>+8.4f} {:>7.4f} {}\n", position_->action_text(child.action), child.visits,
                        child.value, child.prior, line_text(*position_, adviser_->variation(child.action)));
  }
  say(text + fmt::format("value {:+.4f} for {}; {} simulations\n", result.value, seat_text(position_->to_move()),
                         result.simulations));
}

void PlaySession::show_end() const {
  if (!end_.empty()) return say(end_ + "\n");
  const std::optional<double> margin = position_->margin();
  const Value value = position_->result();
  const std::string winner =
      value == 0 ? "a draw" : fmt::format("{} wins", seat_text(value > 0 ? Seat::first : Seat::second));
  say(fmt::format("the game is over: {}{}\n", winner,
                  margin && *margin != 0 ? fmt::format(" ({})", score_text_of(*margin)) : ""));
}

void PlaySession::new_game() {
  moves_.clear();
  end_.clear();
  position_ = game_.start();
  player_->new_game(starts_ == 0 ? settings_.seed : derive_seed(settings_.seed, {hash_name("play"), starts_}));
  ++starts_;
}

/// Back to the person's move before. A resignation is taken back alone.
void PlaySession::undo() {
  const std::optional<std::size_t> keep = end_.empty() ? plies_before_last_move() : moves_.size();
  if (!keep) return say("there is nothing to take back\n");
  const std::vector<Action> moves = std::move(moves_);
  new_game();
  for (std::size_t i = 0; i < *keep; ++i) play_ply(moves[i]);
  show_board();
  let_player_move();
}

std::optional<std::size_t> PlaySession::plies_before_last_move() const {
  std::optional<std::size_t> plies;
  const std::unique_ptr<Position> walk = game_.start();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const bool is_persons = settings_.plays_both || walk->to_move() == settings_.person;
    if (is_persons && !walk->is_chance()) plies = i;
    walk->play(moves_[i]);
  }
  return plies;
}

void PlaySession::play_text(const std::string& text) {
  if (position_->is_over() || !end_.empty()) return say("the game is over; `undo` or `new` goes on\n");
  const std::optional<Action> action = position_->parse_action(text);
  if (!action)
    return say(fmt::format("`{}` is neither a move of {} nor a command; `help` lists them\n", text,
                           config::short_name(game_.id())));
  if (!position_->is_legal(*action)) return say(fmt::format("{} is not legal here; `moves` lists what is\n", text));
  play(*action);
  show_board();
  let_player_move();
}

void PlaySession::play(Action action) {
  play_ply(action);
  let_chance_play();
}

void PlaySession::play_ply(Action action) {
  position_->play(action);
  moves_.push_back(action);
  player_->observe(action);
}

/// An outcome depends on the game's number and the ply alone, so that nobody gets other luck by a takeback.
void PlaySession::let_chance_play() {
  while (!position_->is_over() && position_->is_chance()) {
    Rng chance(derive_seed(settings_.seed, {hash_name("chance"), games_, moves_.size()}));
    const Action outcome = position_->draw_outcome(chance);
    say(fmt::format("chance draws {}\n", position_->action_text(outcome)));
    play_ply(outcome);
  }
}

void PlaySession::let_player_move() {
  while (!position_->is_over() && end_.empty() && !is_persons_turn()) {
    const Choice choice = player_->choose(*position_, never);
    const std::string name = seat_text(position_->to_move());
    if (choice.resigns || !position_->is_legal(choice.action)) {
      end_ = choice.resigns ? fmt::format("{} resigns", name) : fmt::format("{} makes an illegal move and loses", name);
      break;
    }
    say(fmt::format("{} plays {}{}\n", name, position_->action_text(choice.action),
                    choice.value ? fmt::format(" (value {:+.3f} for it)", *choice.value) : ""));
    play(choice.action);
    show_board();
  }
  if (position_->is_over() || !end_.empty()) show_end();
}

}  // namespace rootward
