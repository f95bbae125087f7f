// A companion: what a search keeps beside its operator, for the selection and for playouts alone (`companions` in
// configurations). Each is one file of search/companions/ with name, parameters, what it asks for, and its hooks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/types.h"
#include "search/selection.h"
#include "search/settings.h"
#include "search/tree.h"

namespace rootward {

/// What a companion asks for, and what others need to know of it.
struct CompanionNeeds {
  bool keys = false;                 ///< moves that mean the same in other positions (KeyedMoves)
  bool keys_without_priors = false;  ///< the same where the evaluator gives no priors
  bool scores = false;               ///< a selection rule that scores children
  bool values = false;               ///< a selection rule that reads children's values
  bool urgency = false;              ///< one that sends simulations to unvisited children first
  bool temperature = false;          ///< one that draws by a softmax of the values
  bool playouts = false;             ///< an evaluator that plays games to the end
  bool owners = false;               ///< places with an owner at a game's end (OwnedPlaces)
  bool hides_children = false;       ///< operators do not see all of a node's children
  std::string_view beside{};         ///< another companion, which it changes; "" = none
  /// Parameters under which it acts within a thousand simulations, as YAML.
  std::string_view acting = "{}";
};

/// What the companions of one search share.
struct CompanionGround {
  SearchSettings settings;
  bool has_priors = false;    ///< children have room for priors
  bool gives_priors = false;  ///< the evaluator fills it
  std::vector<MoveKey> keys;  ///< by action, those of the game's moves; empty: it has none
  std::size_t key_count = 0;
  PlayoutPolicy policy;

  [[nodiscard]] MoveKey key_of(const Block& block, std::uint32_t index) const {
    const Action action = block.actions()[index];
    return action < keys.size() ? keys[action] : kNoMoveKey;
  }
};

/// A simulation that is over: root first, leaf last.
struct FinishedSimulation {
  const Tree& tree;
  std::span<const Slot> path;
  Value value;   ///< the leaf's return, first seat's view
  Value result;  ///< who won: whoever won the playout whose moves are told, where there was one
  const PlayoutTrace& trace;
};

/// A companion of one search: a class with kName, describe(), kNeeds and a constructor from its resolved parameters. It
/// keeps plain statistics of raw leaf returns, in the chooser's view. No operator sees them and no value holds them.
/// The numbers of a child stand in its block, in columns that unvisited children have too. A node that the solver has
/// proven is neither read nor counted.
class Companion {
 public:
  Companion() = default;
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;
  virtual ~Companion() = default;

  /// Before anything else: what is shared, the first of its columns, and the search's companions, itself among them.
  void settle(CompanionGround& ground, int first_column, std::span<const std::unique_ptr<Companion>> all) {
    ground_ = &ground;
    column_ = first_column;
    meet(all);
  }
  /// Real columns that a child's numbers take.
  [[nodiscard]] virtual int columns() const { return 0; }
  /// Whether playouts are traced for it.
  [[nodiscard]] virtual bool wants_trace() const { return false; }
  /// Whether traces tell the owners of places, too.
  [[nodiscard]] virtual bool wants_owners() const { return false; }

  /// Forgets everything; `seed` fixes every random choice until the next call.
  virtual void new_game(std::uint64_t) {}
  /// A search begins.
  virtual void begin(bool /*keeps_tree*/) {}
  /// A block was made, all of whose children are unvisited.
  virtual void made(const Block&) {}
  /// A simulation begins.
  virtual void start() {}
  virtual void update(const FinishedSimulation&) {}

  // What it says to the selection. Values are in the view of the player who chooses.
  /// Whether it has a say in the present simulation's choices.
  [[nodiscard]] virtual bool has_say() const { return false; }
  /// Whether it changes values that the selection reads in the present simulation.
  [[nodiscard]] virtual bool mixes() const { return false; }
  /// Before a node's children are looked at: those that are eligible, `count` so far, stand first. Returns their
  /// number.
  [[nodiscard]] virtual std::uint32_t prepare(const SelectionNode&, std::uint32_t count) { return count; }
  /// Changes the values of a node's first children, where mixes(): of visited ones what the selection is to read, of
  /// the others what they are worth, or not a number where nothing is known of them. Those of proven ones stay.
  virtual void mix(const SelectionNode&, std::span<double> /*values*/) const {}
  /// Whether it adds bonuses.
  [[nodiscard]] virtual bool has_bonus() const { return false; }
  /// What is added to the score of an unproven child with this value.
  [[nodiscard]] virtual double bonus(const SelectionNode&, std::uint32_t /*index*/, Value /*value*/,
                                     std::uint32_t /*visits*/) const {
    return 0;
  }
  /// Whether it says what unvisited children score where nothing is known of them.
  [[nodiscard]] virtual bool sets_urgency() const { return false; }
  [[nodiscard]] virtual Value urgency(const SelectionNode&) const { return 0; }
  /// Whether it changes the values that are drawn by.
  [[nodiscard]] virtual bool changes_draws() const { return false; }
  /// Changes those of a node's first children.
  virtual void change_draws(const Block&, std::uint32_t /*visits*/, std::vector<double>& /*values*/) const {}

  // What it says to playouts.
  [[nodiscard]] virtual bool guides_playouts() const { return false; }
  /// Fills the shared policy before a playout.
  virtual void guide() {}

 protected:
  virtual void meet(std::span<const std::unique_ptr<Companion>>) {}
  [[nodiscard]] CompanionGround& ground() const { return *ground_; }
  [[nodiscard]] double* own_column(const Block& block) const { return block.real(column_); }
  /// The search's companion of this class; null: there is none.
  template <class Other>
  [[nodiscard]] static Other* find(std::span<const std::unique_ptr<Companion>> all) {
    for (const std::unique_ptr<Companion>& one : all)
      if (auto* found = dynamic_cast<Other*>(one.get())) return found;
    return nullptr;
  }

 private:
  CompanionGround* ground_ = nullptr;
  int column_ = 0;
};

/// Every companion, in the order in which `list` shows them and configurations store them.
const std::vector<Described>& companions();
const CompanionNeeds& companion_needs(std::string_view name);
std::unique_ptr<Companion> make_companion(const NamedParams& choice);

}  // namespace rootward
