// The table of evaluators.
#include "evaluators/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/text.h"

namespace rootward {

namespace {

ParamSpec count_spec() {
  return {.key = "count",
          .help = "playouts an evaluation",
          .type = ParamType::integer,
          .fallback = std::int64_t{1},
          .low = 1,
          .high = 1000000,
          .source = "ours"};
}

ParamSpec switch_spec(std::string key, std::string help, std::string source) {
  return {.key = std::move(key),
          .help = std::move(help),
          .type = ParamType::boolean,
          .fallback = true,
          .source = std::move(source)};
}

Described describe_tactical_playouts() {
  return {
      .name = "tactical_playouts",
      .help = "random games in which both sides see a little: connect4, go, nogo, tictactoe",
      .source = "win or stop a loss: a course report on Connect Four; Go: Gelly, Wang, Munos & Teytaud 2006",
      .parameters = {count_spec(),
                     switch_spec("lines",
                                 "connect4, nogo, tictactoe: win at once, else do not let the opponent win at once "
                                 "(where at most 32 moves are legal)",
                                 "a course report on Connect Four"),
                     switch_spec("atari", "go: escape from atari and capture, near the last move", "Gelly et al. 2006"),
                     switch_spec("patterns", "go: 3x3 patterns around the last move",
                                 "Gelly et al. 2006 (patterns from memory)")}};
}

Described describe_exact_noise() {
  return {.name = "exact+noise",
          .help = "the exact value with noise, for games whose values are known or can be solved",
          .source = "ours",
          .parameters = {{.key = "sd",
                          .help = "standard deviation of the noise, in values on [-1, 1]",
                          .fallback = 0.0,
                          .low = 0,
                          .high = 100,
                          .source = "ours"},
                         {.key = "bias",
                          .help = "added to every value, in the first seat's view",
                          .fallback = 0.0,
                          .low = -2,
                          .high = 2,
                          .source = "ours"},
                         {.key = "nodes",
                          .help = "positions that alpha-beta may look at, where the game does not know the value",
                          .type = ParamType::integer,
                          .fallback = std::int64_t{10'000'000},
                          .low = 1,
                          .high = 1e12,
                          .source = "ours"}}};
}

Described describe_mix() {
  return {.name = "mix",
          .help = "a weighted mean of two evaluators' values and priors",
          .source = "Silver et al. 2016 (AlphaGo's mixing parameter)",
          .parameters = {evaluator_spec("a", "the first evaluator"),
                         evaluator_spec("b", "the second evaluator"),
                         {.key = "weight",
                          .help = "share of the first one",
                          .fallback = 0.5,
                          .low = 0,
                          .high = 1,
                          .tune_low = 0,
                          .tune_high = 1,
                          .source = "Silver et al. 2016 use 0.5"}}};
}

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

const std::vector<Described>& evaluators() {
  static const std::vector<Described> all = {
      {.name = "playouts",
       .help = "the mean result of uniformly random games to the end",
       .source = "Coulom 2006; Kocsis & Szepesvari 2006",
       .parameters = {count_spec()}},
      describe_tactical_playouts(),
      describe_exact_noise(),
      describe_mix(),
      net::describe_net(),
  };
  return all;
}

NamedParams default_evaluator() {
  const Described& first = evaluators().front();
  return {first.name, resolve_params(first.parameters, {})};
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
    throw ParamError(fmt::format("{}.{}", key, error.key()), error.what());
  }
}

bool gives_priors(const NamedParams& evaluator) {
  if (evaluator.name == "net") return true;
  if (evaluator.name != "mix") return false;
  return gives_priors(nested_evaluator(evaluator.params, "a")) || gives_priors(nested_evaluator(evaluator.params, "b"));
}

}  // namespace rootward
