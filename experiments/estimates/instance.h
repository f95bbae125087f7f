// The instances of an estimates study: which position each is, and the truth about it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "experiments/estimates/book_positions.h"
#include "experiments/estimates/config.h"
#include "experiments/estimates/record.h"
#include "lab/play/game.h"
#include "lab/play/solver.h"

namespace rootward::estimates {

/// A position to search, with all that is needed to judge the answer.
struct Instance {
  std::unique_ptr<Game> game;
  std::unique_ptr<Position> position;
  TruthRecord truth;
};

/// The rules of the instance with this seed, with all filled in that instances differ by. Returns lie in the same range
/// for every seed.
std::unique_ptr<Game> game_of(const EstimatedGame& game, std::uint64_t seed);

/// Makes instances of one study. Stateless between calls: an instance depends on the study and its number alone.
class InstanceMaker {
 public:
  /// `config` and `book` outlive this; `book` may be null where no instance is made that comes from one.
  explicit InstanceMaker(const EstimatesConfig& config, const BookPositions* book = nullptr)
      : config_(config), book_(book) {}

  /// The instance and its truth. Throws RunError where the truth is out of reach, nothing where `stop` ended it.
  [[nodiscard]] std::optional<Instance> make(std::size_t game, std::uint32_t number,
                                             const std::function<bool()>& stop) const;
  /// The same from a stored truth of one of the study's games. Throws RunError where its moves are not the position's.
  [[nodiscard]] Instance rebuild(const TruthRecord& truth) const;

 private:
  /// One of the book's positions.
  [[nodiscard]] Instance take(std::size_t game, std::uint32_t number, std::uint64_t seed) const;
  [[nodiscard]] Instance place(std::size_t game, std::uint32_t number, std::uint64_t seed) const;
  /// The stored one, by its seed.
  [[nodiscard]] Instance drawn_again(const TruthRecord& truth, std::size_t game) const;
  /// Moves after which the opponent can force a win soon.
  [[nodiscard]] std::uint32_t count_traps(const Instance& instance) const;
  /// Playouts and forced losses ahead of the position.
  [[nodiscard]] LookAhead look_ahead(const Instance& instance) const;
  /// The values of the moves by a solver, where they are in reach.
  [[nodiscard]] std::optional<std::vector<SolvedMove>> solved(const Instance& instance) const;
  /// The same by the reference search; false where `stop` ended it.
  bool search_truth(Instance& instance, std::vector<SolvedMove>& moves, const std::function<bool()>& stop) const;
  bool find_truth(Instance& instance, const std::function<bool()>& stop) const;

  const EstimatesConfig& config_;
  const BookPositions* book_;
};

}  // namespace rootward::estimates
