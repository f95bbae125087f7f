// The table of companions, and those of one search.
#include "search/companions.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "search/companions/amaf.h"
#include "search/companions/criticality.h"
#include "search/companions/entropy.h"
#include "search/companions/first_play_urgency.h"
#include "search/companions/history.h"
#include "search/companions/mast.h"
#include "search/companions/progressive_bias.h"
#include "search/companions/replies.h"
#include "search/companions/widening.h"

namespace rootward {
namespace {

struct CompanionRow {
  std::string_view name;
  CompanionNeeds needs;
  std::unique_ptr<Companion> (*make)(const Params&);
};

template <class Kind>
std::unique_ptr<Companion> make_kind(const Params& params) {
  return std::make_unique<Kind>(params);
}

constexpr CompanionRow kCompanionRows[] = {
#define ROOTWARD_COMPANION(Kind) {Kind::kName, Kind::kNeeds, &make_kind<Kind>},
#include "search/companions/companions.def"
#undef ROOTWARD_COMPANION
};

const CompanionRow& companion_row(std::string_view name) {
  const CompanionRow* row = std::ranges::find(kCompanionRows, name, &CompanionRow::name);
  if (row == std::end(kCompanionRows)) throw std::logic_error("no companion is called " + std::string(name));
  return *row;
}

}  // namespace

const std::vector<Described>& companions() {
  static const std::vector<Described> all = {
#define ROOTWARD_COMPANION(Kind) Kind::describe(),
#include "search/companions/companions.def"
#undef ROOTWARD_COMPANION
  };
  return all;
}

const CompanionNeeds& companion_needs(std::string_view name) { return companion_row(name).needs; }

std::unique_ptr<Companion> make_companion(const NamedParams& choice) {
  return companion_row(choice.name).make(choice.params);
}

Companions::Companions(const SearchSettings& settings) : traces_(settings.batch.leaves) {
  ground_.settings = settings;
  for (const NamedParams& one : settings.companions) all_.push_back(make_companion(one));
  for (const std::unique_ptr<Companion>& one : all_) {
    if (one->has_bonus()) bonuses_.push_back(one.get());
    if (one->changes_draws()) drawn_.push_back(one.get());
    if (one->guides_playouts()) guides_.push_back(one.get());
    if (one->sets_urgency()) urgency_ = one.get();
  }
}

int Companions::columns() const {
  int columns = 0;
  for (const std::unique_ptr<Companion>& one : all_) columns += one->columns();
  return columns;
}

void Companions::place(int first_column, bool has_prior_column, bool gives_priors) {
  ground_.has_priors = has_prior_column;
  ground_.gives_priors = gives_priors;
  for (const std::unique_ptr<Companion>& one : all_) {
    one->settle(ground_, first_column, all_);
    first_column += one->columns();
    wants_trace_ |= one->wants_trace();
    wants_owners_ |= one->wants_owners();
  }
}

void Companions::new_game(std::uint64_t seed) {
  ground_.policy.seed(derive_seed(seed, "playout policy"));
  for (const std::unique_ptr<Companion>& one : all_) one->new_game(seed);
}

void Companions::begin(std::vector<MoveKey> keys, bool keeps_tree) {
  ground_.keys = std::move(keys);
  ground_.key_count = 0;
  for (const MoveKey key : ground_.keys)
    if (key != kNoMoveKey) ground_.key_count = std::max<std::size_t>(ground_.key_count, key + std::size_t{1});
  if (wants_owners_)
    for (PlayoutTrace& trace : traces_) trace.want_owners(ground_.key_count);
  for (const std::unique_ptr<Companion>& one : all_) one->begin(keeps_tree);
}

void Companions::start() {
  traces_[turn_].clear();
  has_say_ = false;
  mixers_.clear();
  for (const std::unique_ptr<Companion>& one : all_) {
    one->start();
    has_say_ |= one->has_say();
    if (one->mixes()) mixers_.push_back(one.get());
  }
}

PlayoutPolicy* Companions::policy(const Tree& tree, std::span<const Slot> path) {
  if (guides_.empty()) return nullptr;
  const auto key_before = [&](std::size_t plies) {
    if (path.size() <= plies) return kNoMoveKey;
    const Slot slot = path[path.size() - plies];
    return ground_.key_of(tree.block(slot.block), slot.index);
  };
  ground_.policy.start(key_before(1), key_before(2));
  for (Companion* guide : guides_) guide->guide();
  return &ground_.policy;
}

void Companions::update(const Tree& tree, std::span<const Slot> path, Value value) {
  const PlayoutTrace& trace = traces_[turn_];
  const FinishedSimulation simulation{tree, path, value, trace.result().value_or(value), trace};
  for (const std::unique_ptr<Companion>& one : all_) one->update(simulation);
}

std::uint32_t Companions::prepare(const SelectionNode& node) {
  std::uint32_t count = node.block.header().active;
  for (const std::unique_ptr<Companion>& one : all_) count = one->prepare(node, count);
  return count;
}

void Companions::mix(const SelectionNode& node, std::uint32_t count) {
  const std::uint32_t visited = node.block.header().visited;
  scores_.assign(node.reads, node.reads + std::min(count, visited));
  scores_.resize(count, std::numeric_limits<double>::quiet_NaN());
  for (const Companion* one : mixers_) one->mix(node, scores_);
}

}  // namespace rootward
