// Counts and running means over the games of each generation, and what a network says of some positions.
#include "experiments/selfplay/data_stats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/math.h"
#include "core/rng.h"
#include "experiments/selfplay/sample_window.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

namespace rootward::selfplay {
namespace {

constexpr std::size_t kEarlyPlies = 8;
constexpr std::size_t kEarlyPasses = 30;
constexpr std::size_t kPliesAValue = 10;

double entropy_of(const std::vector<PolicyShare>& policy) {
  double entropy = 0;
  for (const PolicyShare& entry : policy) {
    const double share = static_cast<double>(entry.share) / kShareUnit;
    entropy -= share * log_exact(share);
  }
  return entropy;
}

/// A running mean.
struct Mean {
  double sum = 0;
  std::uint64_t count = 0;
  void add(double number) {
    sum += number;
    ++count;
  }
  [[nodiscard]] double value() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

/// Counts the games of one generation.
class GenerationCounter {
 public:
  /// `shard`: where the game is said.
  GenerationCounter(std::uint64_t generation, const std::string& game, const std::string& shard)
      : game_(make_game(parse_game(game, {}, shard))) {
    stats_.generation = generation;
  }

  void add(Origin origin) {
    if (std::ranges::find(stats_.origins, origin) == stats_.origins.end()) stats_.origins.push_back(std::move(origin));
  }

  void add(const ShardGame& game) {
    ++stats_.games;
    weight_ += weight_of(game);
    lengths_.push_back(static_cast<double>(game.plies.size()));
    const int result = result_of(game.score_halves);
    wins_ += result > 0;
    draws_ += result == 0 && game.ending != Ending::unknown;
    losses_ += result < 0;
    ++endings_[static_cast<std::size_t>(game.ending)];
    follow(game);
    for (std::size_t i = 0; i < game.plies.size(); ++i) add_ply(game, i);
  }

  /// What the network thinks of positions drawn among those that have a target.
  void ask(Searcher& searcher, const std::vector<ShardGame>& games, std::uint64_t positions) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t game = 0; game < games.size(); ++game)
      for (std::size_t ply = 0; ply < games[game].plies.size(); ++ply)
        if (!games[game].plies[ply].policy.empty()) places.emplace_back(game, ply);
    Mean entropy, divergence;
    Rng rng(derive_seed(stats_.generation, "data stats"));
    for (std::uint64_t i = 0; i < positions && !places.empty(); ++i) {
      const auto& [game, ply] = places[rng.below(static_cast<std::uint32_t>(places.size()))];
      compare(searcher.evaluate(*replay(*game_, games[game], ply)), games[game].plies[ply], entropy, divergence);
    }
    stats_.network = NetworkStats{entropy.count, entropy.value(), divergence.value()};
  }

  [[nodiscard]] const Game& game() const { return *game_; }

  GenerationStats finish() {
    const auto games = static_cast<double>(stats_.games);
    std::ranges::sort(lengths_);
    Mean length;
    for (const double plies : lengths_) length.add(plies);
    stats_.rows = static_cast<double>(weight_) / kWeightUnit;
    stats_.plies_mean = length.value();
    stats_.plies_low = quantile(0.05);
    stats_.plies_high = quantile(0.95);
    stats_.black_share = wins_ + losses_ == 0 ? 0.5 : static_cast<double>(wins_) / static_cast<double>(wins_ + losses_);
    stats_.draws = static_cast<double>(draws_) / games;
    stats_.ended_by_rules = static_cast<double>(endings_[static_cast<std::size_t>(Ending::rules)]) / games;
    stats_.ended_by_limit = static_cast<double>(endings_[static_cast<std::size_t>(Ending::move_limit)]) / games;
    stats_.resigned = static_cast<double>(endings_[static_cast<std::size_t>(Ending::resigned)]) / games;
    stats_.early_passes = static_cast<double>(passes_) / games;
    stats_.entropy = entropy_.value();
    stats_.early_entropy = early_entropy_.value();
    const double plies = std::max(1.0, length.sum);
    stats_.opening_share = static_cast<double>(kinds_[static_cast<std::size_t>(PlyKind::opening)]) / plies;
    stats_.coast_share = static_cast<double>(kinds_[static_cast<std::size_t>(PlyKind::coast)]) / plies;
    stats_.cheap_share = static_cast<double>(kinds_[static_cast<std::size_t>(PlyKind::cheap)]) / plies;
    stats_.distinct_games = courses_.size();
    stats_.repeated = 1 - static_cast<double>(courses_.size()) / games;
    for (const auto& positions : positions_) stats_.distinct_positions.push_back(positions.size());
    for (std::size_t i = 0; i < errors_.size(); ++i)
      stats_.values.push_back({i * kPliesAValue, errors_[i].count, errors_[i].value(), signs_[i].value()});
    return std::move(stats_);
  }

 private:
  [[nodiscard]] double quantile(double share) const {
    return lengths_[static_cast<std::size_t>(std::lround(share * static_cast<double>(lengths_.size() - 1)))];
  }

  /// The game's course, and its positions at the plies of kPositionPlies.
  void follow(const ShardGame& game) {
    std::string course;
    movers_.clear();
    const auto note = [&](std::size_t plies, const Position& position) {
      for (std::size_t k = 0; k < std::size(kPositionPlies); ++k)
        if (plies == kPositionPlies[k]) positions_[k].insert(position.canonical_hash());
    };
    const std::unique_ptr<Position> end =
        replay(*game_, game, game.plies.size(), [&](std::size_t i, const Position& at) {
          note(i, at);
          movers_.push_back(at.to_move());
          course += static_cast<char>(game.plies[i].action & 0xFF);
          course += static_cast<char>(game.plies[i].action >> 8);
        });
    note(game.plies.size(), *end);
    courses_.insert(hash_name(course));
  }

  void add_ply(const ShardGame& game, std::size_t index) {
    const Ply& ply = game.plies[index];
    ++kinds_[static_cast<std::size_t>(ply.kind)];
    const GameFacts& facts = game_->facts();
    passes_ += facts.has_pass && index < kEarlyPasses && ply.action == facts.pass_action;
    if (!ply.policy.empty()) {
      const double entropy = entropy_of(ply.policy);
      entropy_.add(entropy);
      if (index < kEarlyPlies) early_entropy_.add(entropy);
    }
    if (ply.kind == PlyKind::opening || game.ending == Ending::unknown) return;
    const std::size_t slot = index / kPliesAValue;
    if (slot >= errors_.size()) {
      errors_.resize(slot + 1);
      signs_.resize(slot + 1);
    }
    const int result = result_of(game.score_halves) * (movers_[index] == Seat::first ? 1 : -1);
    const double value = static_cast<double>(ply.root_value) / kValueUnit;
    errors_[slot].add((value - result) * (value - result));
    if (result != 0 && value != 0) signs_[slot].add((value > 0) == (result > 0) ? 1 : 0);
  }

  static void compare(const EvaluationReport& report, const Ply& ply, Mean& entropy, Mean& divergence) {
    double own = 0, distance = 0;
    std::map<Action, double> priors(report.priors.begin(), report.priors.end());
    for (const auto& [action, prior] : priors)
      if (prior > 0) own -= prior * log_exact(prior);
    for (const PolicyShare& entry : ply.policy) {
      const double share = static_cast<double>(entry.share) / kShareUnit;
      constexpr double kLeast = 1e-12;
      distance += share * (log_exact(share) - log_exact(std::max(kLeast, priors[entry.action])));
    }
    entropy.add(own);
    divergence.add(distance);
  }

  std::unique_ptr<Game> game_;
  GenerationStats stats_;
  std::uint64_t weight_ = 0, wins_ = 0, draws_ = 0, losses_ = 0, passes_ = 0;
  std::vector<double> lengths_;
  std::array<std::uint64_t, 4> endings_{}, kinds_{};
  Mean entropy_, early_entropy_;
  std::set<std::uint64_t> courses_;
  std::vector<Seat> movers_;  // of the last game that was followed, by ply
  std::array<std::set<std::uint64_t>, std::size(kPositionPlies)> positions_;
  std::vector<Mean> errors_, signs_;
};

SearchSettings asking_settings(const AskedNetwork& network, const Game& game) {
  SearchSettings settings = parse_search_player("", "", {}, game.id()).search;
  settings.evaluator = network.evaluator;
  return settings;
}

}  // namespace

std::vector<GenerationStats> data_stats(const std::vector<std::string>& paths,
                                        const std::optional<AskedNetwork>& network) {
  std::map<std::uint64_t, std::vector<std::string>> shards;
  for (const std::string& path : find_shards(paths)) shards[read_shard_header(path).generation].push_back(path);
  std::vector<GenerationStats> stats;
  for (const auto& [generation, files] : shards) {
    std::optional<GenerationCounter> counter;
    std::vector<ShardGame> kept;
    for (const std::string& file : files) {
      Shard shard = read_shard(file);
      if (!counter) counter.emplace(generation, shard.header.game, file);
      counter->add(origin_of(shard.header));
      for (const ShardGame& game : shard.games) counter->add(game);
      if (network) std::ranges::move(shard.games, std::back_inserter(kept));
    }
    if (network) {
      const std::unique_ptr<Searcher> searcher =
          counter->game().make_searcher(asking_settings(*network, counter->game()));
      searcher->new_game(generation);
      counter->ask(*searcher, kept, network->positions);
    }
    stats.push_back(counter->finish());
  }
  return stats;
}

}  // namespace rootward::selfplay
