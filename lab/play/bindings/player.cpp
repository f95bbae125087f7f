// Players: the search, with its clock, and the random mover.
#include "lab/play/player.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "evaluators/registry.h"
#include "lab/play/bindings/solver_players.h"
#include "lab/play/engine_kinds.h"

namespace rootward {
namespace {

class SearchPlayer final : public Player {
 public:
  SearchPlayer(const SearchSettings& settings, const Game& game)
      : budget_(settings.budget), network_(network_of(settings)), searcher_(game.make_searcher(settings)) {}

  void new_game(std::uint64_t seed) override {
    searcher_->new_game(seed);
    spent_ = 0;
    moves_ = 0;
  }

  Choice choose(const Position& position, const std::function<bool()>& stop) override {
    const auto start = std::chrono::steady_clock::now();
    const SearchResult result = searcher_->think(position, allowance(), stop);
    spent_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++moves_;
    return choice_of(result);
  }

  Searcher* searcher() override { return budget_.kind == Budget::Kind::simulations ? searcher_.get() : nullptr; }

  Searcher* thinking() override { return searcher_.get(); }

  void observe(Action action) override { searcher_->observe(action); }
  [[nodiscard]] const std::string& network() const override { return network_; }

 private:
  /// Seconds for this move: fixed, or an equal share of what the game clock has left (past the planned moves, each
  /// further one gets half of the rest).
  [[nodiscard]] std::optional<double> allowance() const {
    switch (budget_.kind) {
      case Budget::Kind::simulations:
        return std::nullopt;
      case Budget::Kind::seconds:
        return budget_.seconds;
      case Budget::Kind::game_clock:
        return std::max(0.0, budget_.game_seconds - spent_) / static_cast<double>(std::max(2, budget_.moves - moves_));
    }
    return std::nullopt;
  }

  Budget budget_;
  std::string network_;
  std::unique_ptr<Searcher> searcher_;
  double spent_ = 0;
  int moves_ = 0;
};

/// Uniform among the legal moves.
class RandomPlayer final : public Player {
 public:
  void new_game(std::uint64_t seed) override { rng_ = Rng(derive_seed(seed, "random player")); }
  Choice choose(const Position& position, const std::function<bool()>&) override {
    const std::vector<Action> actions = position.legal_actions();
    return {.action = actions[rng_.below(static_cast<std::uint32_t>(actions.size()))],
            .resigns = false,
            .simulations = 0,
            .reused_visits = 0,
            .cached_evaluations = 0,
            .fallbacks = 0,
            .value = std::nullopt,
            .mean = std::nullopt};
  }
  void observe(Action) override {}

 private:
  Rng rng_;
};

}  // namespace

const std::string& Player::network() const {
  static const std::string none;
  return none;
}

Choice Player::choice_of(const SearchResult& result) const {
  return {.action = result.move,
          .resigns = false,
          .simulations = result.simulations,
          .reused_visits = result.reused_visits,
          .cached_evaluations = result.cached_evaluations,
          .fallbacks = result.fallbacks,
          .value = result.value,
          .mean = result.mean};
}

std::string network_of(const SearchSettings& settings) { return network_of(settings.evaluator, settings.folder.path); }

std::string network_of(const PlayerSpec& player) {
  if (const std::optional<SearchSettings> search = search_of(player)) return network_of(*search);
  if (player.kind != "minimax") return "";
  return network_of(nested_evaluator(player.params, "evaluator"), player.search.folder.path);
}

const std::vector<Described>& player_kinds() {
  static const std::vector<Described> all = {
      {.name = "random", .help = "plays uniformly among the legal moves", .source = "ours", .parameters = {}},
      describe_flat_mc(),
      describe_minimax(),
      describe_exact(),
  };
  return all;
}

std::optional<SearchSettings> search_of(const PlayerSpec& spec) {
  if (spec.kind == "search") return spec.search;
  if (spec.kind == "flat_mc") return flat_search(spec.params, spec.search.folder);
  return std::nullopt;
}

bool is_same_player(PlayerSpec a, const PlayerSpec& b) {
  a.name = b.name;
  return a == b;
}

bool is_reproducible(const PlayerSpec& player) {
  return !is_engine(player) && (player.kind != "search" || player.search.budget.is_reproducible());
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec, const Game& game, const EngineFactory& make_engine) {
  if (const std::optional<SearchSettings> search = search_of(spec))
    return std::make_unique<SearchPlayer>(*search, game);
  if (spec.kind == "random") return std::make_unique<RandomPlayer>();
  if (spec.kind == "minimax") return make_minimax_player(spec, game);
  if (spec.kind == "exact") return make_exact_player(spec.params, game);
  if (is_engine(spec)) return make_engine(spec, game);
  throw UsageError("no kind of player is called " + spec.kind);
}

}  // namespace rootward
