// All moves as first: what a move brought whenever its player made it later in a simulation.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"
#include "search/companion.h"

namespace rootward {

/// What is kept of a child: returns of simulations in which its move was played at its node or later.
struct AmafCell {
  float mean = 0;  ///< view of the player who chooses the child
  std::uint32_t count = 0;
};

/// A cell's numbers with what others add to them.
struct AmafNumbers {
  double mean = 0;
  double count = 0;
  void win(double times) {
    if (times <= 0) return;
    mean = (mean * count + times) / (count + times);
    count += times;
  }
};

/// Who adds wins to the numbers of a move that has been counted so many times.
class AmafWins {
 public:
  [[nodiscard]] virtual double wins(MoveKey key, double count) const = 0;

 protected:
  ~AmafWins() = default;
};

/// RAVE: the selection reads (1 - b) q + b q~ in place of q, q~ the mean of a child's AmafCell.
///   hand: b = sqrt(k / (3 N + k)); k = 1000: N = 100 gives .877058, N = 10000 .179605.
///   min_mse: b = n~ / (n + n~ + 4 n n~ bias^2); bias .015: (n, n~) = (10, 100) gives .901713, (1000, 3000) .447761.
///   grave: min_mse with n~ and q~ of the nearest node above, or this one, that has seen more than `reference` returns
///   and whose player is the same; of the topmost such player's node where none has.
/// n~ = 0: b = 0; n = 0 < n~: b = 1.
class Amaf final : public Companion {
 public:
  static constexpr std::string_view kName = "amaf";
  static constexpr CompanionNeeds kNeeds{.keys = true, .values = true};
  static Described describe();

  explicit Amaf(const Params& params)
      : schedule_(params.text("schedule") == "hand"    ? Schedule::hand
                  : params.text("schedule") == "grave" ? Schedule::grave
                                                       : Schedule::min_mse),
        bias_term_(4 * params.real("bias") * params.real("bias")),
        equivalence_(params.real("equivalence")),
        reference_(static_cast<std::uint32_t>(params.integer("reference"))),
        random_off_(params.real("random_off")),
        mixes_means_(params.text("against") == "mean") {}

  /// b of a child with `visits`, whose cell has `count` returns, at a node with `node_visits`.
  [[nodiscard]] double weight(std::uint32_t node_visits, std::uint32_t visits, double count) const {
    if (count == 0) return 0;
    if (visits == 0) return 1;
    if (schedule_ == Schedule::hand) return std::sqrt(equivalence_ / (3.0 * node_visits + equivalence_));
    const double n = visits;
    return count / (n + count + n * count * bias_term_);
  }

  void add_wins(const AmafWins& wins) { wins_ = &wins; }
  /// What is known of a prepared node's child; {0, 0} where its move has no key.
  [[nodiscard]] AmafNumbers cell(const SelectionNode& node, std::uint32_t index) const {
    const MoveKey key = ground().key_of(node.block, index);
    const AmafCell cell = !is_grave()         ? cells(node.block)[index]
                          : key != kNoMoveKey ? lent_[static_cast<std::size_t>(node.block.header().seat)][key]
                                              : AmafCell{};
    AmafNumbers numbers{.mean = static_cast<double>(cell.mean), .count = static_cast<double>(cell.count)};
    if (wins_ != nullptr) numbers.win(wins_->wins(key, numbers.count));
    return numbers;
  }

  /// An AmafCell of each child.
  [[nodiscard]] int columns() const override { return 1; }
  [[nodiscard]] bool wants_trace() const override { return true; }
  void new_game(std::uint64_t seed) override { rng_ = Rng(derive_seed(seed, "amaf")); }
  void begin(bool) override {
    first_.assign(ground().key_count, 0);
    for (auto& cells : lent_) cells.resize(ground().key_count);
  }
  /// Some simulations are without.
  void start() override {
    has_lender_ = {};
    is_off_ = random_off_ > 0 && rng_.uniform() < random_off_;
  }
  void update(const FinishedSimulation& simulation) override {
    if (ground().key_count > 0) count_first_moves(simulation);
  }
  [[nodiscard]] bool has_say() const override { return !is_off_; }
  [[nodiscard]] bool mixes() const override { return !is_off_; }
  [[nodiscard]] std::uint32_t prepare(const SelectionNode& node, std::uint32_t count) override {
    if (!is_off_ && is_grave()) refer(node);
    return count;
  }
  void mix(const SelectionNode& node, std::span<double> values) const override {
    const std::uint32_t visited = node.block.header().visited;
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (i < visited && node.block.is_proven(i)) continue;
      const AmafNumbers all = cell(node, i);
      if (i >= visited) {
        if (all.count > 0) values[i] = all.mean;
        continue;
      }
      const double share = weight(node.visits, node.counts[i], all.count);
      values[i] = (1 - share) * (mixes_means_ ? node.block.means()[i] : values[i]) + share * all.mean;
    }
  }

 private:
  enum class Schedule : std::uint8_t { min_mse, hand, grave };

  [[nodiscard]] bool is_grave() const { return schedule_ == Schedule::grave; }
  [[nodiscard]] AmafCell* cells(const Block& block) const { return reinterpret_cast<AmafCell*>(own_column(block)); }
  static std::uint8_t mark_of(Seat seat) { return static_cast<std::uint8_t>(1 + static_cast<std::size_t>(seat)); }

  /// The node lends its cells to itself and those below if it has seen enough, or if nobody above has lent any.
  void refer(const SelectionNode& node) {
    const auto seat = static_cast<std::size_t>(node.block.header().seat);
    if (has_lender_[seat] && node.visits <= reference_) return;
    has_lender_[seat] = true;
    std::ranges::fill(lent_[seat], AmafCell{});
    for (std::uint32_t i = 0; i < node.block.header().active; ++i)
      if (const MoveKey key = ground().key_of(node.block, i); key != kNoMoveKey)
        lent_[seat][key] = cells(node.block)[i];
  }

  /// From the playout's end to the root, so that of several who play at a place the first is left standing.
  void count_first_moves(const FinishedSimulation& simulation) {
    const auto& [tree, path, value, result, trace] = simulation;
    std::ranges::fill(first_, std::uint8_t{0});
    const std::span<const MoveKey> moves = trace.moves();
    for (std::size_t ply = moves.size(); ply-- > 0;)
      if (moves[ply] != kNoMoveKey)
        first_[moves[ply]] = mark_of(ply % 2 == 0 ? trace.first_seat() : other(trace.first_seat()));
    if (const BlockRef ref = tree.child_block(path.back()); ref != kNoBlock) {
      if (!tree.block(path.back().block).is_proven(path.back().index)) count_children(tree.block(ref), value);
    }
    for (std::size_t depth = path.size() - 1; depth > 0; --depth) {
      const Block block = tree.block(path[depth].block);
      const MoveKey key = ground().key_of(block, path[depth].index);
      if (key != kNoMoveKey) first_[key] = mark_of(block.header().seat);
      if (!tree.block(path[depth - 1].block).is_proven(path[depth - 1].index)) count_children(block, value);
    }
  }

  void count_children(const Block& block, Value value) {
    const BlockHeader& head = block.header();
    const std::uint8_t wanted = mark_of(head.seat);
    const auto own = static_cast<float>(sign_of(head.seat) * value);
    AmafCell* cells_of_block = cells(block);
    for (std::uint32_t i = 0; i < head.active; ++i) {
      const MoveKey key = ground().key_of(block, i);
      if (key == kNoMoveKey || first_[key] != wanted || block.is_proven(i)) continue;
      AmafCell& cell = cells_of_block[i];
      cell.mean += (own - cell.mean) / static_cast<float>(++cell.count);
    }
  }

  Schedule schedule_;
  double bias_term_;
  double equivalence_;
  std::uint32_t reference_;
  double random_off_;
  bool mixes_means_;
  bool is_off_ = false;
  const AmafWins* wins_ = nullptr;
  std::vector<std::uint8_t> first_;            // by key: mark_of the seat that plays it first from here on, 0 nobody
  std::array<std::vector<AmafCell>, 2> lent_;  // grave, by seat and key: of the node that lends
  std::array<bool, 2> has_lender_{};
  Rng rng_;
};

inline std::vector<ParamSpec> amaf_schedule() {
  return {{.key = "schedule",
           .help = "b: min_mse n~ / (n + n~ + 4 n n~ bias^2); hand sqrt(k / (3 N + k)), k the "
                   "equivalence; grave min_mse with the numbers of a well-visited node above",
           .type = ParamType::choice,
           .fallback = std::string("min_mse"),
           .choices = {"min_mse", "hand", "grave"},
           .source = "Gelly & Silver 2011, eq. 19 and 47; Cazenave 2015"},
          {.key = "bias",
           .help = "min_mse, grave: by how much q~ errs for ever, in values on [0, 1]",
           .fallback = 0.015,
           .low = 0,
           .high = 1,
           .tune_low = 0.001,
           .tune_high = 0.2,
           .scale = Scale::log,
           .source = "Orego: 4 bias^2 = 0.0009"},
          {.key = "equivalence",
           .help = "hand: visits of a node at which b = 1/2",
           .fallback = 1000.0,
           .low = 0,
           .high = 1e9,
           .tune_low = 10,
           .tune_high = 1e4,
           .scale = Scale::log,
           .source = "Gelly & Silver 2011"},
          {.key = "reference",
           .help = "grave: visits that a node must have more than to lend its numbers",
           .type = ParamType::integer,
           .fallback = std::int64_t{100},
           .low = 0,
           .high = 1e9,
           .source = "Ludii"}};
}

inline std::vector<ParamSpec> amaf_switches() {
  return {{.key = "random_off",
           .help = "probability with which a simulation does without",
           .fallback = 0.0,
           .low = 0,
           .high = 1,
           .source = "Fuego: 1/20"},
          {.key = "against",
           .help = "which q is mixed with q~: what the selection reads, or the plain sample mean",
           .type = ParamType::choice,
           .fallback = std::string("value"),
           .choices = {"value", "mean"},
           .source = "ours"}};
}

inline Described Amaf::describe() {
  Described described = {
      .name = std::string(kName),
      .help =
          "selection reads (1 - b) q + b q~, q~ the mean return of all simulations in which the child's move was "
          "played by its player at the node or later, and by nobody before",
      .source = "Gelly & Silver 2007, 2011; grave: Cazenave 2015",
      .parameters = amaf_schedule()};
  std::ranges::move(amaf_switches(), std::back_inserter(described.parameters));
  return described;
}

}  // namespace rootward
