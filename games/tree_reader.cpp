// Explicit trees as a user writes them: strict reading of nodes, probabilities and leaves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "games/tree.h"

namespace rootward {
namespace {

constexpr double kMostSpreads = 100;  // of the range of leaves: larger deviations drown what they are added to
constexpr int kDeepest = 1000;        // deeper trees could exhaust the stack of recursive readers
constexpr const char* kNodeForms = "a map with one key (max, min, chance, bernoulli or normal), or a leaf's number";

class TreeReader {
 public:
  TreeReader(double low, double high) : low_(low), high_(high) {}

  void read_node(const ParamTree& given, std::uint32_t node, const std::string& key, int depth) {
    if (depth > kDeepest) return refuse(key, fmt::format("is deeper than {} plies", kDeepest));
    if (given.kind == ParamTree::Kind::number) return read_value(given, node, key);
    if (given.kind != ParamTree::Kind::map) return refuse(key, not_allowed(given, kNodeForms));
    const ParamTree* heuristic = member(given, "heuristic");
    if (given.items.size() != (heuristic == nullptr ? 1 : 2))
      return refuse(key, fmt::format("a node has exactly one key; allowed: {}", kNodeForms));
    const std::size_t at = given.keys[0] == "heuristic" ? 1 : 0;
    const std::string& kind = given.keys[at];
    const std::string below = fmt::format("{}.{}", key, kind);
    if (kind == "max" || kind == "min" || kind == "chance") {
      read_heuristic(heuristic, node, key);
      return read_moves(given.items[at], kind, node, below, depth);
    }
    if (heuristic != nullptr) return refuse(key + ".heuristic", "is read beside max, min and chance alone");
    if (kind == "bernoulli") return read_bernoulli(given.items[0], node, below);
    if (kind == "normal") return read_normal(given.items[0], node, below);
    const std::vector<std::string> kinds{"max", "min", "chance", "bernoulli", "normal"};
    refuse(below, fmt::format("unknown kind of node; allowed: {}{}", kNodeForms, hint_text(kind, kinds)));
  }

  /// Throws ParamError where anything was wrong.
  ExplicitTree::Rules take() {
    if (!errors_.empty()) throw ParamError(std::move(errors_));
    return std::move(rules_);
  }

 private:
  void refuse(const std::string& key, const std::string& message) { errors_.emplace_back(key, message); }
  static std::string not_allowed(const ParamTree& given, std::string_view allowed) {
    constexpr std::size_t kShown = 60;
    std::string text = param_text(given);
    if (text.size() > kShown) text = text.substr(0, kShown) + "...";
    return fmt::format("{} is not allowed; allowed: {}", text, allowed);
  }
  [[nodiscard]] double mapped(double number) const {
    return low_ == -1 && high_ == 1 ? number : (number - 0.5 * low_ - 0.5 * high_) / (0.5 * high_ - 0.5 * low_);
  }
  [[nodiscard]] bool is_leaf_number(const ParamTree& given) const {
    return given.kind == ParamTree::Kind::number && given.number >= low_ && given.number <= high_;
  }

  static const ParamTree* member(const ParamTree& map, std::string_view key) {
    const auto found = std::ranges::find(map.keys, key);
    return found == map.keys.end() ? nullptr : &map.items[static_cast<std::size_t>(found - map.keys.begin())];
  }

  /// The root says whether there are heuristic values.
  void read_heuristic(const ParamTree* given, std::uint32_t node, const std::string& key) {
    const std::string path = key + ".heuristic";
    if (given == nullptr) {
      if (node != 0 && rules_.has_heuristics()) refuse(path, "is required: the root has one");
      return;
    }
    if (node != 0 && !rules_.has_heuristics()) return refuse(path, "is not allowed: the root has none");
    if (!is_leaf_number(*given))
      return refuse(path, not_allowed(*given, fmt::format("a number in [{}, {}]", low_, high_)));
    rules_.set_heuristic(node, mapped(given->number));
  }

  void read_value(const ParamTree& given, std::uint32_t node, const std::string& key) {
    if (!is_leaf_number(given))
      return refuse(key, not_allowed(given, fmt::format("a number in [{}, {}]", low_, high_)));
    rules_.set_leaf(node, {.kind = ExplicitTree::Leaf::Kind::value, .mean = mapped(given.number), .spread = 0});
  }

  void read_bernoulli(const ParamTree& given, std::uint32_t node, const std::string& key) {
    const bool is_good = given.kind == ParamTree::Kind::number && given.number >= 0 && given.number <= 1;
    if (!is_good) return refuse(key, not_allowed(given, "a probability in [0, 1]"));
    rules_.set_leaf(
        node, {.kind = ExplicitTree::Leaf::Kind::bernoulli, .mean = 2 * given.number - 1, .spread = given.number});
  }

  void read_normal(const ParamTree& given, std::uint32_t node, const std::string& key) {
    const std::string allowed =
        fmt::format("[mean, sd], mean in [{}, {}] and sd in [0, {}]", low_, high_, kMostSpreads * (high_ - low_));
    const bool is_good = given.kind == ParamTree::Kind::list && given.items.size() == 2 &&
                         is_leaf_number(given.items[0]) && given.items[1].kind == ParamTree::Kind::number &&
                         given.items[1].number >= 0 && given.items[1].number <= kMostSpreads * (high_ - low_);
    if (!is_good) return refuse(key, not_allowed(given, allowed));
    rules_.set_leaf(node, {.kind = ExplicitTree::Leaf::Kind::normal,
                           .mean = mapped(given.items[0].number),
                           .spread = given.items[1].number / (0.5 * high_ - 0.5 * low_)});
  }

  void read_moves(const ParamTree& moves, std::string_view kind, std::uint32_t node, const std::string& key,
                  int depth) {
    const bool is_chance = kind == "chance";
    if (moves.kind != ParamTree::Kind::map || moves.items.empty())
      return refuse(key, not_allowed(moves, is_chance ? "a map from each outcome's name to [probability, node]"
                                                      : "a map from each move's name to a node, with one at least"));
    is_chance ? rules_.set_chance(node) : rules_.set_chooser(node, kind == "max" ? Seat::first : Seat::second);
    double total = 0;
    bool has_all = true;
    for (std::size_t i = 0; i < moves.items.size(); ++i) {
      const std::string below = fmt::format("{}.{}", key, moves.keys[i]);
      const std::optional<std::uint32_t> child = add(node, moves.keys[i], below);
      if (!child) continue;
      if (is_chance)
        has_all = read_outcome(moves.items[i], *child, below, depth, total) && has_all;
      else
        read_node(moves.items[i], *child, below, depth + 1);
    }
    constexpr double kTolerance = 1e-9;
    if (is_chance && has_all && std::fabs(total - 1) > kTolerance)
      refuse(key, fmt::format("the probabilities sum to {}; allowed: 1", total));
  }

  std::optional<std::uint32_t> add(std::uint32_t node, const std::string& move, const std::string& key) {
    try {
      return rules_.add(node, move);
    } catch (const UsageError& error) {
      refuse(key, error.what());
      return std::nullopt;
    }
  }

  bool read_outcome(const ParamTree& given, std::uint32_t child, const std::string& key, int depth, double& total) {
    const bool is_pair = given.kind == ParamTree::Kind::list && given.items.size() == 2;
    if (!is_pair) {
      refuse(key, not_allowed(given, "[probability, node]"));
      return false;
    }
    const ParamTree& share = given.items[0];
    const bool is_good = share.kind == ParamTree::Kind::number && share.number > 0 && share.number <= 1;
    if (!is_good) refuse(key + "[0]", not_allowed(share, "a probability in (0, 1]"));
    if (is_good) rules_.set_probability(child, share.number);
    total += is_good ? share.number : 0;
    read_node(given.items[1], child, key + "[1]", depth + 1);
    return is_good;
  }

  double low_;
  double high_;
  ExplicitTree::Rules rules_;
  std::vector<ParamError> errors_;
};

}  // namespace

ExplicitTree::Rules read_tree(const ParamTree& root, const std::string& key, double low, double high) {
  TreeReader reader(low, high);
  reader.read_node(root, 0, key, 0);
  return reader.take();
}

ExplicitTree::Rules make_tree_rules(const Params& params) { return read_tree(params.tree("root"), "root"); }

const Described& tree_description() {
  static const Described description{
      .name = "tree",
      .help = "a game tree written out: who moves at each node, and the leaves as values or distributions",
      .source = "ours; the textbook example is in docs/games.md",
      .parameters = {{.key = "root",
                      .help =
                          "a node: {max: {move: node, ..}}, {min: ..}, {chance: {outcome: [probability, node], ..}}, "
                          "or a leaf: a number in [-1, 1] in MAX's view, {bernoulli: p} (+1 with probability p, "
                          "else -1), {normal: [mean, sd]}; nodes with moves may say heuristic: number too, all or none",
                      .type = ParamType::tree,
                      .required = true,
                      .source = "ours"}}};
  return description;
}

}  // namespace rootward
