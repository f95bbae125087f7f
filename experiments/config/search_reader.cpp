// Every key of `search:`, its range, and its default where no registry holds it.
#include "experiments/config/search_reader.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "evaluators/registry.h"
#include "experiments/config/key_specs.h"
#include "experiments/config/map_reader.h"
#include "experiments/config/named_choice.h"

namespace rootward::config {
namespace {

constexpr double kMaxCount = 1e9;
constexpr double kMaxSeconds = 1e6;

std::string default_selection(bool has_priors) { return has_priors ? "puct" : SearchSettings{}.selection.name; }
ExpansionKind default_expansion(bool has_priors) { return has_priors ? ExpansionKind::self : Expansion{}.kind; }
std::uint32_t default_after(ExpansionKind kind) { return kind == ExpansionKind::self ? 0 : Expansion{}.after; }

ParamSpec count_spec(std::string key, std::int64_t fallback, double low) {
  return integer_spec(std::move(key), fallback, low, kMaxCount);
}

ParamSpec seconds_spec(std::string key) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.fallback = 0.0;
  spec.low = 0;
  spec.low_open = true;
  spec.high = kMaxSeconds;
  return spec;
}

ParamSpec flag_spec(std::string key, bool fallback) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.type = ParamType::boolean;
  spec.fallback = fallback;
  return spec;
}

ParamSpec choice_spec(std::string key, std::string_view fallback, std::vector<std::string> choices) {
  ParamSpec spec;
  spec.key = std::move(key);
  spec.type = ParamType::choice;
  spec.fallback = std::string(fallback);
  spec.choices = std::move(choices);
  return spec;
}

YamlNode no_keys_at(const YamlNode& parent, std::string_view key) {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  node.place = parent.place;
  node.path = join_path(parent.path, key);
  return node;
}

class SearchReader {
 public:
  SearchReader(const YamlNode& search, ProblemList& problems)
      : search_(search), problems_(problems), map_(search, problems, true) {}

  SearchSettings read() {
    SearchSettings settings;
    if (const YamlNode* budget = map_.take("budget")) settings.budget = read_budget(*budget);
    settings.evaluator = evaluator();
    settings.folder.path = folder_of_evaluator();
    const bool has_priors = gives_priors(settings.evaluator);
    settings.selection = choice("selection", selection_choices(default_selection(has_priors)));
    settings.selection_reads = reads_of(settings.selection.params.text("reads"));
    settings.expansion = read_expansion(default_expansion(has_priors));
    settings.max_nodes = static_cast<std::uint64_t>(
        map_.read_integer(count_spec("max_nodes", static_cast<std::int64_t>(settings.max_nodes), 0)));
    settings.final_move = choice("final_move", final_move_choices());
    settings.final_reads =
        reads_of(map_.read_text(choice_spec("final_reads", reads_name(settings.final_reads), {"value", "mean"})));
    if (const YamlNode* temperature = map_.take("temperature")) settings.temperature = read_temperature(*temperature);
    settings.solver = map_.read_flag(flag_spec("solver", settings.solver));
    settings.reuse_tree = map_.read_flag(flag_spec("reuse_tree", settings.reuse_tree));
    map_.finish();
    return settings;
  }

 private:
  static Reads reads_of(std::string_view name) { return name == "mean" ? Reads::mean : Reads::value; }

  /// The choice under a key; its defaults where it is absent, and where it is wrong.
  NamedParams choice(std::string_view key, const ChoiceList& choices) {
    const YamlNode* given = map_.take(key);
    const YamlNode nothing = no_keys_at(search_, key);
    std::optional<NamedParams> read = read_choice(given != nullptr ? *given : nothing, choices, problems_);
    if (!read) {
      ProblemList unused;
      read = read_choice(nothing, choices, unused);
    }
    return std::move(*read);
  }

  /// The file that an evaluator, or one that it is made of, names; null where none does.
  static const YamlNode* file_of(const YamlNode& evaluator) {
    if (const YamlNode* file = evaluator.find("file")) return file;
    for (const char* part : {"a", "b"}) {
      const YamlNode* nested = evaluator.find(part);
      if (nested == nullptr) continue;
      if (const YamlNode* file = file_of(*nested)) return file;
    }
    return nullptr;
  }

  /// The folder of the file in which the evaluator's file is named; "" where an option names it.
  [[nodiscard]] std::string folder_of_evaluator() const {
    const YamlNode* evaluator = search_.find("evaluator");
    const YamlNode* file = evaluator == nullptr ? nullptr : file_of(*evaluator);
    if (file == nullptr || file->place.source.starts_with("--")) return "";
    return std::filesystem::path(file->place.source).parent_path().string();
  }

  NamedParams evaluator() {
    const YamlNode* given = map_.take("evaluator");
    if (given == nullptr) return default_evaluator();
    return read_evaluator(*given, problems_).value_or(default_evaluator());
  }

  Budget read_budget(const YamlNode& node) {
    Budget budget;
    MapReader map(node, problems_);
    const bool has_simulations = map.take("simulations") != nullptr;
    const bool has_seconds = map.take("seconds") != nullptr;
    const bool has_clock = map.take("game_seconds") != nullptr;
    const bool has_moves = map.take("moves") != nullptr;
    map.finish();
    const int kinds = has_simulations + has_seconds + has_clock;
    const bool is_mistyped = kinds == 0 && !has_moves && !node.entries.empty();  // finish() has told of it
    if (!map.is_map() || is_mistyped) return budget;
    if (kinds != 1 || (has_moves && !has_clock)) {
      problems_.add(node, "a budget is exactly one of {simulations: N}, {seconds: X} and {game_seconds: X, moves: N}");
      return budget;
    }
    if (has_simulations) {
      const auto fallback = static_cast<std::int64_t>(budget.simulations);
      budget.simulations = static_cast<std::uint64_t>(map.read_integer(count_spec("simulations", fallback, 1)));
      return budget;
    }
    budget.simulations = 0;
    budget.kind = has_seconds ? Budget::Kind::seconds : Budget::Kind::game_clock;
    if (has_seconds) {
      budget.seconds = map.read_real(seconds_spec("seconds"));
      return budget;
    }
    budget.game_seconds = map.read_real(seconds_spec("game_seconds"));
    ParamSpec moves = count_spec("moves", 1, 1);
    moves.high = 10'000;
    moves.required = true;
    budget.moves = static_cast<int>(map.read_integer(moves));
    return budget;
  }

  Temperature read_temperature(const YamlNode& node) {
    Temperature temperature;
    MapReader map(node, problems_);
    if (!map.is_map()) return temperature;
    ParamSpec value;
    value.key = "value";
    value.fallback = temperature.value;
    value.low = 0.01;
    value.high = 100;
    temperature.value = map.read_real(value);
    ParamSpec moves = count_spec("moves", 1, 1);
    moves.high = 10'000;
    moves.required = true;
    temperature.moves = static_cast<std::uint32_t>(map.read_integer(moves));
    map.finish();
    return temperature;
  }

  Expansion read_expansion(ExpansionKind fallback) {
    Expansion expansion{.kind = fallback, .after = default_after(fallback)};
    const YamlNode* node = map_.take("expansion");
    if (node == nullptr) return expansion;
    const ParamSpec kind_spec = choice_spec("kind", expansion_name(fallback), {"one", "all", "self"});
    if (node->is_scalar()) {
      const std::optional<ParamValue> kind = read_value(*node, kind_spec, problems_);
      if (kind) expansion.kind = expansion_of(std::get<std::string>(*kind));
      expansion.after = default_after(expansion.kind);
      return expansion;
    }
    MapReader map(*node, problems_);
    expansion.kind = expansion_of(map.read_text(kind_spec));
    expansion.after =
        static_cast<std::uint32_t>(map.read_integer(count_spec("after", default_after(expansion.kind), 0)));
    map.finish();
    return expansion;
  }

  static ExpansionKind expansion_of(std::string_view name) {
    if (name == "all") return ExpansionKind::all;
    return name == "self" ? ExpansionKind::self : ExpansionKind::one;
  }

  const YamlNode& search_;
  ProblemList& problems_;
  MapReader map_;
};

}  // namespace

SearchSettings read_search(const YamlNode& search, ProblemList& problems) {
  return SearchReader(search, problems).read();
}

std::string_view expansion_name(ExpansionKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"one", "all", "self"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view reads_name(Reads reads) { return reads == Reads::mean ? "mean" : "value"; }

}  // namespace rootward::config
