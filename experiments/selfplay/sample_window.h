// The newest games that lessons are drawn from, and which of their rows a number stands for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "experiments/selfplay/shard_file.h"
#include "lab/play/game.h"

namespace rootward::selfplay {

/// How many rows the window has after so many were made. A row is a position by its weight: a coasting one of weight
/// 0.1 is a tenth of a row.
struct WindowGrowth {
  double rows = 250'000;
  double growth = 0.4;
  double exponent = 0.65;
};

/// "{rows: 250000, growth: 0.4, exponent: 0.65}"; `where` names the text in errors (UsageError).
WindowGrowth parse_window(std::string_view yaml, const std::string& where);

/// KataGo's shuffler (python/shuffle.py): rows (1 + growth ((made / rows)^exponent - 1) / exponent), and all that were
/// made up to `rows`. With the defaults 0.47 million after 1 million, 0.77 after 2.4, 2.0 after 12, 4.8 after 48.
double window_rows(const WindowGrowth& window, double made);

/// The sum of a game's weights, in 1/200 of a row.
std::uint64_t weight_of(const ShardGame& game);
/// Games that are kept from training, so that what was learnt can be measured on them.
[[nodiscard]] constexpr bool is_held_out(std::uint64_t number) { return number % 20 == 0; }

/// Finished shards in folders (a run's or its data folder) and files, sorted, each once. Throws UsageError where there
/// are none.
std::vector<std::string> find_shards(const std::vector<std::string>& paths);
/// Whether a run's folder has a finished shard.
bool has_shards(const std::string& folder);

struct WindowRequest {
  std::uint64_t generation = 0;  ///< newer ones are left out
  bool is_held_out = false;      ///< of the window's games those that are held out, else those that are not
  bool is_unmet = false;  ///< with is_held_out: only positions that no training game of the window has, up to the
                          ///< board's symmetry
  WindowGrowth growth{};
  std::optional<double> rows{};  ///< in place of what `growth` says
  std::optional<double> made{};  ///< rows made in all, where older shards are gone
};

class SampleWindow {
 public:
  struct Place {
    std::size_t game = 0;
    std::size_t ply = 0;
  };

  /// Reads the shards, of one run or of several. Throws UsageError where they are broken, of different rules, have a
  /// game twice, or hold no row to draw (but for is_unmet: that none is left says something too).
  SampleWindow(const std::vector<std::string>& paths, const WindowRequest& request);

  /// The newest shard's.
  [[nodiscard]] const ShardHeader& header() const { return header_; }
  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] std::size_t games() const { return entries_.size(); }
  /// Games of earlier ones are not drawn from.
  [[nodiscard]] std::uint64_t oldest_generation() const;
  [[nodiscard]] ShardGame game_at(std::size_t index) const;
  /// The game of a row, with no policy but the row's.
  [[nodiscard]] ShardGame game_of(const Place& place) const;
  [[nodiscard]] double rows() const;
  [[nodiscard]] std::uint64_t weight() const { return entries_.empty() ? 0 : entries_.back().end; }
  /// One of the rows, of which there are some, each with the probability of its weight.
  [[nodiscard]] Place draw(Rng& rng) const;

 private:
  struct Entry {
    std::uint64_t number = 0;
    std::uint32_t folder = 0;           ///< of `folders_`
    std::uint64_t end = 0;              ///< weight of all games up to this one
    std::string record;                 ///< as in the shard: a fifth of the unpacked game
    std::vector<std::uint8_t> weights;  ///< of its plies
  };

  static Entry entry_of(const ShardGame& game, const ShardShape& shape);
  void read_shards(const std::vector<std::string>& shards, const WindowRequest& request);
  void add_shard(const std::string& path);
  void sort_entries();
  void cut(const WindowRequest& request);
  void drop_met(const std::vector<Entry>& training);

  ShardHeader header_;
  std::unique_ptr<Game> game_;
  std::vector<std::string> folders_;  ///< that shards came from
  std::vector<Entry> entries_;        ///< newest first
};

}  // namespace rootward::selfplay
