// The tables, and the page made from them.
#include "backup/formula_language.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rootward::formula {
namespace {

constexpr std::array<NameFacts, kInputs> kNames = {{
    {"n", Input::n, "visits of the children that enter (those with at least `min_visits`)"},
    {"q", Input::q, "their stored values under this formula, in the chooser's view"},
    {"m", Input::m, "plain means of their returns"},
    {"P", Input::prior, "their priors; refused where the evaluator gives none"},
    {"N", Input::node_visits, "visits of the node, this return included"},
    {"S", Input::visit_sum, "sum(n)"},
    {"K", Input::child_count, "how many children enter"},
    {"n0", Input::n0, "the node's own evaluations"},
    {"m0", Input::m0, "their mean"},
    {"mean", Input::mean, "plain mean of the node's returns, this one included"},
    {"r", Input::r, "this return"},
    {"v", Input::v, "the value stored before; 0 at the first visit"},
    {"t", Input::t, "this simulation's number in its search, from 1"},
    {"d", Input::d, "plies from the node to the path's end"},
    {"w", Input::w, "the node's private number, which `state` computes (kind: return)"},
}};

constexpr std::array<FunctionFacts, 19> kFunctions = {{
    {"exp", "x", Op::exp, 1, 1, "e^x"},
    {"log", "x", Op::log, 1, 1, "natural logarithm of x > 0"},
    {"sqrt", "x", Op::sqrt, 1, 1, "square root of x >= 0"},
    {"abs", "x", Op::abs, 1, 1, "x without its sign"},
    {"pow", "x, y", Op::pow, 2, 2, "x^y for x >= 0; pow(x, 0) = 1, pow(0, y) = 0 for y > 0"},
    {"clamp", "x, lo, hi", Op::clamp, 3, 3, "x, but at least lo and at most hi"},
    {"where", "c, a, b", Op::where, 3, 3, "a where c is not 0, else b"},
    {"norm_cdf", "z", Op::norm_cdf, 1, 1, "distribution function of the standard normal distribution"},
    {"t3_cdf", "z", Op::t3_cdf, 1, 1, "distribution function of Student's t with 3 degrees of freedom"},
    {"grow", "g, x", Op::grow, 2, 2, "Int_0^x exp(g) of a list parameter g, with the operator's span and spacing"},
    {"min", "a[, b]", Op::smallest, 1, 2, "of one vector: its smallest number; of two: the smaller, number by number"},
    {"max", "a[, b]", Op::largest, 1, 2, "of one vector: its largest number; of two: the larger, number by number"},
    {"sum", "a", Op::sum, 1, 1, "sum of a vector"},
    {"dot", "a, b", Op::dot, 2, 2, "sum(a * b)"},
    {"argmax", "a[, tie]", Op::argmax, 1, 2, "index of the largest number; ties by the larger `tie`, then the first"},
    {"argmin", "a[, tie]", Op::argmin, 1, 2, "index of the smallest number; ties by the larger `tie`, then the first"},
    {"at", "a, i", Op::at, 2, 2, "the vector's number at an index"},
    {"softmax", "a", Op::softmax, 1, 1, "exp(a) over its sum: a vector that sums to 1"},
    {"sorted_mean", "a, weight, share", Op::sorted_mean, 3, 3,
     "mean of a over the best `share` of the weight, a child may lie partly inside"},
}};

std::string cell_of(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

}  // namespace

std::span<const NameFacts> names() { return kNames; }
std::span<const FunctionFacts> functions() { return kFunctions; }

const NameFacts* find_name(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &NameFacts::name);
  return found == kNames.end() ? nullptr : &*found;
}

const FunctionFacts* find_function(std::string_view name) {
  for (const FunctionFacts& one : functions()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> known;
  for (const FunctionFacts& one : functions()) known.emplace_back(one.name);
  return known;
}

std::string language_markdown() {
  std::string out = "| name | type | is |\n|---|---|---|\n";
  for (const NameFacts& one : names())
    out += fmt::format("| `{}` | {} | {} |\n", one.name, one.is_vector() ? "vector" : "number", cell_of(one.help));
  out += "\n| function | gives |\n|---|---|\n";
  for (const FunctionFacts& one : functions())
    out += fmt::format("| `{}({})` | {} |\n", one.name, one.arguments, cell_of(one.help));
  return out;
}

}  // namespace rootward::formula
