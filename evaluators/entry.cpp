// Reads evaluators that stand inside others.
#include "evaluators/entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "backup/formula_error.h"
#include "core/errors.h"
#include "core/text.h"
#include "evaluators/registry.h"

namespace rootward {

namespace {

/// A tree's leaf or list as the spec's type would have it.
ParamValue value_of(const ParamTree& tree, const ParamSpec& spec) {
  if (tree.kind == ParamTree::Kind::text) {
    if (spec.type == ParamType::boolean && tree.text == "true") return true;
    if (spec.type == ParamType::boolean && tree.text == "false") return false;
    if (spec.type != ParamType::tree) return tree.text;
  }
  if (tree.kind == ParamTree::Kind::number && spec.type != ParamType::tree) {
    const auto whole = static_cast<std::int64_t>(tree.number);
    if (spec.type == ParamType::integer && static_cast<double>(whole) == tree.number) return whole;
    return tree.number;
  }
  return tree;
}

GivenParams given_of(const ParamTree& tree, const Described& about) {
  GivenParams given;
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    if (tree.keys[i] == "name") continue;
    const auto spec = std::ranges::find(about.parameters, tree.keys[i], &ParamSpec::key);
    given[tree.keys[i]] = spec == about.parameters.end() ? ParamValue(tree.items[i]) : value_of(tree.items[i], *spec);
  }
  return given;
}

std::string name_of(const ParamTree& tree) {
  if (tree.kind == ParamTree::Kind::text) return tree.text;
  const auto key = std::ranges::find(tree.keys, "name");
  if (key == tree.keys.end()) return "";
  return tree.items[static_cast<std::size_t>(key - tree.keys.begin())].text;
}

}  // namespace

ParamSpec count_spec() {
  return {.key = "count",
          .help = "playouts an evaluation",
          .type = ParamType::integer,
          .fallback = std::int64_t{1},
          .low = 1,
          .high = 1000000,
          .source = "ours"};
}

ParamSpec evaluator_spec(std::string key, std::string help) {
  ParamTree usual;
  usual.kind = ParamTree::Kind::text;
  usual.text = "playouts";
  return {.key = std::move(key),
          .help = std::move(help),
          .type = ParamType::tree,
          .fallback = usual,
          .or_name = true,
          .source = "ours"};
}

void throw_below(std::string_view key, const ParamError& error) {
  if (const auto* of_formula = dynamic_cast<const formula::FormulaError*>(&error)) {
    std::vector<formula::Mistake> mistakes = of_formula->mistakes();
    for (formula::Mistake& one : mistakes) one.key = fmt::format("{}.{}", key, one.key);
    throw formula::FormulaError(std::move(mistakes));
  }
  throw ParamError(fmt::format("{}.{}", key, error.key()), error.what());
}

NamedParams nested_evaluator(const Params& params, std::string_view key) {
  const ParamTree& tree = params.tree(key);
  const std::string name = name_of(tree);
  std::vector<std::string> known;
  for (const Described& one : evaluators()) known.push_back(one.name);
  const auto about = std::ranges::find(evaluators(), name, &Described::name);
  if (about == evaluators().end()) {
    if (name.empty())
      throw ParamError(std::string(key), fmt::format("a name is required: one of {}", fmt::join(known, ", ")));
    throw ParamError(std::string(key), fmt::format("no evaluator is called {}; known: {}{}", name,
                                                   fmt::join(known, ", "), hint_text(name, known)));
  }
  try {
    NamedParams evaluator{name, resolve_params(about->parameters, given_of(tree, *about))};
    for (const ParamSpec& spec : about->parameters) {
      if (spec.type == ParamType::tree) (void)nested_evaluator(evaluator.params, spec.key);
    }
    return evaluator;
  } catch (const ParamError& error) {
    throw_below(key, error);
  }
}

}  // namespace rootward
