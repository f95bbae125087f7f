// Every change is built beside what there is and then taken over, so that a failure leaves nothing half done.
#include "lab/engines/gtp/gtp_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/engines/changed_rules.h"
#include "lab/engines/engine_player.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/gtp/gtp_vertex.h"
#include "lab/engines/sgf/sgf_record.h"
#include "lab/play/engine_kinds.h"

namespace rootward {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// An analysis goes on until it is stopped, so its tree is bounded: the same search on at most some 256 MiB.
SearchSettings analysis_settings(SearchSettings settings, const Game& game) {
  constexpr std::uint64_t kBytes = 256U << 20U;
  constexpr std::uint64_t kBytesAChild = 32;
  const std::uint64_t fitting =
      kBytes / (kBytesAChild * static_cast<std::uint64_t>(std::max(1, game.facts().branching)));
  settings.max_nodes = settings.max_nodes == 0 ? fitting : std::min(settings.max_nodes, fitting);
  settings.shadows.clear();
  return settings;
}

/// SGF's RE of a finished game; games without points are won by no number.
std::string result_text(const Position& end) {
  if (const std::optional<double> margin = end.margin()) return score_text_of(*margin);
  return end.result() == 0 ? "0" : end.result() > 0 ? "B+" : "W+";
}

}  // namespace

GtpSession::GtpSession(GtpSetup setup) : setup_(std::move(setup)) {
  std::unique_ptr<Game> game = make_game(setup_.game);
  if (game->start()->board_rows().empty())
    throw UsageError("the game " + setup_.game.name + " has no board that GTP could name the points of");
  adopt(std::move(game), setup_.player(setup_.game));
  clear();
}

void GtpSession::adopt(std::unique_ptr<Game> game, PlayerSpec spec) {
  std::unique_ptr<Player> player = make_player(spec, *game, make_engine_player);
  analyst_.reset();
  last_analysis_ = {};
  player_ = std::move(player);
  position_.reset();  // it refers to the game before
  game_ = std::move(game);
  spec_ = std::move(spec);
}

void GtpSession::set_size(int size) {
  constexpr const char* kRefusal = "unacceptable size";
  if (game_->id().params.has("size")) {
    try {
      const NamedParams id = with_rule(game_->id(), "size", std::int64_t{size});
      adopt(make_game(id), setup_.player(id));
    } catch (const std::runtime_error&) {
      throw GtpError(kRefusal);
    }
  } else {
    const std::vector<std::string> rows = position_->board_rows();
    if (static_cast<std::size_t>(size) != std::max(rows.size(), rows[0].size())) throw GtpError(kRefusal);
  }
  clear();
}

void GtpSession::set_komi(double komi) {
  if (!game_->id().params.has("komi") || game_->id().params.real("komi") == komi) return;
  try {
    const NamedParams id = with_rule(game_->id(), "komi", komi);
    adopt(make_game(id), setup_.player(id));
  } catch (const std::runtime_error& error) {
    throw GtpError(error.what());
  }
  rebuild();
  restart_player();
}

void GtpSession::set_seed(std::uint64_t seed) {
  setup_.seed = seed;
  games_ = 1;
  restarts_ = 0;
  restart_player();
}

void GtpSession::clear() {
  moves_.clear();
  setup_rows_.clear();
  setup_seat_ = Seat::first;
  ++games_;
  restarts_ = 0;
  clock_.reset();
  rebuild();
  restart_player();
}

std::unique_ptr<Position> GtpSession::beginning() const {
  return setup_rows_.empty() ? game_->start() : game_->set_up(setup_rows_, setup_seat_);
}

void GtpSession::rebuild() {
  position_ = beginning();
  for (const Move& move : moves_) {
    position_ = turn_of(move.seat);
    position_->play(move.action);
  }
}

/// The first game's player has the very seed that was given, as in `rootward search --seed`.
void GtpSession::restart_player() {
  const bool is_first = games_ == 1 && restarts_ == 0;
  player_->new_game(is_first ? setup_.seed : derive_seed(setup_.seed, {hash_name("gtp game"), games_, restarts_}));
  tell_moves(*player_);
  ++restarts_;
  last_analysis_ = {};
}

/// A search is shown the position; an engine knows the moves alone.
void GtpSession::tell_moves(Player& player) const {
  if (!is_engine(spec_)) return;
  for (const Move& move : moves_) player.observe(move.action);
}

void GtpSession::refuse_for_engines(const char* what) const {
  if (is_engine(spec_)) throw GtpError(fmt::format("{} plays, an engine that knows moves alone: {}", spec_.name, what));
}

void GtpSession::set_handicap(const std::vector<std::string>& vertices) {
  std::vector<std::string> rows = game_->start()->board_rows();
  for (const std::string& vertex : vertices) {
    char* cell = find_cell(*game_, rows, vertex);
    if (cell == nullptr) throw GtpError("invalid vertex " + vertex);
    if (*cell != '.') throw GtpError("repeated vertex " + vertex);
    *cell = 'X';
  }
  set_up(rows, Seat::second);
}

void GtpSession::set_up(const std::vector<std::string>& rows, Seat to_move) {
  refuse_for_engines("no stones can be set up");
  try {
    if (game_->set_up(rows, to_move) == nullptr) throw GtpError("this game's positions cannot be set up");
  } catch (const UsageError& error) {
    throw GtpError(error.what());
  }
  moves_.clear();
  setup_rows_ = rows;
  setup_seat_ = to_move;
  rebuild();
  restart_player();
}

/// Played through beside the present game first, which stays as it is where something is wrong.
void GtpSession::load(const SgfMoves& sgf, std::size_t moves, const std::string& source) {
  GtpSession fresh(setup_);
  try {
    const NamedParams sized = game_of_sgf_size(setup_.game, sgf, source);
    const NamedParams rules = game_of_sgf_komi(sized, sgf, source);
    fresh.adopt(make_game(rules), setup_.player(rules));
    fresh.clear();
    const std::vector<std::string> rows = sgf_setup_rows(fresh.game(), sgf, source);
    if (!rows.empty()) fresh.set_up(rows, sgf.to_move);
    moves = std::min(moves, sgf.moves.size());
    static_cast<void>(position_in_sgf(fresh.game(), sgf, moves, source));
  } catch (const UsageError& error) {
    throw GtpError(error.what());
  }
  for (std::size_t i = 0; i < moves; ++i)
    fresh.play(sgf.moves[i].seat, *parse_vertex(fresh.position(), sgf.moves[i].vertex));
  const GtpClock clock = clock_;
  *this = std::move(fresh);
  clock_ = clock;
}

std::unique_ptr<Position> GtpSession::turn_of(Seat seat) const {
  std::unique_ptr<Position> position = position_->clone();
  if (is_turn_of(seat)) return position;
  if (!position->resume(seat))
    throw GtpError(position->is_over() ? "illegal move: the game is over"
                                       : "illegal move: it is the other side's turn");
  return position;
}

void GtpSession::play(Seat seat, Action action) {
  std::unique_ptr<Position> position = turn_of(seat);
  if (!position->is_legal(action)) throw GtpError("illegal move");
  const bool is_in_turn = is_turn_of(seat);
  if (!is_in_turn) refuse_for_engines("no move out of turn");
  position->play(action);
  position_ = std::move(position);
  moves_.push_back({seat, action});
  is_in_turn ? player_->observe(action) : restart_player();
}

void GtpSession::refuse_winner(Seat seat) const {
  if (position_->is_over() && sign_of(seat) * position_->result() > 0)
    throw GtpError("the game is over, and this side has won it");
}

void GtpSession::undo() {
  if (moves_.empty()) throw GtpError("cannot undo");
  moves_.pop_back();
  rebuild();
  restart_player();
}

std::optional<Action> GtpSession::generate(Seat seat, const Watch& watch, const AnalysisScope& scope) {
  std::unique_ptr<Position> position = turn_of(seat);
  if (position->is_over() || position->legal_actions().empty()) {
    refuse_winner(seat);
    return std::nullopt;
  }
  if (!is_turn_of(seat)) {
    refuse_for_engines("no move out of turn");
    std::swap(position_, position);
    restart_player();
  } else {
    position.reset();
  }
  try {
    const std::optional<Action> action = choose(seat, watch, scope);
    if (!action && position != nullptr) position_ = std::move(position);
    return action;
  } catch (...) {
    if (position != nullptr) position_ = std::move(position);
    throw;
  }
}

std::optional<Action> GtpSession::choose(Seat seat, const Watch& watch, const AnalysisScope& scope) {
  const Clock::time_point start = Clock::now();
  const std::optional<double> seconds = clock_.allowance(seat, own_moves_left());
  under_way_ = player_->thinking();
  analysed_ = position_.get();
  scope_ = scope;
  if (under_way_ != nullptr) under_way_->leave_aside(scope.aside);
  const Choice choice = player_->choose(*position_, [&] {
    const bool is_time_over = seconds && seconds_since(start) >= *seconds;
    return is_time_over || (watch && watch());
  });
  clock_.spend(seat, seconds_since(start));
  if (under_way_ != nullptr) {
    // Of moves that are as good as another, or drawn, a second look could choose another.
    SearchResult result = under_way_->snapshot();
    result.move = choice.action;
    last_analysis_ = analysis_of(result);
    under_way_->leave_aside({});
  }
  under_way_ = nullptr;
  if (choice.resigns) return std::nullopt;
  play(seat, choice.action);
  moves_.back().value = choice.value;
  return choice.action;
}

std::optional<Action> GtpSession::propose(Seat seat) {
  const std::unique_ptr<Position> position = turn_of(seat);
  if (position->is_over() || position->legal_actions().empty()) {
    refuse_winner(seat);
    return std::nullopt;
  }
  const std::unique_ptr<Player> player = make_player(spec_, *game_, make_engine_player);
  if (!is_turn_of(seat)) refuse_for_engines("no move out of turn");
  player->new_game(setup_.seed);
  tell_moves(*player);
  const Clock::time_point start = Clock::now();
  const std::optional<double> seconds = clock_.allowance(seat, own_moves_left());
  const Choice choice = player->choose(*position, [&] { return seconds && seconds_since(start) >= *seconds; });
  return choice.resigns ? std::nullopt : std::optional<Action>(choice.action);
}

void GtpSession::analyse(Seat seat, const AnalysisScope& scope, const Watch& watch) {
  constexpr double kWithoutEnd = 1e6;
  const std::unique_ptr<Position> position = turn_of(seat);
  if (position->is_over() || position->legal_actions().empty()) throw GtpError("the game is over");
  if (!analyst_) analyst_ = game_->make_searcher(analysis_settings(spec_.search, *game_));
  analyst_->new_game(setup_.seed);
  analyst_->leave_aside(scope.aside);
  under_way_ = analyst_.get();
  analysed_ = position.get();
  scope_ = scope;
  analyst_->think(*position, kWithoutEnd, watch);
  last_analysis_ = analysis();
  under_way_ = nullptr;
}

Analysis GtpSession::analysis() { return under_way_ == nullptr ? last_analysis_ : analysis_of(under_way_->snapshot()); }

Analysis GtpSession::analysis_of(const SearchResult& result) const {
  Analysis analysis{.to_move = analysed_->to_move(), .value = result.value, .visits = 0, .moves = {}};
  std::size_t best = 0;  // the index of what is played
  for (const RootChild& child : result.children) {
    const bool is_best = child.action == result.move;
    const bool is_aside = std::ranges::find(scope_.aside, child.action) != scope_.aside.end();
    const bool is_told = is_best || child.visits > 0 || analysis.moves.size() < scope_.min_moves;
    if (is_aside || !is_told) continue;
    analysis.visits += child.visits;
    AnalysedMove move{.vertex = vertex_text(*analysed_, child.action),
                      .visits = child.visits,
                      .value = child.visits == 0 ? result.value : child.value,
                      .prior = child.prior,
                      .variation = {}};
    const std::unique_ptr<Position> walk = analysed_->clone();
    for (const Action action : under_way_->variation(child.action)) {
      move.variation.push_back(vertex_text(*walk, action));
      walk->play(action);
    }
    if (is_best) best = analysis.moves.size();
    analysis.moves.push_back(std::move(move));
  }
  const auto chosen = analysis.moves.begin() + static_cast<std::ptrdiff_t>(best);
  if (best > 0) std::rotate(analysis.moves.begin(), chosen, chosen + 1);
  return analysis;
}

std::string GtpSession::sgf() const {
  SgfRecord record{.setup = setup_rows_, .to_move = setup_seat_};
  std::unique_ptr<Position> walk = beginning();
  for (const Move& move : moves_) {
    if (walk->to_move() != move.seat || walk->is_over()) walk->resume(move.seat);
    record.moves.push_back({.seat = move.seat, .vertex = vertex_text(*walk, move.action), .value = move.value});
    walk->play(move.action);
  }
  if (position_->is_over()) record.result = result_text(*position_);
  return write_sgf(*game_, record);
}

/// Games on a board last about as many plies as it has points; towards the end ten own moves are kept in hand.
double GtpSession::own_moves_left() const {
  const std::vector<std::string> rows = position_->board_rows();
  const auto points = static_cast<double>(rows.size() * rows[0].size());
  return std::max(10.0, (points - static_cast<double>(moves_.size())) / 2);
}

}  // namespace rootward
