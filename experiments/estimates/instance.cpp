// Draws positions and finds their values.
#include "experiments/estimates/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "evaluators/registry.h"

namespace rootward::estimates {
namespace {

constexpr std::uint64_t kAttempts = 1000;  // to draw an instance that is not over and not tied

/// Plays random moves, with chance deciding where it is due; false where the game ended on the way.
bool play_random(Position& position, std::uint32_t plies, Rng& rng, std::vector<std::string>& moves) {
  const auto play = [&](Action action) {
    moves.push_back(position.action_text(action));
    position.play(action);
  };
  for (std::uint32_t ply = 0;; ++ply) {
    while (!position.is_over() && position.is_chance()) play(position.draw_outcome(rng));
    if (position.is_over() || ply == plies) break;
    const std::vector<Action> actions = position.legal_actions();
    play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
  }
  return !position.is_over();
}

/// The instance of a stored truth by its own moves: a book may be gone by now.
Instance replayed(const EstimatedGame& game, const TruthRecord& truth) {
  Instance instance{.game = make_game(game.id), .position = nullptr, .truth = truth};
  instance.position = instance.game->start();
  for (const std::string& move : truth.moves) {
    const std::optional<Action> action = instance.position->parse_action(move);
    if (!action || instance.position->is_over() || !instance.position->is_legal(*action))
      throw RunError(fmt::format("{}: the stored move {} is not legal", truth.id(), move));
    instance.position->play(*action);
  }
  if (instance.position->is_over() || instance.position->is_chance())
    throw RunError(fmt::format("{}: in the stored position nobody is to move", truth.id()));
  return instance;
}

void check_root_moves(const Instance& instance) {
  std::vector<std::string> moves;
  for (const Action action : instance.position->legal_actions())
    moves.push_back(instance.position->action_text(action));
  if (moves != instance.truth.root_moves)
    throw RunError(fmt::format("{}: its root_moves are not the position's moves", instance.truth.id()));
}

bool is_tied(const TruthRecord& truth) {
  const auto [low, high] = std::ranges::minmax(truth.move_values);
  return low == high;
}

}  // namespace

std::unique_ptr<Game> game_of(const EstimatedGame& game, std::uint64_t seed) {
  if (!game.is_family || is_random_game(game.id)) return make_game(draw_game(game.id, seed));
  const auto described = std::ranges::find(games(), game.id.name, &Described::name);
  GivenParams given = game.id.params.values();
  given["seed"] = static_cast<std::int64_t>(seed & 0x7FFFFFFF);
  return make_game({game.id.name, resolve_params(described->parameters, given)});
}

Instance InstanceMaker::take(std::size_t game, std::uint32_t number, std::uint64_t seed) const {
  Instance instance;
  instance.game = make_game(config_.games[game].id);
  instance.truth.game = config_.games[game].name;
  instance.truth.instance = number;
  instance.truth.seed = seed;
  instance.position = instance.game->start();
  for (const Action action : book_->at(game, number)) {
    instance.truth.moves.push_back(instance.position->action_text(action));
    instance.position->play(action);
  }
  return instance;
}

Instance InstanceMaker::place(std::size_t game, std::uint32_t number, std::uint64_t seed) const {
  const EstimatedGame& family = config_.games[game];
  Instance instance;
  instance.game = game_of(family, seed);
  instance.truth.game = family.name;
  instance.truth.instance = number;
  instance.truth.seed = seed;
  instance.position = instance.game->start();
  Rng rng(derive_seed(seed, "random plies"));
  const std::uint32_t plies = config_.spreads_plies ? rng.below(config_.random_plies + 1) : config_.random_plies;
  if (!play_random(*instance.position, plies, rng, instance.truth.moves)) instance.position.reset();
  return instance;
}

std::optional<Instance> InstanceMaker::make(std::size_t game, std::uint32_t number,
                                            const std::function<bool()>& stop) const {
  const std::string& name = config_.games[game].name;
  if (book_ != nullptr && !book_->is_empty()) {
    Instance instance = take(game, number, derive_seed(config_.seed, {hash_name("instance"), hash_name(name), number}));
    return find_truth(instance, stop) ? std::optional(std::move(instance)) : std::nullopt;
  }
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    const std::uint64_t seed = derive_seed(config_.seed, {hash_name("instance"), hash_name(name), number, attempt});
    Instance instance = place(game, number, seed);
    if (!instance.position) continue;
    if (!find_truth(instance, stop)) return std::nullopt;
    if (!config_.skips_ties || !is_tied(instance.truth)) return instance;
  }
  throw RunError(fmt::format("games.{}: {} draws gave no position that can be searched{}", name, kAttempts,
                             config_.skips_ties ? " and whose moves are not all equally good" : ""));
}

Instance InstanceMaker::rebuild(const TruthRecord& truth) const {
  const auto found = std::ranges::find(config_.games, truth.game, &EstimatedGame::name);
  const auto game = static_cast<std::size_t>(found - config_.games.begin());
  Instance instance = config_.opening.book.empty() ? drawn_again(truth, game) : replayed(*found, truth);
  check_root_moves(instance);
  return instance;
}

Instance InstanceMaker::drawn_again(const TruthRecord& truth, std::size_t game) const {
  Instance instance = place(game, truth.instance, truth.seed);
  if (!instance.position || instance.truth.moves != truth.moves)
    throw RunError(fmt::format("{}: the stored position cannot be drawn again by this version", truth.id()));
  instance.truth = truth;
  return instance;
}

std::uint32_t InstanceMaker::count_traps(const Instance& instance) const {
  const std::unique_ptr<Solver> solver = instance.game->make_solver(default_evaluator(), {});
  const Seat opponent = other(instance.position->to_move());
  std::uint32_t traps = 0;
  for (const Action action : instance.position->legal_actions()) {
    const std::unique_ptr<Position> after = instance.position->clone();
    after->play(action);
    if (after->is_over()) continue;
    const std::optional<bool> is_lost = solver->wins_within(*after, opponent, config_.trap_plies, config_.truth.nodes);
    if (!is_lost)
      throw RunError(fmt::format("games.{}: traps: {} positions did not suffice to look {} plies ahead",
                                 instance.truth.game, config_.truth.nodes, config_.trap_plies));
    if (*is_lost) ++traps;
  }
  return traps;
}

LookAhead InstanceMaker::look_ahead(const Instance& instance) const {
  constexpr int kPlayouts = 16;
  const Position& position = *instance.position;
  LookAhead ahead;
  Rng rng(derive_seed(instance.truth.seed, "look ahead"));
  for (int i = 0; i < kPlayouts; ++i) ahead.plies_to_end += position.clone()->random_playout(rng).plies;
  ahead.plies_to_end /= kPlayouts;
  const Seat opponent = other(position.to_move());
  std::vector<Action> open = position.legal_actions();  // not known to lose yet
  const std::size_t moves = open.size();
  for (std::size_t i = 0; i < kLossPlies.size(); ++i) {
    const std::unique_ptr<Solver> solver = instance.game->make_solver(default_evaluator(), {});
    std::erase_if(open, [&](Action action) {
      const std::unique_ptr<Position> after = position.clone();
      after->play(action);
      return solver->wins_within(*after, opponent, kLossPlies[i], config_.feature_nodes).value_or(false);
    });
    ahead.losing[i] = static_cast<std::uint32_t>(moves - open.size());
  }
  return ahead;
}

std::optional<std::vector<SolvedMove>> InstanceMaker::solved(const Instance& instance) const {
  return ExactTruth(*instance.game, config_.truth.nodes).moves(*instance.position);
}

bool InstanceMaker::search_truth(Instance& instance, std::vector<SolvedMove>& moves,
                                 const std::function<bool()>& stop) const {
  TruthRecord& truth = instance.truth;
  const std::unique_ptr<Searcher> searcher = instance.game->make_searcher(config_.truth.reference);
  searcher->new_game(derive_seed(truth.seed, "truth"));
  const SearchResult result = searcher->think(*instance.position, std::nullopt, stop);
  if (stop && stop()) return false;
  truth.value = result.value;
  for (const Action action : instance.position->legal_actions()) {
    const auto child = std::ranges::find(result.children, action, &RootChild::action);
    moves.push_back({action, child->visits > 0 ? child->value : -1.0});
    if (config_.asks_evaluators) truth.move_visits.push_back(child->visits);
  }
  return true;
}

bool InstanceMaker::find_truth(Instance& instance, const std::function<bool()>& stop) const {
  TruthRecord& truth = instance.truth;
  const Position& position = *instance.position;
  const bool is_exact = config_.truth.kind == TruthSettings::Kind::exact;
  std::vector<SolvedMove> moves;
  if (is_exact || config_.truth.solves_first) {
    const std::optional<std::vector<SolvedMove>> exact = solved(instance);
    if (!exact && is_exact)
      throw RunError(
          fmt::format("games.{}: the truth is out of reach: {} positions did not suffice; give more by "
                      "truth: {{nodes: N}}, a smaller game, or a reference search by truth: {{simulations: "
                      "N}}",
                      truth.game, config_.truth.nodes));
    if (exact) {
      moves = *exact;
      truth.value = std::ranges::max_element(moves, {}, &SolvedMove::value)->value;
    }
  }
  if (moves.empty() && !search_truth(instance, moves, stop)) return false;
  for (const SolvedMove& move : moves) {
    truth.root_moves.push_back(position.action_text(move.action));
    truth.move_values.push_back(move.value);
  }
  if (config_.trap_plies > 0) truth.traps = count_traps(instance);
  if (config_.feature_nodes > 0) truth.look_ahead = look_ahead(instance);
  if (config_.counts_alpha_beta) {
    const std::unique_ptr<Solver> solver = instance.game->make_solver(default_evaluator(), {});
    const std::optional<Solution> solution = solver->solve(position, {.depth = 0, .nodes = config_.truth.nodes});
    if (solution) truth.alpha_beta_nodes = solution->nodes;
  }
  return true;
}

}  // namespace rootward::estimates
