// What an evaluator says of itself to the table, and the parameters that evaluators share.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/params.h"
#include "evaluators/registry.h"
#include "search/evaluator.h"

namespace rootward {

/// An entry stands beside its evaluator's class: kName, describe(), make<P>(), and whatever differs from this.
/// `params` are resolved; relative files count from `folder`.
struct EvaluatorEntry {
  /// Then puct and expansion `self` are a search's defaults.
  static bool gives_priors(const Params&) { return false; }
  /// Whether it plays games to the end, which policies of playouts then guide.
  static bool plays_out(const Params&) { return false; }
  /// Whether it says how far its values may be off (Evaluation::uncertainty). Throws UsageError as network() does.
  static bool knows_uncertainty(const Params&, const std::string&) { return false; }
  /// The networks that it is made of; "" for none. Throws UsageError for files that are missing or wrong.
  static std::string network(const Params&, const std::string&) { return ""; }
  /// Throws UsageError where it cannot judge this game, as far as that is known without opening files.
  template <GameState P>
  static void check(const Params&) {}
  /// How many searches one thread should carry side by side with it (Evaluator::slots).
  template <GameState P>
  static std::size_t slots(const Params&, const typename P::Rules&) {
    return 1;
  }
};

/// How many playouts an evaluation has.
ParamSpec count_spec();
// make_evaluator.h has them; here for evaluators that are made of others.
template <GameState P>
std::unique_ptr<Evaluator<P>> make_evaluator(const NamedParams& id, const typename P::Rules& rules,
                                             const std::string& folder);
template <GameState P>
void check_evaluator(const NamedParams& id);
template <GameState P>
std::size_t evaluator_slots(const NamedParams& id, const typename P::Rules& rules);

/// Throws the same error with `key` before its keys.
[[noreturn]] void throw_below(std::string_view key, const ParamError& error);
/// Throws as evaluator_slots() does, ParamErrors at their place below `key`.
template <GameState P>
void check_nested(const Params& params, std::string_view key, const typename P::Rules& rules) {
  const NamedParams id = nested_evaluator(params, key);
  try {
    (void)evaluator_slots<P>(id, rules);
  } catch (const ParamError& error) {
    throw_below(key, error);
  }
}

}  // namespace rootward
