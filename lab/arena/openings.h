// The openings of a tournament in their order: opening k belongs to pair k of every pairing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lab/arena/few_boards.h"
#include "lab/arena/opening_pool.h"
#include "lab/arena/opening_settings.h"
#include "lab/play/game.h"

namespace rootward {

/// Tells how even a position is; one a thread.
class OpeningJudge {
 public:
  OpeningJudge() = default;
  OpeningJudge(const OpeningJudge&) = delete;
  OpeningJudge& operator=(const OpeningJudge&) = delete;
  virtual ~OpeningJudge() = default;
  /// First seat's expected score in [0, 1] at an unfinished position; depends on the position alone.
  virtual double expected_score(const Position& position) = 0;
};
using JudgeFactory = std::function<std::unique_ptr<OpeningJudge>(const Game& game)>;

/// The openings of the settings' book, in the file's order. A relative path counts from the folder of `config_file`.
/// Throws UsageError.
std::vector<MoveSequence> book_openings(const Game& game, const OpeningSettings& settings,
                                        const std::string& config_file);
/// 16 hexadecimal digits over openings.
std::string book_hash(const std::vector<MoveSequence>& openings);

/// Drawn without replacement up to board symmetry while there are any; then again all of them in a new order. Where the
/// rules are left to chance (is_random_game), every pair has a board of its own instead, and its opening is drawn on
/// that board. All depends on game, settings and seed alone, never on how many are asked for or by how many threads.
class Openings {
 public:
  /// Reads a book at once (UsageError). A relative book path counts from the folder of `config_file`.
  Openings(const Game& game, const OpeningSettings& settings, std::uint64_t seed, const std::string& config_file,
           JudgeFactory make_judge);
  /// For rules left to chance; `example` is one of the games they make. Throws UsageError where a book is asked for.
  Openings(const NamedParams& random_game, const Game& example, const OpeningSettings& settings, std::uint64_t seed,
           JudgeFactory make_judge);

  /// Makes the first `count` openings ready. Throws UsageError where no opening lies within the balance window, or
  /// where every game is over after the random plies. `stop` true: returns early, with fewer ready.
  void prepare(std::size_t count, std::size_t threads, const std::function<bool()>& stop);
  /// In place of prepare(): what another one of the same game, settings and seed has prepared.
  void take(std::vector<MoveSequence> openings) { openings_ = std::move(openings); }
  [[nodiscard]] std::size_t ready() const { return openings_.size(); }
  [[nodiscard]] const MoveSequence& at(std::size_t k) const { return openings_[k]; }
  /// The game that pair k plays. For any number of threads.
  [[nodiscard]] std::shared_ptr<const Game> game(std::size_t k) const;
  [[nodiscard]] bool has_own_boards() const { return random_game_.has_value(); }
  /// How many different openings there are: within the balance window once prepare() has looked at all, before that
  /// without it; nothing where they are too many to count.
  [[nodiscard]] std::optional<std::size_t> available() const { return available_; }
  /// 16 hexadecimal digits over the book's openings; "" without a book.
  [[nodiscard]] const std::string& book_hash() const { return book_hash_; }

 private:
  /// A pair's board with its opening.
  struct DrawnPair {
    NamedParams board;
    MoveSequence opening;
  };
  void prepare_drawn(std::size_t count, std::size_t threads, const std::function<bool()>& stop);
  [[nodiscard]] DrawnPair draw_pair(std::size_t k) const;
  [[nodiscard]] bool is_even(OpeningJudge& judge, const Game& game, const MoveSequence& moves) const;
  void make_round();
  void draw_candidates(std::vector<MoveSequence>& candidates);
  std::vector<char> judge(const std::vector<MoveSequence>& candidates, std::size_t threads,
                          const std::function<bool()>& stop) const;
  void accept(const std::vector<MoveSequence>& candidates, const std::vector<char>& is_balanced);
  void close_first_round();

  const Game& game_;
  std::optional<NamedParams> random_game_;
  std::vector<NamedParams> boards_;  // of the pairs, where they are drawn
  mutable FewBoards<std::size_t> made_;
  OpeningSettings settings_;
  std::uint64_t seed_;
  JudgeFactory make_judge_;
  std::optional<std::vector<MoveSequence>> pool_;  // every candidate there is, where they can be counted
  std::optional<std::size_t> available_;
  std::string book_hash_;
  bool is_first_round_ = true;
  std::size_t round_ = 0;
  std::vector<MoveSequence> order_;  // candidates of this round, from the next one on back to front
  std::size_t draws_ = 0;            // of the sampled pool
  std::size_t misses_ = 0;           // candidates in a row that were not balanced
  std::unordered_set<std::uint64_t> seen_;
  std::vector<MoveSequence> openings_;
};

}  // namespace rootward
