// Follows a search through its checkpoints, and its tree at the end.
#include "experiments/estimates/measure.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "core/cpu_time.h"
#include "core/rng.h"
#include "evaluators/registry.h"
#include "experiments/estimates/evaluation.h"
#include "experiments/estimates/limits.h"
#include "lab/play/tree_walk.h"

namespace rootward::estimates {
namespace {

/// The truth about the root, by action.
class RootTruth {
 public:
  explicit RootTruth(const Instance& instance) {
    const std::vector<Action> actions = instance.position->legal_actions();
    const std::vector<Value>& values = instance.truth.move_values;
    assert(actions.size() == values.size());
    best_ = *std::ranges::max_element(values);
    for (std::size_t i = 0; i < actions.size(); ++i) values_[actions[i]] = values[i];
  }
  [[nodiscard]] double regret(Action action) const { return best_ - values_.at(action); }
  [[nodiscard]] Value value(Action action) const { return values_.at(action); }

 private:
  std::map<Action, Value> values_;
  Value best_ = 0;
};

/// A child's value under operator `op` (0 = the driver), in the view of the player to move at the root.
Value value_under(const RootChild& child, std::size_t op) { return op == 0 ? child.value : child.shadows[op - 1]; }

/// The move of the highest value under operator `op`, ties by visits, then by action.
Action best_valued(const SearchResult& result, std::size_t op) {
  const RootChild* best = nullptr;
  for (const RootChild& child : result.children) {
    if (child.visits == 0 && child.proof == 0) continue;
    const auto rank = [op](const RootChild& one) {
      return std::tuple(value_under(one, op), one.visits, -static_cast<std::int64_t>(one.action));
    };
    if (best == nullptr || rank(child) > rank(*best)) best = &child;
  }
  return best == nullptr ? result.move : best->action;
}

/// The visited children of the root with the most visits, at most kRankedMoves of them; ties by action.
std::vector<const RootChild*> most_visited(const SearchResult& result) {
  std::vector<const RootChild*> ranked;
  for (const RootChild& child : result.children)
    if (child.visits > 0) ranked.push_back(&child);
  std::ranges::sort(ranked, [](const RootChild* a, const RootChild* b) {
    return a->visits != b->visits ? a->visits > b->visits : a->action < b->action;
  });
  ranked.resize(std::min(ranked.size(), kRankedMoves));
  return ranked;
}

/// How wrongly a pair is ordered whose values differ so: 1, 0, or 1/2 where the estimates are equal. `true_gap` != 0.
double discordance(double estimated_gap, double true_gap) {
  if (estimated_gap == 0) return 0.5;
  return (estimated_gap > 0) == (true_gap > 0) ? 0 : 1;
}

/// Share of these children's pairs that operator `op` orders wrongly, of pairs that differ in truth; -1: none does.
double wrong_order(const std::vector<const RootChild*>& children, const RootTruth& truth, std::size_t op) {
  double pairs = 0;
  double wrong = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double true_gap = truth.value(children[i]->action) - truth.value(children[j]->action);
      if (true_gap == 0) continue;
      ++pairs;
      wrong += discordance(value_under(*children[i], op) - value_under(*children[j], op), true_gap);
    }
  }
  return pairs == 0 ? -1 : wrong / pairs;
}

/// Whether every move of the principal variation is optimal: 1 or 0, -1 where the truth is beyond reach.
int is_right(const std::vector<Action>& variation, const Instance& instance, ExactTruth& exact) {
  const std::unique_ptr<Position> walk = instance.position->clone();
  for (const Action action : variation) {
    if (walk->is_chance()) return 1;  // what follows is chance's choice
    if (walk->legal_actions().size() == 1) {
      walk->play(action);
      continue;
    }
    const std::optional<std::vector<SolvedMove>> moves = exact.moves(*walk);
    if (!moves) return -1;
    const std::vector<Action> best = best_moves(*moves);
    if (std::ranges::find(best, action) == best.end()) return 0;
    walk->play(action);
  }
  return 1;
}

/// Adds up errors by visits and depth for one operator.
class Profile {
 public:
  void add(std::uint32_t visits, std::uint32_t depth, double error) {
    for (ProfileCell* cell : {&visits_[bin_of(visits)], &depths_[depth]}) {
      ++cell->nodes;
      cell->bias += error;
      cell->squares += error * error;
    }
  }
  void add_pair(std::uint32_t parent_visits, std::uint32_t depth, double discordance) {
    for (ProfileCell* cell : {&visits_[bin_of(parent_visits)], &depths_[depth]}) {
      ++cell->pairs;
      cell->discordant += discordance;
    }
  }
  [[nodiscard]] ProfileRecord record(std::string op) const {
    return {.op = std::move(op), .by_visits = cells(visits_), .by_depth = cells(depths_)};
  }

 private:
  static std::uint32_t bin_of(std::uint32_t visits) { return static_cast<std::uint32_t>(std::bit_width(visits)) - 1; }
  static std::vector<ProfileCell> cells(const std::map<std::uint32_t, ProfileCell>& bins) {
    std::vector<ProfileCell> all;
    for (const auto& [bin, cell] : bins) {
      all.push_back(cell);
      all.back().bin = bin;
    }
    return all;
  }
  std::map<std::uint32_t, ProfileCell> visits_;
  std::map<std::uint32_t, ProfileCell> depths_;
};

/// The profiles of all operators over one tree.
class Profiler {
 public:
  Profiler(std::size_t operators, ExactTruth& exact) : profiles_(operators), exact_(exact) {}

  void visit(const WalkedNode& node) {
    if (node.position->is_over() || node.position->is_chance()) return;
    const std::optional<std::vector<SolvedMove>> moves = exact_.moves(*node.position);
    if (!moves) return;
    std::vector<Value> truths;
    for (const WalkedChild& child : node.children)
      truths.push_back(std::ranges::find(*moves, child.action, &SolvedMove::action)->value);
    for (std::size_t op = 0; op < profiles_.size(); ++op) compare(node, truths, op);
  }
  [[nodiscard]] std::vector<ProfileRecord> records(const std::vector<std::string>& names) const {
    std::vector<ProfileRecord> all;
    for (std::size_t op = 0; op < profiles_.size(); ++op) all.push_back(profiles_[op].record(names[op]));
    return all;
  }

 private:
  void compare(const WalkedNode& node, const std::vector<Value>& truths, std::size_t op) {
    const auto depth = static_cast<std::uint32_t>(node.depth);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const WalkedChild& child = node.children[i];
      const std::unique_ptr<Position> below = node.position->clone();
      below->play(child.action);
      if (!below->is_over()) {
        const double own_view = sign_of(node.position->to_move()) * sign_of(below->to_move());
        profiles_[op].add(child.visits, depth + 1, own_view * (child.values[op] - truths[i]));
      }
      for (std::size_t j = 0; j < i; ++j) {
        if (truths[i] == truths[j]) continue;
        const double estimated_gap = child.values[op] - node.children[j].values[op];
        profiles_[op].add_pair(node.visits, depth, discordance(estimated_gap, truths[i] - truths[j]));
      }
    }
  }

  std::vector<Profile> profiles_;
  ExactTruth& exact_;
};

/// A root whose result is proven may have no visits at all: then the tree is a point.
TreeShape shape_of(const Searcher& searcher, const SearchResult& result) {
  double below = 0;    // visits of all nodes but the root: a simulation adds one a ply
  double parents = 0;  // visits of nodes with children
  double widths = 0;
  double root = 0;
  walk_tree(searcher.tree(), 0, [&](const WalkedNode& node) {
    double visits = 0;
    double squares = 0;
    for (const WalkedChild& child : node.children) {
      visits += child.visits;
      squares += static_cast<double>(child.visits) * child.visits;
    }
    if (node.depth == 0) root = visits;
    below += visits;
    parents += visits;
    widths += visits * (visits * visits / squares);
  });
  if (root == 0) return {};
  const auto most = std::ranges::max_element(result.children, {}, &RootChild::visits);
  return {.depth = below / root, .width = widths / parents, .best_share = most->visits / root};
}

/// Fills a record's curves, one call a checkpoint.
class CurveWriter {
 public:
  CurveWriter(const EstimatesConfig& config, const SearchTask& task, SearchRecord& record)
      : config_(config),
        instance_(*task.instance),
        truth_(*task.instance),
        record_(record),
        exact_(*task.instance->game, config.truth.nodes) {
    const Arm& arm = config.arms[task.arm];
    for (std::size_t op = 0; op < arm.operators.size(); ++op) {
      CurveRecord& curve = record_.curves.emplace_back();
      curve.op = arm.operators[op];
      if (config.asks_limits) curve.limit = limit_of(config, instance_, arm, op);
    }
  }

  void tell(const SearchResult& result) {
    record_.simulations.push_back(result.simulations);
    double cumulative = 0;
    std::uint64_t visits = 0;
    std::uint64_t optimal = 0;
    for (const RootChild& child : result.children) {
      const double regret = truth_.regret(child.action);
      cumulative += child.visits * regret;
      visits += child.visits;
      if (regret == 0) optimal += child.visits;
    }
    const bool is_exact = config_.truth.kind == TruthSettings::Kind::exact;
    const int pv = is_exact ? is_right(result.principal_variation, instance_, exact_) : -1;
    const std::vector<const RootChild*> ranked = most_visited(result);
    for (std::size_t op = 0; op < record_.curves.size(); ++op) {
      CurveRecord& curve = record_.curves[op];
      const Action move = config_.is_shadow ? best_valued(result, op) : result.move;
      curve.values.push_back(op == 0 ? result.value : result.shadow_values[op - 1]);
      curve.moves.push_back(instance_.position->action_text(move));
      curve.regrets.push_back(truth_.regret(move));
      curve.cumulative_regrets.push_back(cumulative);
      curve.optimal_shares.push_back(visits == 0 ? 0.0 : static_cast<double>(optimal) / static_cast<double>(visits));
      curve.is_pv_right.push_back(pv);
      curve.wrong_orders.push_back(wrong_order(ranked, truth_, op));
      curve.fallbacks = op == 0 ? result.fallbacks : result.shadow_fallbacks[op - 1];
    }
  }

  void note_shape(const Searcher& searcher, const SearchResult& result) {
    record_.shapes.push_back(shape_of(searcher, result));
  }

  void profile(const Searcher& searcher, const std::vector<std::string>& names) {
    Profiler profiler(names.size(), exact_);
    walk_tree(searcher.tree(), names.size() - 1, [&](const WalkedNode& node) { profiler.visit(node); });
    record_.profiles = profiler.records(names);
  }

 private:
  const EstimatesConfig& config_;
  const Instance& instance_;
  RootTruth truth_;
  SearchRecord& record_;
  ExactTruth exact_;
};

/// The return of a whole walk from the position, each move by a search of the last checkpoint's size.
std::optional<Value> walk_return(const EstimatesConfig& config, const SearchTask& task, std::uint64_t seed,
                                 const std::function<bool()>& stop) {
  const std::unique_ptr<Searcher> searcher = task.instance->game->make_searcher(config.arms[task.arm].search);
  const std::unique_ptr<Position> walk = task.instance->position->clone();
  Rng chance(derive_seed(seed, "walk"));
  for (std::uint64_t ply = 0; !walk->is_over(); ++ply) {
    if (stop && stop()) return std::nullopt;
    if (walk->is_chance()) {
      walk->play(walk->draw_outcome(chance));
      continue;
    }
    searcher->new_game(derive_seed(seed, {ply}));
    walk->play(searcher->think(*walk, std::nullopt, stop).move);
  }
  return walk->draw_result(chance);
}

}  // namespace

std::uint64_t search_seed(const EstimatesConfig& config, const TruthRecord& truth, std::uint32_t repeat) {
  return derive_seed(config.seed, {hash_name("search"), hash_name(truth.game), truth.instance, repeat});
}

std::optional<SearchRecord> measure(const EstimatesConfig& config, const SearchTask& task,
                                    const std::function<bool()>& stop) {
  const Arm& arm = config.arms[task.arm];
  const TruthRecord& truth = task.instance->truth;
  SearchRecord record;
  record.game = truth.game;
  record.instance = truth.instance;
  record.arm = arm.name;
  record.repeat = task.repeat;
  record.seed = search_seed(config, truth, task.repeat);
  CurveWriter writer(config, task, record);
  const std::unique_ptr<Searcher> searcher = task.instance->game->make_searcher(arm.search);
  searcher->new_game(record.seed);
  const double before = thread_cpu_seconds();
  const bool is_done = searcher->think_through(
      *task.instance->position, config.checkpoints,
      [&](std::size_t, const SearchResult& result) {
        writer.tell(result);
        if (config.feature_nodes > 0) writer.note_shape(*searcher, result);
      },
      stop);
  if (!is_done) return std::nullopt;
  if (config.plays_episodes) {
    record.episode_return = walk_return(config, task, record.seed, stop);
    if (!record.episode_return) return std::nullopt;
  }
  if (config.asks_evaluators) {
    searcher->new_game(derive_seed(record.seed, "evaluation"));
    record.evaluation = ask_evaluator(*task.instance, *searcher, gives_priors(arm.search.evaluator));
  }
  record.cpu_seconds = thread_cpu_seconds() - before;
  if (config.is_shadow && config.truth.kind == TruthSettings::Kind::exact) writer.profile(*searcher, arm.operators);
  return record;
}

}  // namespace rootward::estimates
