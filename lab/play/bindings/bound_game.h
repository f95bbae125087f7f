// Joins a game (a GameState) with search and evaluators behind the virtual faces of experiments/game.h.
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backup/registry.h"
#include "evaluators/registry.h"
#include "evaluators/static_judge.h"
#include "games/perft.h"
#include "lab/play/bindings/bound_judge.h"
#include "lab/play/bindings/bound_solver.h"
#include "lab/play/bindings/bound_view.h"
#include "lab/play/game.h"
#include "lab/play/recorded_game.h"
#include "search/checkpoints.h"
#include "search/search.h"
#include "search/side_by_side.h"

namespace rootward {

template <GameState P>
class BoundPosition final : public Position {
 public:
  explicit BoundPosition(P state) : state_(std::move(state)) {}
  [[nodiscard]] const P& state() const { return state_; }

  [[nodiscard]] std::unique_ptr<Position> clone() const override { return std::make_unique<BoundPosition>(state_); }
  [[nodiscard]] Seat to_move() const override { return state_.to_move(); }
  [[nodiscard]] bool is_over() const override { return state_.is_over(); }
  [[nodiscard]] Value result() const override { return state_.result(); }
  [[nodiscard]] Ending ending() const override { return state_.ending(); }
  [[nodiscard]] std::vector<Action> legal_actions() const override {
    ActionList list;
    state_.legal_actions(list);
    return {list.begin(), list.end()};
  }
  [[nodiscard]] bool is_legal(Action action) const override { return state_.is_legal(action); }
  void play(Action action) override { state_.play(action); }
  [[nodiscard]] std::uint64_t hash() const override { return state_.hash(); }
  [[nodiscard]] std::uint64_t canonical_hash() const override { return state_.canonical_hash(); }
  [[nodiscard]] std::string action_text(Action action) const override { return state_.action_text(action); }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const override {
    return state_.parse_action(text);
  }
  [[nodiscard]] std::string to_text() const override { return state_.to_text(); }
  [[nodiscard]] std::string drawing() const override { return state_.drawing(); }
  [[nodiscard]] std::vector<std::string> board_rows() const override {
    if constexpr (ShowsBoard<P>) return state_.board_rows();
    return {};
  }
  bool resume(Seat seat) override {
    if constexpr (ResumesPlay<P>) state_.resume(seat);
    return ResumesPlay<P>;
  }
  [[nodiscard]] std::optional<double> margin() const override {
    if constexpr (CountsPoints<P>) return state_.margin();
    return std::nullopt;
  }
  PlayoutResult random_playout(Rng& rng) override { return state_.random_playout(rng); }
  [[nodiscard]] bool is_chance() const override {
    if constexpr (StochasticGame<P>) return state_.is_chance();
    return Position::is_chance();
  }
  [[nodiscard]] Action draw_outcome(Rng& rng) const override {
    if constexpr (StochasticGame<P>) return state_.draw_outcome(rng);
    return Position::draw_outcome(rng);
  }
  [[nodiscard]] double probability(Action outcome) const override {
    if constexpr (StochasticGame<P>) {
      if (state_.is_chance()) return state_.probability(outcome);
    }
    return Position::probability(outcome);
  }
  [[nodiscard]] Value draw_result(Rng& rng) const override {
    if constexpr (NoisyGame<P>) return state_.draw_result(rng);
    return Position::draw_result(rng);
  }
  [[nodiscard]] Value match_result(Rng& rng) const override {
    if constexpr (ScoresMatches<P>) {
      if (const std::optional<Value> scored = state_.match_result()) return *scored;
    }
    return Position::match_result(rng);
  }
  [[nodiscard]] std::optional<Value> exact_value() const override {
    if constexpr (ExactGame<P>) return state_.exact_value();
    return Position::exact_value();
  }
  [[nodiscard]] std::uint64_t perft(int depth) const override {
    P scratch = state_;
    return rootward::perft(scratch, depth);
  }

 private:
  P state_;
};

template <GameState P>
class BoundSearcher final : public Searcher {
 public:
  /// `recorder`: hears of every simulation; null: nobody does.
  BoundSearcher(const SearchSettings& settings, const typename P::Rules& rules, const OperatorContext& context,
                SimulationRecorder* recorder = nullptr)
      : evaluator_(bound_evaluator<P>(settings.evaluator, rules, settings.folder.path)),
        search_(
            make_search<P>(settings, make_operators(settings, context, recorder), gives_priors(settings.evaluator))) {
    if (const std::optional<Params> by = heuristic_of(settings))
      search_->look_by([judge = StaticJudge<P>(*by, rules)](const P& position) { return judge.first_seats(position); });
  }

  void new_game(std::uint64_t seed) override {
    search_->core().new_game(seed);
    evaluator_->new_game(seed);
  }

  void share(SharedMemories& memories) override { evaluator_->share(memories); }

  void adjust(std::uint64_t simulations, bool explores) override { search_->core().adjust(simulations, explores); }

  [[nodiscard]] Search<P>& search() { return *search_; }
  static const P& state_of(const Position& position) { return dynamic_cast<const BoundPosition<P>&>(position).state(); }

  SearchResult think(const Position& position, std::optional<double> seconds,
                     const std::function<bool()>& stop) override {
    return run_search(*search_, *evaluator_, state_of(position), seconds, stop);
  }

  bool think_through(const Position& position, std::span<const std::uint64_t> checkpoints,
                     const std::function<void(std::size_t, const SearchResult&)>& tell,
                     const std::function<bool()>& stop) override {
    return run_checkpoints(*search_, *evaluator_, state_of(position), checkpoints, tell, stop);
  }
  [[nodiscard]] SearchedTree tree() const override {
    assert(search_->position());
    return {.core = &search_->core(), .root = std::make_unique<BoundPosition<P>>(*search_->position())};
  }
  void leave_aside(std::vector<Action> moves) override { search_->core().leave_aside(std::move(moves)); }

  void observe(Action action) override { search_->core().observe(action); }

  [[nodiscard]] SearchResult snapshot() override { return search_->core().snapshot(); }
  [[nodiscard]] std::vector<Action> variation(Action first) const override {
    return search_->core().principal_variation(first);
  }

  EvaluationReport evaluate(const Position& position) override {
    P state = state_of(position);
    const EvaluationRequest<P> request{.position = &state, .rng = &search_->core().evaluation_rng()};
    Evaluation evaluation;
    evaluator_->evaluate({&request, 1}, {&evaluation, 1});
    EvaluationReport report;
    report.value = evaluation.value * sign_of(state.to_move());
    report.is_cached = evaluation.cached > 0;
    ActionList actions;
    state.legal_actions(actions);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const double prior = evaluation.priors.empty() ? share_of(state, actions[i], actions.size())
                                                     : static_cast<double>(evaluation.priors[i]);
      report.priors.emplace_back(actions[i], prior);
    }
    return report;
  }

 private:
  static SearchOperators make_operators(const SearchSettings& settings, const OperatorContext& context,
                                        SimulationRecorder* recorder) {
    SearchOperators operators;
    operators.driver = make_backup(settings.backup, context);
    if (recorder != nullptr)
      operators.driver = std::make_unique<RecordingBackup>(std::move(operators.driver), *recorder);
    for (const NamedParams& shadow : settings.shadows) operators.shadows.push_back(make_backup(shadow, context));
    return operators;
  }
  /// Where nothing is known: alike, or an outcome's probability.
  static double share_of(const P& state, Action action, std::size_t count) {
    if constexpr (StochasticGame<P>) {
      if (state.is_chance()) return state.probability(action);
    }
    static_cast<void>(state);
    static_cast<void>(action);
    return 1.0 / static_cast<double>(count);
  }

  std::unique_ptr<Evaluator<P>> evaluator_;
  std::unique_ptr<Search<P>> search_;
};

/// Names the searches of bound searchers to the search room.
template <GameState P>
class BoundSource final : public SearchSource<P> {
 public:
  explicit BoundSource(ThinkSource& source) : source_(source) {}

  std::optional<SearchTask<P>> next(std::size_t slot) override {
    const std::optional<ThinkTask> task = source_.next(slot);
    if (!task) return std::nullopt;
    return SearchTask<P>{.search = &dynamic_cast<BoundSearcher<P>&>(*task->searcher).search(),
                         .root = &BoundSearcher<P>::state_of(*task->position),
                         .stop = task->stop};
  }
  void finished(std::size_t slot, SearchResult result) override { source_.finished(slot, std::move(result)); }

 private:
  ThinkSource& source_;
};

template <GameState P>
class BoundGame final : public Game, public NetworkGame, public RecordedGame {
 public:
  BoundGame(NamedParams id, typename P::Rules rules, GameFacts facts)
      : id_(std::move(id)), rules_(std::move(rules)), facts_(facts) {
    ActionList actions;
    const P start(rules_);
    start.legal_actions(actions);
    facts_.branching = std::max(1, static_cast<int>(actions.size()));
    if constexpr (KeyedMoves<P>) facts_.has_move_keys = !start.move_keys().empty();
    facts_.has_owners = OwnedPlaces<P>;
  }

  [[nodiscard]] const NamedParams& id() const override { return id_; }
  [[nodiscard]] const GameFacts& facts() const override { return facts_; }
  [[nodiscard]] Judgements judgements() const override {
    if constexpr (JudgedByLook<P>) return P::judgements(rules_);
    return {};
  }
  [[nodiscard]] std::unique_ptr<Position> start() const override {
    return std::make_unique<BoundPosition<P>>(P(rules_));
  }
  [[nodiscard]] std::unique_ptr<Position> from_text(std::string_view text) const override {
    return std::make_unique<BoundPosition<P>>(P::from_text(rules_, text));
  }
  [[nodiscard]] std::unique_ptr<Position> set_up(const std::vector<std::string>& rows, Seat to_move) const override {
    if constexpr (SetsUpBoard<P>) return std::make_unique<BoundPosition<P>>(P::set_up(rules_, rows, to_move));
    return nullptr;
  }
  [[nodiscard]] std::unique_ptr<Searcher> make_searcher(const SearchSettings& settings) const override {
    return std::make_unique<BoundSearcher<P>>(settings, rules_, operator_context(*this, settings));
  }
  [[nodiscard]] std::unique_ptr<Searcher> make_recorded_searcher(const SearchSettings& settings,
                                                                 SimulationRecorder& recorder) const override {
    return std::make_unique<BoundSearcher<P>>(settings, rules_, operator_context(*this, settings), &recorder);
  }
  [[nodiscard]] std::unique_ptr<Solver> make_solver(const NamedParams& evaluator,
                                                    const SourceFolder& folder) const override {
    return std::make_unique<BoundSolver<P>>(bound_evaluator<P>(evaluator, rules_, folder.path));
  }
  [[nodiscard]] std::size_t slots(const NamedParams& evaluator) const override {
    return bound_evaluator_slots<P>(evaluator, rules_);
  }
  void think_side_by_side(const NamedParams& evaluator, std::size_t slots, ThinkSource& source) const override {
    BoundSource<P> searches(source);
    SideBySide<P>(searches, slots).run(rules_, *bound_evaluator<P>(evaluator, rules_, ""));
  }
  [[nodiscard]] std::unique_ptr<NetworkView> make_network_view(const std::string& planes) const override {
    if constexpr (net::PlayedByNetworks<P>)
      return std::make_unique<BoundView<P, &BoundSearcher<P>::state_of>>(parse_view_planes(planes), rules_);
    return nullptr;
  }
  [[nodiscard]] std::string fewest_planes() const override {
    if constexpr (requires { net::EncoderFactory<P>::planes(rules_); }) return net::EncoderFactory<P>::planes(rules_);
    return "history 1";
  }

 private:
  NamedParams id_;
  typename P::Rules rules_;
  GameFacts facts_;
};

}  // namespace rootward
