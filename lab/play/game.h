// A game behind one virtual face, per move or rarer: what tournaments, the command line and players need of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/heuristics.h"
#include "core/params.h"
#include "core/source.h"
#include "core/types.h"
#include "search/backup.h"
#include "search/result.h"
#include "search/settings.h"

namespace rootward {

class SearchCore;
class SharedMemories;

/// A position of some game; the virtual twin of the GameState concept (core/game_state.h has the meanings).
class Position {
 public:
  virtual ~Position() = default;
  [[nodiscard]] virtual std::unique_ptr<Position> clone() const = 0;
  [[nodiscard]] virtual Seat to_move() const = 0;
  [[nodiscard]] virtual bool is_over() const = 0;
  [[nodiscard]] virtual Value result() const = 0;
  [[nodiscard]] virtual Ending ending() const = 0;
  [[nodiscard]] virtual std::vector<Action> legal_actions() const = 0;
  [[nodiscard]] virtual bool is_legal(Action action) const = 0;
  virtual void play(Action action) = 0;
  [[nodiscard]] virtual std::uint64_t hash() const = 0;
  [[nodiscard]] virtual std::uint64_t canonical_hash() const = 0;
  [[nodiscard]] virtual std::string action_text(Action action) const = 0;
  [[nodiscard]] virtual std::optional<Action> parse_action(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string to_text() const = 0;
  [[nodiscard]] virtual std::string drawing() const = 0;
  /// See ShowsBoard; empty where the game has no board.
  [[nodiscard]] virtual std::vector<std::string> board_rows() const { return {}; }
  /// See ResumesPlay; false, and nothing done, where the game knows no such thing.
  virtual bool resume(Seat) { return false; }
  /// See CountsPoints; nothing where the game counts none.
  [[nodiscard]] virtual std::optional<double> margin() const { return std::nullopt; }
  virtual PlayoutResult random_playout(Rng& rng) = 0;
  // Chance, noise and truth, where a game has them (StochasticGame, NoisyGame, ExactGame).
  [[nodiscard]] virtual bool is_chance() const { return false; }
  /// One of the outcomes; only where is_chance().
  [[nodiscard]] virtual Action draw_outcome(Rng&) const { return kNoAction; }
  /// Of an outcome where is_chance(), else 1.
  [[nodiscard]] virtual double probability(Action) const { return 1; }
  /// Of a finished game: result(), or one draw of a random one.
  [[nodiscard]] virtual Value draw_result(Rng&) const { return result(); }
  /// What a match that ends here is scored with, first seat's view: draw_result(), or see ScoresMatches.
  [[nodiscard]] virtual Value match_result(Rng& rng) const { return draw_result(rng); }
  /// First seat's view; nothing where the game does not know.
  [[nodiscard]] virtual std::optional<Value> exact_value() const { return std::nullopt; }
  /// Number of move sequences of exactly `depth` plies.
  [[nodiscard]] virtual std::uint64_t perft(int depth) const = 0;
};

/// An evaluator's answer for one position.
struct EvaluationReport {
  Value value = 0;                                ///< view of the player to move
  std::vector<std::pair<Action, double>> priors;  ///< over the legal moves, summing to 1
  bool is_cached = false;                         ///< remembered from this game
};

/// A finished search's tree with its position; good until the searcher thinks again or is gone.
struct SearchedTree {
  const SearchCore* core = nullptr;
  std::unique_ptr<Position> root;
};

/// One search that lives for a game: think on a position, keep memory (and the tree, if asked) between moves.
class Searcher {
 public:
  virtual ~Searcher() = default;
  /// Forgets the tree of the game before. `seed` fixes every random choice until the next new_game.
  virtual void new_game(std::uint64_t seed) = 0;
  /// From the next think() on remembers answers together with the searchers that shared these memories before, and
  /// draws as they do what is drawn once for the game that has begun.
  virtual void share(SharedMemories&) {}
  /// From the next think() on: so many simulations in place of the settings', and whether the root's rule draws noise.
  virtual void adjust(std::uint64_t simulations, bool explores) = 0;
  /// Thinks with the settings' budget, or `seconds` where that is given. `position` must be of this searcher's game and
  /// not over. `stop` is polled now and then: true ends the search early (the result is then not to be recorded).
  virtual SearchResult think(const Position& position, std::optional<double> seconds,
                             const std::function<bool()>& stop) = 0;
  /// think() with the numbers of simulations in `checkpoints` (rising) for a budget, telling the result at each of
  /// them; false where `stop` ended it.
  virtual bool think_through(const Position& position, std::span<const std::uint64_t> checkpoints,
                             const std::function<void(std::size_t, const SearchResult&)>& tell,
                             const std::function<bool()>& stop) = 0;
  /// The tree of the last think(), for traces (trace.h) and walks (tree_walk.h).
  [[nodiscard]] virtual SearchedTree tree() const = 0;
  /// Moves of the root that every think() from now on leaves aside (for analysis); at least one legal move must stay.
  virtual void leave_aside(std::vector<Action> moves) = 0;
  /// Tells of a move played in the game (own or other), for tree reuse.
  virtual void observe(Action action) = 0;
  /// What think() would answer by now; to be called from its `stop` after the first simulation, or after it.
  [[nodiscard]] virtual SearchResult snapshot() = 0;
  /// The most visited line from one of the root's moves on, of the last think() or the one under way.
  [[nodiscard]] virtual std::vector<Action> variation(Action first) const = 0;
  /// One evaluation of one position by the search's evaluator.
  virtual EvaluationReport evaluate(const Position& position) = 0;
};

/// A search that somebody needs: `searcher` is to think on `position` within its settings' budget in simulations. All
/// live until the result is delivered.
struct ThinkTask {
  Searcher* searcher = nullptr;
  const Position* position = nullptr;
  const std::function<bool()>* stop = nullptr;  ///< see Searcher::think
};

/// Where searches that run side by side come from, one slot a game under way.
using ThinkSource = Source<ThinkTask, SearchResult>;

/// The range of a game's returns in the game's own units, first seat's view; values in [-1, 1] stand for it.
struct ReturnRange {
  double low = -1;
  double high = 1;
  [[nodiscard]] bool is_standard() const { return low == -1 && high == 1; }
  /// The very value, and never -0, where the range is [-1, 1].
  [[nodiscard]] double to_own(Value value) const {
    return is_standard() ? value + 0.0 : low + (high - low) * 0.5 * (value + 1);
  }
  friend bool operator==(const ReturnRange&, const ReturnRange&) = default;
};

/// Facts that other rooms need about a game's rules.
struct GameFacts {
  bool is_go_like = false;       ///< moves are board points (E5), records are SGF
  int board_points = 0;          ///< points of a Go-like board; 0 elsewhere
  int branching = 1;             ///< legal actions at the start
  int seats = 2;                 ///< 1: a single agent, always Seat::first
  ReturnRange returns{};         ///< what reports show in place of [-1, 1]
  bool is_win_draw_loss = true;  ///< results are 1, 0 and -1 and nothing else
  bool black_white = false;      ///< the first seat is called black, the second white
  bool has_pass = false;
  Action pass_action = kNoAction;
  bool ends_by_moves = true;   ///< a move of a playout can win at once; false: points are counted after it
  bool has_move_keys = false;  ///< moves mean something beyond one position (KeyedMoves)
  bool has_owners = false;     ///< places have an owner in the end (OwnedPlaces)
};

class Solver;

/// A game with its rules set: immutable, shared by threads.
class Game {
 public:
  virtual ~Game() = default;
  [[nodiscard]] virtual const NamedParams& id() const = 0;  ///< name and resolved parameters
  [[nodiscard]] virtual const GameFacts& facts() const = 0;
  /// What its positions can be judged by at a look (core/heuristics.h); empty lists where it has nothing.
  [[nodiscard]] virtual Judgements judgements() const { return {}; }
  [[nodiscard]] virtual std::unique_ptr<Position> start() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Position> from_text(std::string_view text) const = 0;  ///< throws UsageError
  /// See SetsUpBoard; null where the game knows no such thing.
  [[nodiscard]] virtual std::unique_ptr<Position> set_up(const std::vector<std::string>&, Seat) const {
    return nullptr;
  }
  [[nodiscard]] virtual std::unique_ptr<Searcher> make_searcher(const SearchSettings& settings) const = 0;
  /// Alpha-beta on this game; `evaluator` judges at a depth limit.
  [[nodiscard]] virtual std::unique_ptr<Solver> make_solver(const NamedParams& evaluator,
                                                            const SourceFolder& folder) const = 0;
  /// How many searches with this evaluator one thread should carry side by side for speed; 1: no more than one.
  [[nodiscard]] virtual std::size_t slots(const NamedParams& evaluator) const = 0;
  /// Runs the source's searches, whose settings have this evaluator, in `slots` slots until there are no more. Each
  /// search's result is that of Searcher::think().
  virtual void think_side_by_side(const NamedParams& evaluator, std::size_t slots, ThinkSource& source) const = 0;
};

/// The registry, in the order of games.def.
const std::vector<Described>& games();
/// Builds a game from its name and resolved parameters. Throws UsageError / ParamError for combinations that make none,
/// and for rules that are still to be drawn.
std::unique_ptr<Game> make_game(const NamedParams& id);
/// Whether parts of the rules are left to chance (`width: [9, 12]`, `blocked: random`), to be drawn for each pair.
bool is_random_game(const NamedParams& id);
/// The game with everything drawn; itself where nothing is left to chance.
NamedParams draw_game(const NamedParams& id, std::uint64_t seed);
/// What an operator is told of a search with these settings on this game.
OperatorContext operator_context(const Game& game, const SearchSettings& settings);

}  // namespace rootward
