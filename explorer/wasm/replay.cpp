// The order of a block's visited run is the order of first visits, as it was in the search.
#include "explorer/wasm/replay.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "backup/formula_parameters.h"

namespace rootward::explorer {
namespace {

SearchSettings settings_of(const Recording& recording) {
  SearchSettings settings;
  settings.solver = recording.solver;
  return settings;
}

double real_of(std::string_view hex) {
  std::uint64_t bits = 0;
  for (const char digit : hex)
    bits = bits * 16 + static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  return std::bit_cast<double>(bits);
}

std::string_view take(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return part;
}

/// %41 is A.
std::string unescaped(std::string_view text) {
  const auto digit = [](char one) { return one <= '9' ? one - '0' : (one | 0x20) - 'a' + 10; };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || i + 2 >= text.size()) {
      plain += text[i];
    } else {
      plain += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
      i += 2;
    }
  }
  return plain;
}

/// "n HEX", "t TEXT", "l COUNT item ..", "m COUNT key item ..": texts and keys are escaped.
ParamTree tree_of(std::string_view& text) {
  ParamTree tree;
  const char kind = take(text, ' ').front();
  if (kind == 'n') {
    tree.kind = ParamTree::Kind::number;
    tree.number = real_of(take(text, ' '));
  } else if (kind == 't') {
    tree.kind = ParamTree::Kind::text;
    tree.text = unescaped(take(text, ' '));
  } else {
    tree.kind = kind == 'm' ? ParamTree::Kind::map : ParamTree::Kind::list;
    const int count = std::atoi(std::string(take(text, ' ')).c_str());
    for (int i = 0; i < count; ++i) {
      if (kind == 'm') tree.keys.push_back(unescaped(take(text, ' ')));
      tree.items.push_back(tree_of(text));
    }
  }
  return tree;
}

ParamValue value_of(char type, std::string_view text) {
  if (type == 'b') return text == "1";
  if (type == 'i') return std::int64_t{std::atoll(std::string(text).c_str())};
  if (type == 'r') return real_of(text);
  if (type == 't') return std::string(text);
  if (type == 'n') return std::monostate{};
  if (type == 'y') return tree_of(text);
  std::vector<double> numbers;
  while (!text.empty()) numbers.push_back(real_of(take(text, ' ')));
  return numbers;
}

/// Puts a TellingBackup around each operator; the driver's comes first.
std::vector<TellingBackup*> make_telling(SearchOperators& operators) {
  std::vector<TellingBackup*> all;
  const auto wrap = [&](std::unique_ptr<Backup>& op) {
    auto telling = std::make_unique<TellingBackup>(std::move(op));
    all.push_back(telling.get());
    op = std::move(telling);
  };
  wrap(operators.driver);
  for (std::unique_ptr<Backup>& shadow : operators.shadows) wrap(shadow);
  return all;
}

/// A node as a rule over its children sees it, its numbers copied so that they can be moved.
struct ProbedNode {
  std::vector<Value> values;
  NodeView view;

  ProbedNode(const Block& block, int column, bool has_priors) {
    const BlockHeader& head = block.header();
    values.assign(block.real(column), block.real(column) + head.visited);
    view.own_visits = head.own_visits;
    view.own_mean = head.own_mean;
    view.child_count = head.visited;
    view.child_visits = block.visits();
    view.child_means = block.means();
    view.child_priors = has_priors && head.has_priors ? block.priors() : nullptr;
    view.active_unvisited = head.open_unvisited();
  }

  /// The rule's value. What a rule over children does not read is set to what no node has.
  [[nodiscard]] Value run(Backup& op) const {
    constexpr Value kOdd = 0.123456789;
    NodeView copy = view;
    copy.child_values = values.data();
    copy.value = -kOdd;
    op.update(copy, kOdd);
    return copy.value;
  }

  /// How run() changes with one of the node's numbers.
  [[nodiscard]] double slope(Backup& op, Value& number) const {
    constexpr double kStep = 1e-5;
    const Value kept = number;
    number = kept + kStep;
    const Value up = run(op);
    number = kept - kStep;
    const Value down = run(op);
    number = kept;
    return (up - down) / (2 * kStep);
  }
};

}  // namespace

std::unique_ptr<Backup> read_operator(std::string_view text, const OperatorContext& context) {
  const OperatorEntry& entry = get_operator(take(text, '\n'));
  GivenParams given;
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    const std::string key(take(line, ' '));
    const std::string_view type = take(line, ' ');
    constexpr std::string_view kOwn = "parameters.";  // of a formula
    if (key.starts_with(kOwn))
      formula::set_own_parameter(given, key.substr(kOwn.size()), value_of(type.front(), line));
    else
      given[key] = value_of(type.front(), line);
  }
  return make_backup({entry.description.name, resolve_params(entry.description.parameters, given)}, context);
}

Replay::Replay(const Recording& recording, SearchOperators operators)
    : recording_(recording),
      operators_(make_telling(operators)),
      core_(settings_of(recording), std::move(operators), recording.has_priors) {
  actions_.assign(std::max<std::size_t>(recording.legal[0], 1), kNoAction);
  core_.begin(static_cast<Seat>(recording.seat[0]), actions_, (recording.flags[0] & 1) != 0);
  if (recording.has_priors && (recording.flags[0] & 4) != 0) core_.root_block().header().has_priors = true;
}

BlockRef Replay::open(std::uint32_t node, Slot slot) {
  Tree& tree = core_.tree();
  if (const BlockRef there = tree.child_block(slot); there != kNoBlock) return there;
  actions_.assign(recording_.legal[node], kNoAction);
  const std::uint8_t flags = recording_.flags[node];
  const BlockRef made = (flags & 1) != 0 ? tree.expand_chance(slot, actions_)
                                         : tree.expand(slot, static_cast<Seat>(recording_.seat[node]), actions_);
  if (recording_.has_priors && (flags & 4) != 0) tree.block(made).header().has_priors = true;
  return made;
}

void Replay::walk(std::uint32_t leaf) {
  way_.clear();
  for (std::uint32_t node = leaf; node != 0; node = recording_.parent[node]) way_.push_back(node);
  std::reverse(way_.begin(), way_.end());
  Path& path = core_.path();
  path.start(core_.tree().root());
  std::uint32_t above = 0;
  for (const std::uint32_t node : way_) {
    const BlockRef ref = open(above, path.back());
    const Block block = core_.tree().block(ref);
    const Action move = recording_.move[node];
    const Action* found = std::find(block.actions(), block.actions() + block.count(), move);
    auto index = static_cast<std::uint32_t>(found - block.actions());
    if (index == block.count()) {
      index = block.admit(block.header().visited);
      block.actions()[index] = move;
      if (recording_.has_priors && !recording_.prior.empty()) block.priors()[index] = recording_.prior[node];
    }
    path.push({ref, index});
    above = node;
  }
}

void Replay::run_to(std::uint32_t count) {
  for (; done_ < count; ++done_) {
    const std::uint32_t leaf = recording_.leaf[done_];
    walk(leaf);
    const std::uint8_t ends = recording_.ends[done_];
    if ((ends & 1) != 0) open(leaf, core_.path().back());
    const double uncertainty = recording_.uncertainty.empty() ? 0 : recording_.uncertainty[done_];
    core_.complete(
        {.value = recording_.value[done_], .playout_plies = recording_.plies[done_], .uncertainty = uncertainty},
        (ends & 2) != 0);
  }
}

void Replay::run_told(std::uint32_t count) {
  run_to(count - 1);
  for (TellingBackup* op : operators_) op->set_telling(true);
  run_to(count);
  for (TellingBackup* op : operators_) op->set_telling(false);
}

Slot Replay::slot_of(std::uint32_t node) const {
  if (node == 0) return core_.tree().root();
  const Slot above = slot_of(recording_.parent[node]);
  if (above.block == kNoBlock) return {kNoBlock, 0};
  const BlockRef ref = core_.tree().child_block(above);
  if (ref == kNoBlock) return {kNoBlock, 0};
  const Block block = core_.tree().block(ref);
  const Action* end = block.actions() + block.count();
  const Action* found = std::find(static_cast<const Action*>(block.actions()), end, recording_.move[node]);
  return found == end ? Slot{kNoBlock, 0} : Slot{ref, static_cast<std::uint32_t>(found - block.actions())};
}

int Replay::column_of(std::uint32_t op) const { return op == 0 ? kValueColumn : core_.column_of_shadow(op - 1); }

/// The root's slot is in the view of the first seat that was to move there: the same as its chooser's.
double Replay::value(std::uint32_t node, std::uint32_t op) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return 0;
  return core_.tree().block(slot.block).real(column_of(op))[slot.index];
}
double Replay::mean(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  return slot.block == kNoBlock ? 0 : core_.tree().block(slot.block).means()[slot.index];
}
std::uint32_t Replay::visits(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  return slot.block == kNoBlock ? 0 : core_.tree().block(slot.block).visits()[slot.index];
}
std::vector<Action> Replay::children(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  const BlockRef ref = slot.block == kNoBlock ? kNoBlock : core_.tree().child_block(slot);
  if (ref == kNoBlock) return {};
  const Block block = core_.tree().block(ref);
  return {block.actions(), block.actions() + block.header().visited};
}
bool Replay::is_proven(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  return slot.block != kNoBlock && core_.tree().block(slot.block).is_proven(slot.index);
}
std::uint32_t Replay::own_visits(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return 0;
  const BlockRef ref = core_.tree().child_block(slot);
  return ref == kNoBlock ? visits(node) : core_.tree().block(ref).header().own_visits;
}
double Replay::own_mean(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return 0;
  const BlockRef ref = core_.tree().child_block(slot);
  if (ref != kNoBlock) return core_.tree().block(ref).header().own_mean;
  const double flip =
      sign_of(static_cast<Seat>(recording_.seat[node])) * sign_of(core_.tree().block(slot.block).header().seat);
  return flip * mean(node);
}

Action Replay::preferred(std::uint32_t node, std::uint32_t op) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return kNoAction;
  const BlockRef ref = core_.tree().child_block(slot);
  if (ref == kNoBlock) return kNoAction;
  const Block block = core_.tree().block(ref);
  const double* values = block.real(column_of(op));
  std::uint32_t best = kNoChild;
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    if (block.visits()[i] == 0) continue;
    if (best == kNoChild || values[i] > values[best] ||
        (values[i] == values[best] && block.visits()[i] > block.visits()[best]))
      best = i;
  }
  return best == kNoChild ? kNoAction : block.actions()[best];
}

Replay::Pulls Replay::pulls(std::uint32_t node, std::uint32_t op) const {
  const Slot slot = slot_of(node);
  const BlockRef ref = slot.block == kNoBlock ? kNoBlock : core_.tree().child_block(slot);
  if (ref == kNoBlock || !operators_[op]->columns().empty()) return {};
  const Block block = core_.tree().block(ref);
  if (block.header().is_chance || block.header().visited == 0) return {};
  ProbedNode probed(block, column_of(op), core_.tree().layout().has_priors);
  probed.view.visits = visits(node);
  probed.view.simulation = done_;
  const double flip = sign_of(block.header().seat) * sign_of(core_.tree().block(slot.block).header().seat);
  probed.view.mean = flip * mean(node);
  if (probed.run(*operators_[op]) != flip * value(node, op)) return {};
  Pulls pulls;
  pulls.own = probed.slope(*operators_[op], probed.view.own_mean);
  for (std::uint32_t i = 0; i < probed.values.size(); ++i)
    pulls.children.push_back({block.actions()[i], probed.slope(*operators_[op], probed.values[i])});
  return pulls;
}

}  // namespace rootward::explorer
