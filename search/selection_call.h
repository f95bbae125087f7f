// A selection rule behind calls, for searches into which it is not compiled.
#pragma once

#include <cstdint>
#include <memory>

#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"

namespace rootward {

class Companions;

class SelectionCall {
 public:
  SelectionCall(bool is_unvisited_first, bool has_draws) : unvisited_first(is_unvisited_first), draws(has_draws) {}
  SelectionCall(const SelectionCall&) = delete;
  SelectionCall& operator=(const SelectionCall&) = delete;
  virtual ~SelectionCall() = default;

  /// As the rule's own: the index of a visited child, or of an unvisited one where the rule judges these too.
  [[nodiscard]] virtual std::uint32_t select(const SelectionNode& node, Rng& rng) const = 0;
  /// guided_select() by the rule.
  [[nodiscard]] virtual std::uint32_t guided(const SelectionNode& node, Companions& companions, bool takes_unvisited,
                                             Rng& tree_rng, Rng& rule_rng) const = 0;

  const bool unvisited_first;  ///< SelectionRule::kUnvisitedFirst
  const bool draws;            ///< SelectionRule::kDraws
};

/// The rule of that name. Throws ParamError as its constructor does.
std::unique_ptr<SelectionCall> make_selection_call(const NamedParams& selection);

}  // namespace rootward
