// Setting up and timing the bench's workloads through the same faces that tournaments use.
#include "cli/bench/workloads.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "backup/registry.h"
#include "cli/bench/lane_playouts.h"
#include "cli/bench/measure.h"
#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "search/companion.h"
#include "search/root_rule.h"

namespace rootward::bench {
namespace {

constexpr int kSamples = 7;
constexpr double kSampleSeconds = 0.1;
constexpr std::uint64_t kWorkloadSeed = 20200125;

/// What the row of a companion or of a rule at the root has beside it, with and without the two.
struct Surroundings {
  std::string selection = "ucb1";
  std::string root = SearchSettings{}.root.name;
  std::string companions{};  ///< of both searches, each with a comma: "history: {}, "
  std::string judge{};       ///< an evaluator as YAML; "" = playouts
};

/// A root may stand above a selection rule of its own; priors that noise is mixed into are read by puct.
Surroundings surroundings_of_root(const std::string& root) {
  const std::string_view below = root_needs(root).below;
  return {.selection = below.empty() ? "puct" : std::string(below)};
}

Surroundings surroundings_of_companion(const std::string& companion) {
  const CompanionNeeds& needs = companion_needs(companion);
  return {.selection = needs.temperature ? "boltzmann" : "ucb1",
          .companions = needs.beside.empty() ? "" : fmt::format("{}: {{}}, ", needs.beside)};
}

Surroundings surroundings_of(const Workload& workload) {
  if (!workload.root.empty()) return surroundings_of_root(workload.root);
  if (!workload.companion.empty()) return surroundings_of_companion(workload.companion);
  return {};
}

SearchSettings search_settings(const Game& game, const std::string& backup, std::uint64_t simulations,
                               const Surroundings& surroundings = {}, const std::string& companion = "",
                               int playouts = 1) {
  const std::string own = companion.empty() ? "" : fmt::format("{}: {}", companion, companion_needs(companion).acting);
  const std::string judge =
      surroundings.judge.empty() ? fmt::format("{{name: playouts, count: {}}}", playouts) : surroundings.judge;
  const std::string search =
      fmt::format("{{budget: {{simulations: {}}}, selection: {}, evaluator: {}, companions: {{{}{}}}, root: {}}}",
                  simulations, surroundings.selection, judge, surroundings.companions, own, surroundings.root);
  return parse_search_player(search, backup, {}, game.id()).search;
}

constexpr int kLaneBoard = 9;
constexpr std::uint64_t kNetworkSimulations = 200;
constexpr int kNetworkPlies = 30;

/// A position in the middle of a game, where a network's inputs cost what they usually cost.
std::unique_ptr<Position> middle_position(const Game& game) {
  Rng rng(kWorkloadSeed);
  std::unique_ptr<Position> position = game.start();
  for (int ply = 0; ply < kNetworkPlies; ++ply) {
    const std::vector<Action> actions = position->legal_actions();
    position->play(actions[rng.below(static_cast<std::uint32_t>(actions.size() - 1))]);  // the last one is the pass
  }
  return position;
}

SearchSettings network_settings(const Game& game, const Workload& workload) {
  const std::string search =
      fmt::format("{{budget: {{simulations: {}}}, evaluator: {{name: net, file: '{}', precision: {}}}}}",
                  workload.simulations, workload.network.path, net::path_name(workload.path));
  return parse_search_player(search, workload.backup, {}, game.id()).search;
}

/// Searches of one position, one after another, with memory kept between them as in a game.
class SearchRun {
 public:
  SearchRun(const Game& game, const std::string& backup, std::uint64_t simulations)
      : SearchRun(game, search_settings(game, backup, simulations), game.start()) {}
  SearchRun(const Game& game, const SearchSettings& settings, std::unique_ptr<Position> start)
      : start_(std::move(start)), searcher_(game.make_searcher(settings)) {}

  /// CPU seconds of `count` searches whose seeds begin at `first`.
  double seconds(std::uint64_t first, std::uint64_t count) {
    return seconds_of([&] {
      for (std::uint64_t i = 0; i < count; ++i) {
        searcher_->new_game(derive_seed(kWorkloadSeed, {first + i}));
        bytes_per_child_ = searcher_->think(*start_, std::nullopt, [] { return false; }).bytes_per_child;
      }
    });
  }

  [[nodiscard]] double bytes_per_child() const { return bytes_per_child_; }

 private:
  std::unique_ptr<Position> start_;
  std::unique_ptr<Searcher> searcher_;
  double bytes_per_child_ = 0;
};

/// Searches of the game's first position in slots, each slot with a searcher of its own.
class LanesRun final : ThinkSource {
 public:
  LanesRun(const Game& game, const std::string& backup, std::uint64_t simulations) : game_(game), start_(game.start()) {
    const SearchSettings settings = search_settings(game, backup, simulations);
    evaluator_ = settings.evaluator;
    for (std::size_t slot = 0; slot < game.slots(evaluator_); ++slot)
      searchers_.push_back(game.make_searcher(settings));
  }

  [[nodiscard]] std::size_t slots() const { return searchers_.size(); }
  /// CPU seconds of `count` searches whose seeds begin at `first`, the end with lanes falling empty included.
  double seconds(std::uint64_t first, std::uint64_t count) {
    next_ = first;
    end_ = first + count;
    return seconds_of([&] { game_.think_side_by_side(evaluator_, slots(), *this); });
  }

 private:
  std::optional<ThinkTask> next(std::size_t slot) override {
    if (next_ == end_) return std::nullopt;
    searchers_[slot]->new_game(derive_seed(kWorkloadSeed, {next_++}));
    return ThinkTask{.searcher = searchers_[slot].get(), .position = start_.get(), .stop = &never_};
  }
  void finished(std::size_t, SearchResult) override {}

  const Game& game_;
  std::unique_ptr<Position> start_;
  NamedParams evaluator_;
  std::vector<std::unique_ptr<Searcher>> searchers_;
  std::function<bool()> never_ = [] { return false; };
  std::uint64_t next_ = 0;
  std::uint64_t end_ = 0;
};

/// How many times a piece of work of `seconds` makes up a sample.
std::uint64_t repeats(double seconds) {
  return seconds >= kSampleSeconds ? 1 : static_cast<std::uint64_t>(std::ceil(kSampleSeconds / seconds));
}

/// `seconds(count)`: CPU seconds of so many units; `warm_up` of them come first.
template <class Seconds>
Row measure_units(const Workload& workload, std::uint64_t warm_up, const Seconds& seconds) {
  const std::uint64_t count = warm_up * repeats(seconds(warm_up));
  std::vector<double> rates;
  for (int sample = 0; sample < kSamples; ++sample) rates.push_back(static_cast<double>(count) / seconds(count));
  Row row;
  row.workload = workload;
  row.per_second = median(rates);
  return row;
}

Row measure_playouts(const Workload& workload, const Game& game) {
  const std::unique_ptr<Position> start = game.start();
  Rng rng(kWorkloadSeed);
  return measure_units(workload, 100, [&](std::uint64_t count) {
    return seconds_of([&] {
      for (std::uint64_t i = 0; i < count; ++i) start->random_playout(rng);
    });
  });
}

Row measure_lane_playouts(const Workload& workload) {
  LanePlayouts playouts(kLaneBoard, workload.is_traced);
  const std::uint64_t lanes = playouts.lanes();
  Row row = measure_units(workload, 100 * lanes, [&](std::uint64_t count) { return playouts.seconds(count); });
  row.lanes = static_cast<int>(lanes);
  if (!workload.is_traced) return row;
  LanePlayouts untraced(kLaneBoard, false);
  const auto count = static_cast<std::uint64_t>(row.per_second * kSampleSeconds) / lanes * lanes;
  std::vector<double> ratios;
  for (int sample = 0; sample < kSamples; ++sample) ratios.push_back(playouts.seconds(count) / untraced.seconds(count));
  row.cost_ratio = median(ratios);
  return row;
}

Row measure_search(const Workload& workload, const Game& game) {
  const bool is_beside = !workload.beside.empty();
  SearchRun driven(game, settings_of(workload, game), game.start());
  SearchRun other(game,
                  search_settings(game, is_beside ? workload.beside : workload.backup, workload.simulations,
                                  surroundings_of(workload), "", playouts_for(workload.backup)),
                  game.start());
  const std::uint64_t count = repeats(driven.seconds(0, 1));
  if (is_beside) other.seconds(0, 1);
  std::vector<double> rates;
  std::vector<double> ratios;
  for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
    const double seconds = driven.seconds(sample * count, count);
    rates.push_back(static_cast<double>(count * workload.simulations) / seconds);
    if (is_beside) ratios.push_back(seconds / other.seconds(sample * count, count));
  }
  Row row;
  row.workload = workload;
  row.per_second = median(rates);
  row.bytes_per_child = driven.bytes_per_child();
  if (is_beside) row.cost_ratio = median(ratios);
  return row;
}

Row measure_network(const Workload& workload) {
  const net::Model model = load(workload.network);
  NetworkRun run(model, workload.network.size, workload.path);
  return measure_units(workload, 1, [&](std::uint64_t count) { return run.seconds(count); });
}

/// A search with a network, alternating with the network alone.
Row measure_network_search(const Workload& workload, const Game& game) {
  const net::Model model = load(workload.network);
  NetworkRun alone(model, workload.network.size, workload.path);
  SearchRun search(game, network_settings(game, workload), middle_position(game));
  const std::uint64_t count = repeats(search.seconds(0, 1));
  const std::uint64_t units = count * workload.simulations;
  std::vector<double> rates;
  std::vector<double> ratios;
  for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
    const double seconds = search.seconds(sample * count, count);
    rates.push_back(static_cast<double>(units) / seconds);
    ratios.push_back(seconds / alone.seconds(units));
  }
  Row row;
  row.workload = workload;
  row.per_second = median(rates);
  row.bytes_per_child = search.bytes_per_child();
  row.cost_ratio = median(ratios);
  return row;
}

Row measure_lanes(const Workload& workload, const Game& game) {
  LanesRun run(game, workload.backup, workload.simulations);
  // Full lanes are the rule in a tournament: a sample is long enough for its ragged end not to count.
  constexpr std::uint64_t kSearchesASlot = 8;
  const std::uint64_t least = kSearchesASlot * run.slots();
  const std::uint64_t count = least * repeats(run.seconds(0, least));
  std::vector<double> rates;
  for (std::uint64_t sample = 0; sample < kSamples; ++sample)
    rates.push_back(static_cast<double>(count * workload.simulations) / run.seconds(sample * count, count));
  Row row;
  row.workload = workload;
  row.lanes = static_cast<int>(run.slots());
  row.per_second = median(rates);
  return row;
}

bool has_lanes(const std::string& name) {
  const std::unique_ptr<Game> game = make_game(parse_game(name, {}));
  return game->slots(search_settings(*game, "average", 1).evaluator) > 1;
}

/// Evaluations and searches by networks, and self-play.
void add_network_workloads(std::vector<Workload>& all) {
  std::vector<net::Path> paths = net::paths_here();
  if (paths.front() != net::Path::f32_plain) std::erase(paths, net::Path::f32_plain);
  for (const BenchNetwork& network : bench_networks())
    for (const net::Path path : paths) {
      Workload workload{.game = fmt::format("go:{}", network.size), .kind = "evaluate"};
      workload.network = network;
      workload.path = path;
      all.push_back(workload);
      if (network.path.empty()) continue;
      workload.kind = "search";
      workload.backup = "average";
      workload.simulations = kNetworkSimulations;
      all.push_back(workload);
    }
  for (const net::Path path : paths)
    for (const std::size_t threads : {1U, 2U}) {
      Workload workload{.game = "go:9", .kind = "selfplay", .simulations = 16, .threads = threads};
      workload.network = bench_networks().front();
      workload.path = path;
      all.push_back(workload);
    }
}

/// Rules of built-in operators at their default parameters, written as formulas. Coulom's scale is the game's own.
struct WrittenRule {
  std::string_view backup;
  std::string_view formula;
};
constexpr WrittenRule kWrittenRules[] = {
    {"max", "{name: formula, value: max(q)}"},
    {"softmax",
     "{name: formula, value: 'dot(u, q) / sum(u)', define: {u: n * exp(beta * (q - max(q))), beta: 'grow(g, N)'}, "
     "parameters: {g: {value: [-8, -7, -6, -5, -4]}}}"},
    {"coulom",
     "{name: formula, own: drop, value: '(at(n, b) * at(q, b) + u * mean) / (at(n, b) + u)', define: {b: 'argmax(q, "
     "n)', "
     "u: 'where(N > 16 * A, N * 2 / 16, 2 * A)'}, parameters: {A: {value: 81}}}"}};

void add_formula_workloads(std::vector<Workload>& all) {
  for (const WrittenRule& rule : kWrittenRules)
    for (const auto& [game, simulations] : {std::pair{"go:9", 5'000ULL}, std::pair{"connect4", 10'000ULL}})
      all.push_back({.game = game,
                     .kind = "search",
                     .backup = std::string(rule.backup),
                     .rule = std::string(rule.formula),
                     .simulations = simulations,
                     .beside = std::string(rule.backup)});
}

constexpr const char* kSearchedGames[] = {"connect4", "go:9", "go:19"};

void add_playout_workloads(std::vector<Workload>& all) {
  for (const char* game : kSearchedGames) all.push_back({.game = game, .kind = "playout"});
  for (const char* game : {"breakthrough", "breakthrough:6", "othello", "othello:6", "hex", "kalah"})
    all.push_back({.game = game, .kind = "playout"});
  if (best_lane_width(kLaneBoard) == LaneWidth::none) return;
  Workload workload{.game = fmt::format("go:{}", kLaneBoard), .kind = "playout"};
  workload.uses_lanes = true;
  all.push_back(workload);
  workload.is_traced = true;
  all.push_back(workload);
}

/// Every selection rule that playouts can serve, beside ucb1 under the same operator.
void add_selection_workloads(std::vector<Workload>& all) {
  for (const Described& rule : selections()) {
    if (rule.name == "ucb1") continue;
    const std::string backup = reads_variances({rule.name, {}}) ? "gaussian_max" : "average";
    Workload workload{.game = "go:9", .kind = "search", .backup = backup, .simulations = 5'000ULL, .beside = backup};
    workload.selection = rule.name;
    all.push_back(workload);
  }
}

/// Heuristics in place of playouts, cut playouts and greedy ones, beside the same search with whole playouts.
void add_heuristic_workloads(std::vector<Workload>& all) {
  for (const char* game : {"breakthrough", "connect4", "hex", "kalah", "othello"})
    for (const char* judge : {"heuristic", "{name: playouts, plies: 20}", "{name: playouts, epsilon: 0.1}"}) {
      Workload workload{
          .game = game, .kind = "search", .backup = "average", .simulations = 1'000ULL, .beside = "average"};
      workload.judge = judge;
      all.push_back(workload);
    }
}

/// Every rule at the root beside the same search without it.
void add_root_workloads(std::vector<Workload>& all) {
  for (const Described& rule : root_rules()) {
    if (rule.name == SearchSettings{}.root.name) continue;
    Workload workload{
        .game = "go:9", .kind = "search", .backup = "average", .simulations = 1'000ULL, .beside = "average"};
    workload.root = rule.name;
    all.push_back(workload);
  }
}

}  // namespace

int playouts_for(const std::string& backup) { return get_operator(backup).needs_uncertainty ? 2 : 1; }

std::string Workload::operator_name() const { return (rule.empty() ? "" : "formula:") + backup; }

std::string Workload::label() const {
  std::string text = kind == "search" ? fmt::format("{} search {} {}", game, operator_name(), simulations)
                                      : fmt::format("{} {}", game, kind);
  if (!companion.empty()) text += " " + companion;
  if (!selection.empty()) text += " " + selection;
  if (!root.empty()) text += " root " + root;
  if (!judge.empty()) text += " " + judge;
  if (is_traced) text += " traced";
  if (threads > 1) text += fmt::format(" {} threads", threads);
  if (uses_lanes) text += " lanes";
  if (has_network()) text += fmt::format(" {} {}", network.name, net::path_name(path));
  return text;
}

std::string Row::unit() const {
  if (workload.kind == "evaluate") return "evaluations";
  if (workload.kind == "selfplay") return "positions";
  return workload.kind == "search" ? "simulations" : "playouts";
}

std::string Row::evaluator() const {
  if (!workload.judge.empty()) return workload.judge;
  if (!workload.has_network()) {
    const int playouts = workload.backup.empty() ? 1 : playouts_for(workload.backup);
    return playouts == 1 ? "playouts" : fmt::format("playouts x {}", playouts);
  }
  return fmt::format("net {} {}", workload.network.name, net::path_name(workload.path));
}

std::vector<Workload> all_workloads() {
  std::vector<Workload> all;
  add_playout_workloads(all);
  for (const std::string game : kSearchedGames)
    for (const std::uint64_t simulations : {1'000ULL, 5'000ULL, 10'000ULL})
      for (const bool uses_lanes : {false, true}) {
        if (uses_lanes && !has_lanes(game)) continue;
        Workload workload{.game = game, .kind = "search", .backup = "average", .simulations = simulations};
        workload.uses_lanes = uses_lanes;
        all.push_back(workload);
      }
  for (const OperatorEntry& entry : operators()) {
    const std::string& name = entry.description.name;
    if (name == "average") continue;
    for (const auto& [game, simulations] : {std::pair{"go:9", 5'000ULL}, std::pair{"connect4", 10'000ULL}})
      all.push_back({.game = game, .kind = "search", .backup = name, .simulations = simulations, .beside = "average"});
  }
  add_formula_workloads(all);
  add_selection_workloads(all);
  add_root_workloads(all);
  add_heuristic_workloads(all);
  for (const Described& companion : companions()) {
    Workload workload{
        .game = "go:9", .kind = "search", .backup = "average", .simulations = 1'000ULL, .beside = "average"};
    workload.companion = companion.name;
    all.push_back(workload);
  }
  add_network_workloads(all);
  return all;
}

SearchSettings settings_of(const Workload& workload, const Game& game) {
  Surroundings surroundings = surroundings_of(workload);
  if (!workload.selection.empty()) surroundings.selection = workload.selection;
  if (!workload.root.empty()) surroundings.root = workload.root;
  surroundings.judge = workload.judge;
  return search_settings(game, workload.rule.empty() ? workload.backup : workload.rule, workload.simulations,
                         surroundings, workload.companion, playouts_for(workload.backup));
}

Row measure(const Workload& workload) {
  const std::unique_ptr<Game> game = make_game(parse_game(workload.game, {}));
  const double clock_before = additions_per_second();
  const bool is_search = workload.kind == "search";
  Row row = workload.kind == "selfplay" ? measure_selfplay(workload)
            : workload.has_network() ? (is_search ? measure_network_search(workload, *game) : measure_network(workload))
            : is_search ? (workload.uses_lanes ? measure_lanes(workload, *game) : measure_search(workload, *game))
                        : (workload.uses_lanes ? measure_lane_playouts(workload) : measure_playouts(workload, *game));
  row.cycles = 0.5 * (clock_before + additions_per_second()) / row.per_second;
  return row;
}

}  // namespace rootward::bench
