// A search and its tree: what `rootward search` shows, and every visited node as columns.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/exploration_record.h"
#include "core/errors.h"
#include "core/guest_failure.h"
#include "lab/config/parts.h"
#include "lab/play/operator_labels.h"
#include "lab/play/player.h"
#include "lab/play/recording.h"
#include "lab/play/search_record_file.h"
#include "lab/play/trace.h"
#include "python/native.h"
#include "python/position.h"
#include "python/visit_order.h"
#include "search/search_core.h"

namespace rootward::python {
namespace {

/// Looks for Ctrl-C now and then while C++ thinks without the interpreter's lock.
class InterruptWatch {
 public:
  [[nodiscard]] bool operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (interrupt_ || now < next_) return interrupt_ != nullptr;
    next_ = now + std::chrono::milliseconds(50);
    const py::gil_scoped_acquire lock;
    // Taken out of the interpreter at once: rules may still be called before the search ends.
    if (PyErr_CheckSignals() != 0) interrupt_ = std::make_exception_ptr(py::error_already_set());
    return interrupt_ != nullptr;
  }
  void raise() const {
    if (interrupt_) std::rethrow_exception(interrupt_);
  }

 private:
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
  std::exception_ptr interrupt_;
};

/// The columns of a tree, an element a node, parents before children; VisitOrder has their order for users.
struct TreeColumns {
  std::vector<std::int64_t> parent;
  std::vector<std::string> move;
  std::vector<Action> action;
  std::vector<std::int32_t> depth, seat;
  std::vector<std::uint32_t> visits, own_visits;
  std::vector<double> mean, own_mean, prior, values;  // values: operators side by side
  std::vector<bool> proven;
};

class TreeReader {
 public:
  TreeReader(const SearchCore& core, std::size_t operators) : core_(core), operators_(operators) {}

  TreeColumns read(const Position& root) {
    columns_.move.emplace_back();
    const Slot slot = core_.tree().root();
    if (core_.tree().block(slot.block).visits()[slot.index] > 0) add(slot, root, -1, kNoAction, 0);
    return std::move(columns_);
  }

 private:
  void add(Slot slot, const Position& position, std::int64_t parent, Action action, int depth) {
    const Tree& tree = core_.tree();
    const Block siblings = tree.block(slot.block);
    const std::uint32_t i = slot.index;
    const auto self = static_cast<std::int64_t>(columns_.parent.size());
    columns_.parent.push_back(parent);
    columns_.action.push_back(action);
    columns_.depth.push_back(depth);
    columns_.seat.push_back(static_cast<int>(siblings.header().seat));
    columns_.visits.push_back(siblings.visits()[i]);
    columns_.mean.push_back(siblings.means()[i]);
    const bool has_priors = depth > 0 && tree.layout().has_priors && siblings.header().has_priors;
    columns_.prior.push_back(has_priors ? static_cast<double>(siblings.priors()[i]) : kUnknown);
    columns_.proven.push_back(siblings.is_proven(i));
    columns_.values.push_back(siblings.values()[i]);
    for (std::size_t s = 0; s + 1 < operators_; ++s)
      columns_.values.push_back(siblings.real(core_.column_of_shadow(s))[i]);
    const BlockRef ref = siblings.children()[i];
    add_own(siblings, i, ref);
    if (ref == kNoBlock) return;
    const Block block = tree.block(ref);
    for (std::uint32_t k = 0; k < block.count(); ++k) {
      if (block.visits()[k] == 0) continue;
      const std::unique_ptr<Position> below = position.clone();
      columns_.move.push_back(position.action_text(block.actions()[k]));
      below->play(block.actions()[k]);
      add({ref, k}, *below, self, block.actions()[k], depth + 1);
    }
  }

  /// A node without a block has no evaluations but its own.
  void add_own(const Block& siblings, std::uint32_t i, BlockRef ref) {
    if (ref == kNoBlock) {
      columns_.own_visits.push_back(siblings.visits()[i]);
      columns_.own_mean.push_back(siblings.means()[i]);
      return;
    }
    const BlockHeader& own = core_.tree().block(ref).header();
    columns_.own_visits.push_back(own.own_visits);
    columns_.own_mean.push_back(sign_of(own.seat) * sign_of(siblings.header().seat) * own.own_mean);
  }

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const SearchCore& core_;
  std::size_t operators_;
  TreeColumns columns_;
};

/// The rows of a column, `width` numbers each, in another order.
template <class T>
std::vector<T> in_order(const std::vector<T>& column, const std::vector<std::size_t>& order, std::size_t width = 1) {
  std::vector<T> rows;
  rows.reserve(column.size());
  for (const std::size_t node : order)
    for (std::size_t k = 0; k < width; ++k) rows.push_back(column[node * width + k]);
  return rows;
}

TreeColumns in_order(const TreeColumns& columns, const std::vector<std::size_t>& order, std::size_t operators) {
  std::vector<std::int64_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::int64_t>(i);
  TreeColumns sorted{.parent = in_order(columns.parent, order),
                     .move = in_order(columns.move, order),
                     .action = in_order(columns.action, order),
                     .depth = in_order(columns.depth, order),
                     .seat = in_order(columns.seat, order),
                     .visits = in_order(columns.visits, order),
                     .own_visits = in_order(columns.own_visits, order),
                     .mean = in_order(columns.mean, order),
                     .own_mean = in_order(columns.own_mean, order),
                     .prior = in_order(columns.prior, order),
                     .values = in_order(columns.values, order, operators),
                     .proven = in_order(columns.proven, order)};
  for (std::int64_t& parent : sorted.parent)
    if (parent >= 0) parent = place[static_cast<std::size_t>(parent)];
  return sorted;
}

template <class T>
py::array array_of(const std::vector<T>& numbers) {
  return py::array_t<T>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

py::dict dict_of(const TreeColumns& columns, std::size_t operators) {
  py::array_t<bool> proven(static_cast<py::ssize_t>(columns.proven.size()));
  std::ranges::copy(columns.proven, proven.mutable_data());
  py::dict tree;
  tree["parent"] = array_of(columns.parent);
  tree["move"] = columns.move;
  tree["depth"] = array_of(columns.depth);
  tree["seat"] = array_of(columns.seat);
  tree["visits"] = array_of(columns.visits);
  tree["mean"] = array_of(columns.mean);
  tree["own_visits"] = array_of(columns.own_visits);
  tree["own_mean"] = array_of(columns.own_mean);
  tree["prior"] = array_of(columns.prior);
  tree["proven"] = proven;
  tree["values"] = array_of(columns.values).reshape(std::vector<py::ssize_t>{-1, static_cast<py::ssize_t>(operators)});
  return tree;
}

/// A recorded search's simulations: where each ended, as a number of the tree's nodes; what its leaf was worth; how
/// long its playout was.
struct Simulations {
  std::vector<std::int64_t> leaf;
  std::vector<double> value;
  std::vector<std::int32_t> plies;
};

/// Values are turned into the view of who moves at the root. The record counts nodes as the tree's columns do.
Simulations simulations_of(const RecordedSearch& record, Seat root) {
  Simulations simulations;
  for (std::size_t i = 0; i < record.leaf.size(); ++i) {
    simulations.leaf.push_back(record.leaf[i]);
    simulations.value.push_back(sign_of(root) * record.value[i] + 0.0);
    simulations.plies.push_back(record.plies[i]);
  }
  return simulations;
}

py::object move_text(const Position& position, Action action) {
  if (action == kNoAction) return py::none();
  return py::str(position.action_text(action));
}

/// Moves from the position on, each written where it is played.
std::vector<std::string> line_text(const Position& from, const std::vector<Action>& line) {
  std::vector<std::string> texts;
  const std::unique_ptr<Position> walk = from.clone();
  for (const Action action : line) {
    texts.push_back(walk->action_text(action));
    walk->play(action);
  }
  return texts;
}

py::dict child_dict(const RootChild& child, const Position& position, const std::vector<std::string>& operators) {
  py::dict row;
  row["move"] = move_text(position, child.action);
  row["visits"] = child.visits;
  row["value"] = child.value;
  row["mean"] = child.mean;
  row["prior"] = child.prior;
  row["policy"] = child.policy;
  row["proven"] = child.proof != 0;
  for (std::size_t i = 1; i < operators.size(); ++i) row[operators[i].c_str()] = child.shadows[i - 1];
  return row;
}

/// One search that lives for a game.
class PySearcher {
 public:
  using Shadows = std::vector<std::pair<std::string, std::string>>;  // label ("" = none) and YAML

  PySearcher(const std::string& game, const std::string& search, const std::string& backup, const Shadows& shadows,
             std::uint64_t seed, bool is_recorded)
      : game_(game_of_text(game, seed)), player_(parse_search_player(search, backup, {}, game_->id())) {
    SearchSettings& settings = player_.search;
    if (!settings.budget.is_reproducible()) seconds_ = settings.budget.seconds;
    std::vector<LabelledOperator> labelled = {{.label = "", .op = settings.backup}};
    for (const auto& [label, yaml] : shadows) {
      labelled.push_back({.label = label, .op = parse_backup(yaml, "shadows")});
      check_backup(yaml, "shadows", operator_context(*game_, settings));
      settings.shadows.push_back(labelled.back().op);
    }
    operators_ = operator_labels(labelled);
    if (settings.budget.kind == Budget::Kind::game_clock)
      throw UsageError("search: a budget by a game's clock belongs to games; give simulations or seconds");
    if (is_recorded) record();
    listen();
    new_game(seed);
  }

  void new_game(std::uint64_t seed) {
    const Busy busy(is_busy_);
    begin_game(seed);
  }

  py::dict think(const std::vector<std::string>& moves) {
    const std::unique_ptr<Position> position = position_after(moves);
    SearchResult result;
    search(moves.size(), [&](const std::function<bool()>& stop) {
      result = searcher_->think(*position, seconds_, stop);
      return result.reused_visits;
    });
    py::dict answer = dict_of_result(result, *position);
    result_ = std::move(result);
    return answer;
  }

  /// What it would answer after each of so many simulations.
  py::list checkpoints(const std::vector<std::string>& moves, const std::vector<std::uint64_t>& counts) {
    if (counts.empty() || counts.front() < 1 || !std::ranges::is_sorted(counts, std::ranges::less_equal{}))
      throw UsageError("checkpoints: rising numbers of simulations are allowed, from 1 on");
    const std::unique_ptr<Position> position = position_after(moves);
    std::vector<SearchResult> results;
    search(moves.size(), [&](const std::function<bool()>& stop) {
      (void)searcher_->think_through(
          *position, counts, [&](std::size_t, const SearchResult& result) { results.push_back(result); }, stop);
      return results.empty() ? 0 : results.back().reused_visits;
    });
    py::list answers;
    for (const SearchResult& result : results) answers.append(dict_of_result(result, *position));
    result_ = std::move(results.back());
    return answers;
  }

  void observe(const std::vector<std::string>& before, const std::string& move) {
    const std::unique_ptr<Position> position = game_->start();
    for (const std::string& text : before) play_text(*position, text);
    const std::optional<Action> action = position->parse_action(move);
    if (!action || !position->is_legal(*action)) throw UsageError(move + " is not legal here");
    const Busy busy(is_busy_);
    has_tree_ = false;  // what is kept of it hangs from another root now
    searcher_->observe(*action);
    order_->descend(*action);
  }

  py::dict tree() {
    const Busy busy(is_busy_);
    const SearchedTree searched = searched_tree();
    TreeColumns columns;
    {
      const py::gil_scoped_release release;
      columns = TreeReader(*searched.core, operators_.size()).read(*searched.root);
      columns = in_order(columns, order_->order(columns.parent, columns.action), operators_.size());
    }
    return dict_of(columns, operators_.size());
  }
  std::string trace() {
    const Busy busy(is_busy_);
    const SearchedTree searched = searched_tree();
    const py::gil_scoped_release release;
    std::ostringstream out;
    write_trace_json(searched, {.operators = operators_, .returns = game_->facts().returns}, out);
    return out.str();
  }
  /// Of a recorded search: leaf, value and plies of each simulation.
  py::dict simulations() {
    const Busy busy(is_busy_);
    const SearchedTree searched = recorded_tree();
    const Simulations simulations = simulations_of(keeper_->recording(), searched.root->to_move());
    py::dict answer;
    answer["leaf"] = array_of(simulations.leaf);
    answer["value"] = array_of(simulations.value);
    answer["plies"] = array_of(simulations.plies);
    return answer;
  }
  /// The explorer's page.
  [[nodiscard]] py::bytes explore(const std::string& title) {
    const Busy busy(is_busy_);
    RecordOperators shown{.operators = {player_.search.backup}, .labels = operators_};
    shown.operators.insert(shown.operators.end(), player_.search.shadows.begin(), player_.search.shadows.end());
    check_page_operators(shown.operators);
    return py::bytes(explored_page(record_of(title), shown));
  }
  /// The record as lines.
  [[nodiscard]] py::bytes record_text() {
    const Busy busy(is_busy_);
    return py::bytes(search_record_text(record_of("")));
  }
  [[nodiscard]] const std::vector<std::string>& operators() const { return operators_; }

 private:
  /// A record is of one search, from its first simulation on.
  void record() {
    if (player_.search.reuse_tree) throw UsageError("search.reuse_tree: a recorded search begins with an empty tree");
    keeper_ = std::make_unique<RecordKeeper>();
  }
  void listen() {
    const auto& recorded = dynamic_cast<const RecordedGame&>(*game_);  // as all games of ours
    order_ = std::make_unique<VisitOrder>(keeper_.get());
    searcher_ = recorded.make_recorded_searcher(player_.search, *order_);
  }
  void begin_game(std::uint64_t seed) {
    searcher_->new_game(seed);
    order_->forget(order_->size());
    seed_ = seed;
    has_tree_ = false;
  }

  [[nodiscard]] std::unique_ptr<Position> position_after(const std::vector<std::string>& moves) const {
    std::unique_ptr<Position> position = game_->start();
    for (const std::string& move : moves) play_text(*position, move);
    if (position->is_over()) throw UsageError("moves: the game is over there");
    return position;
  }

  /// `think(stop)` searches and tells how many visits of the root were there before. What it throws leaves a tree of
  /// which a part has no values: it is given up.
  template <class Think>
  void search(std::size_t ply, Think think) {
    const Busy busy(is_busy_);
    has_tree_ = false;
    InterruptWatch watch;
    try {
      const py::gil_scoped_release release;
      const std::size_t before = order_->size();
      if (think([&watch] { return watch(); }) == 0) order_->forget(before);
    } catch (GuestFailure& failure) {
      failure.add_place(fmt::format("game {}, ply {}", game_->id().name, ply));
      begin_game(seed_);
      throw;
    } catch (...) {
      begin_game(seed_);
      throw;
    }
    watch.raise();
    has_tree_ = true;
  }

  /// Says that the search or its tree is in use, to its end: the interpreter's lock is let go meanwhile, or a rule in
  /// Python is asked. The flag itself changes under that lock alone.
  class Busy {
   public:
    explicit Busy(bool& flag) : flag_(flag) {
      if (flag_) throw std::runtime_error("this search is at work already; a rule or another thread cannot call it");
      flag_ = true;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() { flag_ = false; }

   private:
    bool& flag_;
  };

  [[nodiscard]] SearchedTree searched_tree() const {
    if (!has_tree_) throw std::runtime_error("there is no tree before think(), nor after a move");
    return searcher_->tree();
  }

  [[nodiscard]] SearchRecord record_of(const std::string& title) const {
    const SearchedTree searched = recorded_tree();
    check_recordable(player_.search);
    return search_record({.seed = seed_,
                          .title = title,
                          .look_for = {},
                          .game = *game_,
                          .position = *searched.root,
                          .player = player_,
                          .labels = operators_,
                          .recording = keeper_->recording(),
                          .result = result_});
  }

  [[nodiscard]] SearchedTree recorded_tree() const {
    if (keeper_ == nullptr) throw std::runtime_error("simulations are kept by search(record=True) alone");
    return searched_tree();
  }

  [[nodiscard]] py::dict dict_of_result(const SearchResult& result, const Position& position) const {
    py::dict answer;
    answer["move"] = move_text(position, result.move);
    answer["value"] = result.value;
    answer["mean"] = result.mean;
    answer["shadows"] = result.shadow_values;
    answer["simulations"] = result.simulations;
    answer["reused_visits"] = result.reused_visits;
    answer["seconds"] = result.seconds;
    answer["pv"] = line_text(position, result.principal_variation);
    py::list children;
    for (const RootChild& child : result.children) children.append(child_dict(child, position, operators_));
    answer["children"] = children;
    return answer;
  }

  std::shared_ptr<const Game> game_;
  PlayerSpec player_;
  std::uint64_t seed_ = 0;
  std::vector<std::string> operators_;
  std::unique_ptr<RecordKeeper> keeper_;  // before those who tell it
  std::unique_ptr<VisitOrder> order_;
  std::unique_ptr<Searcher> searcher_;
  SearchResult result_;
  std::optional<double> seconds_;
  bool is_busy_ = false;
  bool has_tree_ = false;
};

}  // namespace

void bind_search(py::module_& module) {
  py::class_<PySearcher>(module, "Searcher")
      .def(py::init<std::string, std::string, std::string, PySearcher::Shadows, std::uint64_t, bool>())
      .def("new_game", &PySearcher::new_game)
      .def("think", &PySearcher::think)
      .def("checkpoints", &PySearcher::checkpoints)
      .def("observe", &PySearcher::observe)
      .def("tree", &PySearcher::tree)
      .def("trace", &PySearcher::trace)
      .def("simulations", &PySearcher::simulations)
      .def("explore", &PySearcher::explore)
      .def("record", &PySearcher::record_text)
      .def("operators", &PySearcher::operators);
}

}  // namespace rootward::python
