// What an operator tells of one update, term by term: its own rule run with somebody listening.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/inline.h"
#include "core/types.h"
#include "search/node_view.h"

namespace rootward {

/// A number of a rule at one node, or a number a child in NodeView's order; values in the node's view, in [-1, 1].
struct Term {
  std::string_view name;  ///< a letter of OperatorEntry::formula; of the operator `formula` a name of the user's too
  /// What it was made of: arithmetic over the names told before it, children's element by element, with ^, sum, max,
  /// exp and ln, or in the language of formulas; "" = this is not told. tests/backup/test_terms.py computes them again,
  /// of every operator's worked examples and of nodes whose children have fewer visits than min_visits.
  std::string_view how;
  std::vector<double> numbers;  ///< NaN: a child that a formula leaves out
  bool is_of_children = false;
};

/// One update told.
struct Explanation {
  std::vector<Term> inputs;  ///< what every operator is given: tell_inputs()
  std::vector<Term> terms;   ///< empty: this operator tells none; else the last is the value that it stored
};

/// Nobody listens: what operators get in a search. Nothing of it is left once compiled.
struct NoTerms {
  static constexpr bool kHeard = false;
  ROOTWARD_INLINE double one(const char* /*name*/, const char* /*how*/, double number) const { return number; }
  template <class Of>
  ROOTWARD_INLINE void each(const char* /*name*/, const char* /*how*/, Of&& /*of*/) const {}
};

/// Whoever listens keeps the terms in the order in which they are told.
class TermList {
 public:
  static constexpr bool kHeard = true;
  TermList(std::vector<Term>& list, std::size_t children) : list_(&list), children_(children) {}

  /// A number of the node, which is handed back.
  double one(const char* name, const char* how, double number) const {
    list_->push_back({name, how, {number}, false});
    return number;
  }
  /// of(i) of each child.
  template <class Of>
  void each(const char* name, const char* how, Of&& of) const {
    Term term{name, how, {}, true};
    for (std::size_t i = 0; i < children_; ++i) term.numbers.push_back(of(i));
    list_->push_back(std::move(term));
  }

 private:
  std::vector<Term>* list_;
  std::size_t children_;
};

/// N, R, V_old, m; n0 and m0 where there are own evaluations; the children's n and q.
void tell_inputs(const NodeView& node, Value sample, std::vector<Term>& inputs);

/// Whether an operator tells terms: its update() takes a listener as the third argument.
template <class Op>
inline constexpr bool kTellsTerms = requires(Op op, NodeView& node, Value sample, TermList tell) {
  op.update(node, sample, tell);
};

/// op.update(), told.
template <class Op>
Value told_update(Op& op, NodeView& node, Value sample, Explanation& told) {
  told = {};
  tell_inputs(node, sample, told.inputs);
  if constexpr (kTellsTerms<Op>)
    return op.update(node, sample, TermList(told.terms, node.child_count));
  else
    return op.update(node, sample);
}

}  // namespace rootward
