// Every key of `search:`: its range, its default where no registry holds it, how it is stored and summed up.
#include "lab/config/search_fields.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "evaluators/registry.h"
#include "lab/config/companion_fields.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/resolved_tree.h"
#include "search/root_rule.h"

namespace rootward::config {
namespace {

constexpr double kMaxCount = 1e9;
constexpr double kMaxSeconds = 1e6;
constexpr double kMaxMoves = 10'000;
constexpr std::array<std::string_view, 2> kReads = {"value", "mean"};
constexpr std::array<std::string_view, 3> kExpansions = {"one", "all", "self"};
constexpr std::string_view kMovesKey = "moves";

ExpansionKind usual_expansion(const SearchSettings& search) {
  return gives_priors(search.evaluator) ? ExpansionKind::self : Expansion{}.kind;
}
std::uint32_t usual_after(ExpansionKind kind) { return kind == ExpansionKind::self ? 0 : Expansion{}.after; }

ParamSpec seconds_spec(std::string key, std::string help) {
  ParamSpec spec = range_spec(std::move(key), 0, kMaxSeconds, std::move(help));
  spec.low_open = true;
  spec.required = true;
  return spec;
}

ParamSpec moves_spec(std::string help) {
  ParamSpec spec = range_spec(std::string(kMovesKey), 1, kMaxMoves, std::move(help));
  spec.required = true;
  return spec;
}

/// A key that holds a map: `usual` says its default in words.
ParamSpec map_spec(std::string key, std::string help, std::string usual) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.help = std::move(help);
  spec.type = ParamType::tree;
  spec.fallback = std::move(usual);
  return spec;
}

std::string budget_text(const Budget& budget) {
  switch (budget.kind) {
    case Budget::Kind::simulations:
      return fmt::format("{} simulations a move", budget.simulations);
    case Budget::Kind::seconds:
      return fmt::format("{} s a move", param_text(budget.seconds));
    case Budget::Kind::game_clock:
      return fmt::format("{} s a game over {} moves", param_text(budget.game_seconds), budget.moves);
  }
  return "";
}

auto budget_is(Budget::Kind kind) {
  return [kind](const Budget& budget) { return budget.kind == kind; };
}

/// Exactly one kind of budget, and `moves` with a game's clock alone.
Budget read_budget(const YamlNode& node, ProblemList& problems) {
  Budget budget;
  MapReader map(node, problems);
  int kinds = 0;
  for (const Field<Budget>& field : budget_fields())
    if (map.take(field.spec.key) != nullptr && field.spec.key != kMovesKey) ++kinds;
  map.finish();
  const bool has_moves = node.find(kMovesKey) != nullptr;
  const bool is_mistyped = kinds == 0 && !has_moves && !node.entries.empty();  // finish() has told of it
  if (!map.is_map() || is_mistyped) return budget;
  const std::string_view kind = budget_kind(node);
  if (kinds != 1 || (has_moves && kind != "game_seconds")) {
    problems.add(node, "a budget is exactly one of {simulations: N}, {seconds: X} and {game_seconds: X, moves: N}");
    return budget;
  }
  if (kind != "simulations") budget.simulations = 0;
  if (kind == "seconds") budget.kind = Budget::Kind::seconds;
  if (kind == "game_seconds") budget.kind = Budget::Kind::game_clock;
  for (const Field<Budget>& field : budget_fields())
    if (field.is_stored(budget)) read_field(field, map, budget, problems);
  return budget;
}

const FieldTable<Expansion>& expansion_fields() {
  static const FieldTable<Expansion> kTable = {
      field(&Expansion::kind,
            spec_of("kind",
                    "one: a random unvisited child is evaluated; all: the block is made, and a random child of it is "
                    "evaluated; self: the reached node itself is."),
            kExpansions),
      field(&Expansion::after,
            range_spec("after", 0, kMaxCount, "Visits that a node has when it gets its block; 0 for self."))
          .default_from([](const Expansion& read) { return to_param(usual_after(read.kind)); }),
  };
  return kTable;
}

/// A kind alone, or a map.
void read_expansion(MapReader& map, SearchSettings& search, ProblemList& problems) {
  const ExpansionKind usual = usual_expansion(search);
  search.expansion = {.kind = usual, .after = usual_after(usual)};
  const YamlNode* node = map.take("expansion");
  if (node == nullptr) return;
  if (node->is_scalar()) {
    const Field<Expansion>& kind = expansion_fields().front();
    if (const std::optional<ParamValue> value = read_value(*node, kind.spec, problems))
      kind.put(search.expansion, *value);
    search.expansion.after = usual_after(search.expansion.kind);
    return;
  }
  MapReader inner(*node, problems);
  ParamSpec kind = expansion_fields().front().spec;
  kind.fallback = std::string(kExpansions[static_cast<std::size_t>(usual)]);
  expansion_fields().front().put(search.expansion, inner.read(kind));
  read_field(expansion_fields().back(), inner, search.expansion, problems);
  inner.finish();
}

const FieldTable<Temperature>& temperature_fields() {
  static const FieldTable<Temperature> kTable = {
      field(&Temperature::value,
            range_spec("value", 0.01, 100, "A move is drawn with probability proportional to visits^(1 / value).")),
      field(&Temperature::moves, moves_spec("A player's first moves of a game, which are drawn.")),
  };
  return kTable;
}

YamlNode no_keys_at(const YamlNode& parent, std::string_view key) {
  YamlNode node = map_node();
  node.place = parent.place;
  node.path = join_path(parent.path, key);
  return node;
}

using Choices = ChoiceList (*)(const SearchSettings&);

/// A choice by name; its defaults where it is absent, and where it is wrong.
Field<SearchSettings> choice(NamedParams SearchSettings::*member, ParamSpec spec, Choices choices) {
  Field<SearchSettings> field;
  field.read = [member, key = spec.key, choices](MapReader& map, SearchSettings& into, ProblemList& problems) {
    const ChoiceList list = choices(into);
    const YamlNode* given = map.take(key);
    const YamlNode nothing = no_keys_at(map.node(), key);
    std::optional<NamedParams> read = read_choice(given != nullptr ? *given : nothing, list, problems);
    if (!read) {
      ProblemList unused;
      read = read_choice(nothing, list, unused);
    }
    into.*member = std::move(*read);
  };
  field.write = [member](const SearchSettings& from) { return resolved_choice(from.*member); };
  field.declared = [member, choices](const SearchSettings& from, std::string_view path) {
    return declared_parameter(choices(from).known, from.*member, path);
  };
  field.set = [member, choices](SearchSettings& into, std::string_view path, const ParamValue& value) {
    set_parameter(choices(into).known, into.*member, path, value);
  };
  field.spec = std::move(spec);
  return std::move(field).named_by("name");
}

ChoiceList selections_for(const SearchSettings& search) {
  if (const std::string_view below = root_needs(search.root.name).below; !below.empty())
    return selection_choices(std::string(below));
  return selection_choices(gives_priors(search.evaluator) ? "puct" : SearchSettings{}.selection.name);
}

std::string usual_selections() {
  std::string text = "ucb1; puct where the evaluator gives priors";
  for (const Described& root : root_rules())
    if (const std::string_view below = root_needs(root.name).below; !below.empty())
      text += fmt::format("; {} below the root {}", below, root.name);
  return text;
}

/// Where a root with a rule of its own below it stands alone, that rule weighs values as the root does.
Field<SearchSettings> selection_field() {
  Field<SearchSettings> field =
      choice(&SearchSettings::selection,
             map_spec("selection", "Which child is descended to: `rootward list selections`.", usual_selections()),
             selections_for);
  field.read = [read = field.read](MapReader& map, SearchSettings& into, ProblemList& problems) {
    read(map, into, problems);
    const std::string_view name = root_needs(into.root.name).below;
    if (map.take("selection") != nullptr || name.empty()) return;
    const ChoiceList rules = selections_for(into);
    const auto below = std::ranges::find(rules.known, name, &Described::name);
    GivenParams given;
    for (const ParamSpec& spec : below->parameters)
      if (const auto found = into.root.params.values().find(spec.key); found != into.root.params.values().end())
        given.insert(*found);
    into.selection = {below->name, resolve_params(below->parameters, given)};
  };
  return std::move(field).shown(1, [](const SearchSettings& search) { return choice_text(search.selection); });
}

Field<SearchSettings> root_field() {
  return choice(&SearchSettings::root,
                map_spec("root", "What is otherwise at the root: noise, or a search of its own; `rootward list roots`.",
                         SearchSettings{}.root.name),
                [](const SearchSettings&) { return root_choices(); })
      .read_first()
      .stored_if([](const SearchSettings& search) { return search.root.name != SearchSettings{}.root.name; })
      .shown(10, [](const SearchSettings& search) { return "root " + choice_text(search.root); });
}

Field<SearchSettings> evaluator_field() {
  Field<SearchSettings> field = choice(
      &SearchSettings::evaluator, map_spec("evaluator", "What judges a leaf: `rootward list evaluators`.", "playouts"),
      [](const SearchSettings&) { return evaluator_choices(); });
  field.read = [](MapReader& map, SearchSettings& into, ProblemList& problems) {
    const YamlNode* given = map.take("evaluator");
    into.evaluator =
        given == nullptr ? default_evaluator() : read_evaluator(*given, problems).value_or(default_evaluator());
  };
  return std::move(field).read_first().shown(
      4, [](const SearchSettings& search) { return choice_text(search.evaluator); });
}

Field<SearchSettings> expansion_field() {
  Field<SearchSettings> field = group<SearchSettings, Expansion>(
      &SearchSettings::expansion,
      map_spec("expansion", "What a simulation evaluates at the edge of the tree: a kind, or a map.",
               "one; self where the evaluator gives priors"),
      expansion_fields());
  field.read = read_expansion;
  return std::move(field).named_by("kind").shown(3, [](const SearchSettings& search) {
    return fmt::format("expansion {} after {}", kExpansions[static_cast<std::size_t>(search.expansion.kind)],
                       search.expansion.after);
  });
}

Field<SearchSettings> budget_field() {
  using S = SearchSettings;
  return group<S, Budget>(
             &S::budget,
             map_spec("budget", "How long a move is thought about: exactly one of its kinds.", "10000 simulations"),
             budget_fields(), read_budget)
      .shown(2, [](const S& search) { return budget_text(search.budget); });
}

Field<SearchSettings> temperature_field() {
  using S = SearchSettings;
  return group<S, Temperature>(&S::temperature,
                               map_spec("temperature",
                                        "Draws a player's first moves by their visits; two players by "
                                        "networks who meet need the same one.",
                                        "no move is drawn"),
                               temperature_fields())
      .stored_if([](const S& search) { return search.temperature.moves > 0; })
      .shown(7, [](const S& search) {
        return fmt::format("first {} moves drawn at temperature {}", search.temperature.moves,
                           param_text(search.temperature.value));
      });
}

const FieldTable<BatchSettings>& batch_fields() {
  static const FieldTable<BatchSettings> kTable = {
      field(&BatchSettings::leaves, range_spec("leaves", 1, 1024, "Descents before a call; 1: the plain search.")),
      field(&BatchSettings::virtual_loss,
            range_spec("virtual_loss", 1, 100, "Losses that a node counts for each descent under way through it.")),
  };
  return kTable;
}

Field<SearchSettings> batch_field() {
  using S = SearchSettings;
  return group<S, BatchSettings>(&S::batch,
                                 map_spec("batch",
                                          "Several leaves are evaluated in one call; virtual losses keep their "
                                          "descents apart.",
                                          "one leaf a call"),
                                 batch_fields())
      .stored_if([](const S& search) { return search.batch != BatchSettings{}; })
      .shown(12, [](const S& search) {
        return fmt::format("batches of {} leaves, virtual loss {}", search.batch.leaves, search.batch.virtual_loss);
      });
}

/// What is as usual is not stored.
const FieldTable<SolverAids>& solver_fields() {
  using S = SolverAids;
  const auto depth = [](std::string key, std::string help) {
    return range_spec(std::move(key), 0, 20, std::move(help));
  };
  static const FieldTable<S> kTable = [&] {
    FieldTable<S> table = {
        field(&S::bounds,
              spec_of("bounds",
                      "Secured draws count before a node is proven: what cannot be better leaves the search, "
                      "and values are cut to what is known (Cazenave & Saffidine 2010).")),
        field(&S::decisive, spec_of("decisive",
                                    "A new node with a move that wins at once is proven, and its moves that let the "
                                    "opponent win at once are proven losses (Teytaud & Teytaud 2010).")),
        field(&S::tree_depth,
              depth("tree_depth",
                    "Plies within which a node's forced wins and losses are known from its tree_after-th "
                    "visit on (MCTS-MS, Baier & Winands 2013); 0: not searched.")),
        field(&S::tree_after, range_spec("tree_after", 1, kMaxCount,
                                         "The visit at which a node is searched, or its first descent after it.")),
        field(&S::proof_depth,
              depth("proof_depth",
                    "Plies that the parent of a newly proven node is searched for a forced win or loss "
                    "(MCTS-MB); 0: not searched.")),
        field(&S::rollout_depth,
              depth("rollout_depth",
                    "Plies within which each move of a playout wins by force where it can, else does "
                    "not lose so (MCTS-MR); 0: not searched.")),
    };
    for (Field<S>& one : table)
      one.is_stored = [write = one.write](const S& from) { return write(from).text != write(S{}).text; };
    return table;
  }();
  return kTable;
}

/// A flag, or a map of what a solver that is on does beside.
Field<SearchSettings> solver_field() {
  using S = SearchSettings;
  Field<S> solver = field(&S::solver, spec_of("solver",
                                              "Whether proven wins, losses and draws are used; or a map of "
                                              "what the solver does beside."));
  solver.below = specs_of(solver_fields());
  solver.read = [spec = solver.spec](MapReader& map, S& into, ProblemList& problems) {
    const YamlNode* node = map.take(spec.key);
    if (node == nullptr) return;
    into.solver = node->is_map();
    if (node->is_map())
      into.solver_aids = read_map(solver_fields(), *node, problems);
    else if (const std::optional<ParamValue> value = read_value(*node, spec, problems))
      into.solver = std::get<bool>(*value);
  };
  solver.write = [](const S& from) {
    const bool has_aids = from.solver && from.solver_aids != SolverAids{};
    return has_aids ? written_map(solver_fields(), from.solver_aids) : value_node(from.solver);
  };
  solver.declared = [spec = solver.spec](const S& from, std::string_view path) -> std::optional<ParamSpec> {
    if (path.empty()) return spec;
    return from.solver ? declared_at(solver_fields(), from.solver_aids, path) : std::nullopt;
  };
  solver.set = [set = solver.set](S& into, std::string_view path, const ParamValue& value) {
    if (path.empty()) return set(into, path, value);
    set_at(solver_fields(), into.solver_aids, path, value);
  };
  return std::move(solver).shown(8, [](const S& search) {
    std::string aids;
    if (search.solver_aids != SolverAids{})
      for (const YamlEntry& aid : written_map(solver_fields(), search.solver_aids).entries)
        aids += fmt::format("{}{}={}", aids.empty() ? "" : ", ", aid.key, aid.value.text);
    return fmt::format("solver {}{}", search.solver ? "on" : "off", aids.empty() ? "" : "(" + aids + ")");
  });
}

FieldTable<SearchSettings> make_search_fields() {
  using S = SearchSettings;
  const auto on = [](bool flag) { return flag ? "on" : "off"; };
  FieldTable<S> table;
  table.push_back(budget_field());
  table.push_back(root_field());
  table.push_back(selection_field());
  table.push_back(expansion_field());
  table.push_back(field(&S::max_nodes, range_spec("max_nodes", 0, kMaxCount,
                                                  "Expanded nodes at which the tree stops growing; 0: no limit."))
                      .shown(6, [](const S& search) {
                        return search.max_nodes > 0 ? fmt::format("at most {} nodes", search.max_nodes) : "";
                      }));
  table.push_back(evaluator_field());
  table.push_back(choice(&S::final_move,
                         map_spec("final_move", "Which move is played in the end: `rootward list final_moves`.",
                                  SearchSettings{}.final_move.name),
                         [](const S&) { return final_move_choices(); })
                      .shown(5, [](const S& search) {
                        return fmt::format("final move {} by {}", choice_text(search.final_move),
                                           kReads[static_cast<std::size_t>(search.final_reads)]);
                      }));
  table.push_back(field(&S::final_reads,
                        spec_of("final_reads",
                                "What the final move reads of a child: the operator's value or the "
                                "sample mean."),
                        kReads));
  table.push_back(companions_field());
  table.push_back(temperature_field());
  table.push_back(batch_field());
  table.push_back(solver_field());
  table.push_back(field(&S::reuse_tree, spec_of("reuse_tree", "Whether the tree is kept between moves."))
                      .shown(9, [on](const S& search) { return fmt::format("tree reuse {}", on(search.reuse_tree)); }));
  return table;
}

}  // namespace

const FieldTable<Budget>& budget_fields() {
  static const FieldTable<Budget> kTable = {
      field(&Budget::simulations, range_spec("simulations", 1, kMaxCount, "New simulations a move."))
          .stored_if(budget_is(Budget::Kind::simulations)),
      field(&Budget::seconds, seconds_spec("seconds", "Wall-clock seconds a move; not reproducible."))
          .stored_if(budget_is(Budget::Kind::seconds)),
      field(&Budget::game_seconds, seconds_spec("game_seconds", "Wall-clock seconds a game, spread over `moves`."))
          .stored_if(budget_is(Budget::Kind::game_clock)),
      field(&Budget::moves, moves_spec("Own moves that `game_seconds` is spread over."))
          .stored_if(budget_is(Budget::Kind::game_clock)),
  };
  return kTable;
}

std::string_view name_key_of(std::string_view key) {
  if (key == "game" || key == "backup") return "name";
  const auto field =
      std::ranges::find(search_fields(), key, [](const auto& one) { return std::string_view(one.spec.key); });
  return field == search_fields().end() ? std::string_view() : std::string_view(field->name_key);
}

std::string_view budget_kind(const YamlNode& budget) {
  for (const Field<Budget>& field : budget_fields())
    if (field.spec.key != kMovesKey && budget.find(field.spec.key) != nullptr) return field.spec.key;
  return "";
}

const FieldTable<SearchSettings>& search_fields() {
  static const FieldTable<SearchSettings> kTable = make_search_fields();
  return kTable;
}

Described search_description() {
  return {.name = "search",
          .help = "How a searching player searches; the map `search` of a player or of `defaults`.",
          .source = "",
          .parameters = specs_of(search_fields())};
}

}  // namespace rootward::config
