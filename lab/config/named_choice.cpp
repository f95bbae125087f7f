// Flattening, checking and resolving of named choices.
#include "lab/config/named_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <variant>

#include "backup/formula_error.h"
#include "backup/formula_parameters.h"
#include "backup/guests.h"
#include "backup/registry.h"
#include "core/errors.h"
#include "core/text.h"
#include "evaluators/guests.h"
#include "evaluators/registry.h"
#include "games/guests.h"
#include "lab/config/guest_game_reader.h"
#include "lab/config/map_reader.h"
#include "lab/config/piped_file.h"
#include "lab/config/yaml_scalar.h"
#include "lab/play/game.h"
#include "search/settings.h"

namespace rootward::config {
namespace {

std::vector<std::string> names_of(std::span<const Described> described) {
  std::vector<std::string> names;
  for (const Described& one : described) names.push_back(one.name);
  return names;
}

/// Checks a map's entries against the specs, flattening nested maps.
class ParamsReader {
 public:
  ParamsReader(const std::vector<ParamSpec>& specs, ProblemList& problems) : specs_(specs), problems_(problems) {}

  void read_map(const YamlNode& map, const std::string& prefix, std::span<const std::string_view> skipped) {
    for (const YamlEntry& entry : map.entries) {
      if (std::ranges::find(skipped, entry.key) != skipped.end()) continue;
      read_entry(entry, prefix.empty() ? entry.key : prefix + '.' + entry.key);
    }
  }

  void require_all(const YamlNode& map) {
    for (const ParamSpec& spec : specs_) {
      if (spec.required && !given_.contains(spec.key))
        refuse_at(map.place, join_path(map.path, spec.key), "is required: " + allowed_text(spec));
    }
  }

  /// Whether everything read so far was right; only then given() is to be used.
  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] const GivenParams& given() const { return given_; }

 private:
  void read_entry(const YamlEntry& entry, const std::string& key) {
    const bool is_dotted = entry.key.find('.') != std::string::npos;
    const auto spec = std::ranges::find(specs_, key, &ParamSpec::key);
    if (spec != specs_.end() && !is_dotted && !(entry.value.is_map() && is_group(key))) {
      std::optional<ParamValue> value =
          is_group(key) ? read_value_or_group(entry, *spec) : read_value(entry.value, *spec, problems_);
      is_good_ = is_good_ && value;
      given_[key] = value ? std::move(*value) : ParamValue{};
    } else if (is_group(key) && !is_dotted) {
      read_group(entry, key);
    } else {
      refuse(entry, key);
    }
  }

  /// The value of a key that may be a map as well (`blocked: random`, `blocked: {column: 3, row: 1}`).
  std::optional<ParamValue> read_value_or_group(const YamlEntry& entry, const ParamSpec& spec) {
    ProblemList about_value;
    std::optional<ParamValue> value = read_value(entry.value, spec, about_value);
    if (!value)
      refuse_at(entry.value.place, entry.value.path,
                fmt::format("{} is not allowed; allowed: {}, or a map with the keys {}{}", written_text(entry.value),
                            allowed_text(spec), fmt::join(keys_below(spec.key), ", "),
                            hint_text(entry.value.text, spec.choices)));
    return value;
  }

  [[nodiscard]] bool is_group(const std::string& key) const {
    return std::ranges::any_of(specs_, [&](const ParamSpec& spec) { return spec.key.starts_with(key + '.'); });
  }

  void read_group(const YamlEntry& entry, const std::string& key) {
    if (entry.value.is_map()) {
      read_map(entry.value, key, {});
      return;
    }
    refuse_at(entry.value.place, entry.value.path,
              fmt::format("{} is not allowed; allowed: a map with the keys {}", written_text(entry.value),
                          fmt::join(keys_below(key), ", ")));
  }

  /// The keys one level below a prefix ("" = all).
  [[nodiscard]] std::vector<std::string> keys_below(const std::string& prefix) const {
    std::vector<std::string> keys;
    const std::size_t skip = prefix.empty() ? 0 : prefix.size() + 1;
    for (const ParamSpec& spec : specs_) {
      if (skip > 0 && !spec.key.starts_with(prefix + '.')) continue;
      std::string key = spec.key.substr(skip);
      key.resize(std::min(key.find('.'), key.size()));
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
    }
    return keys;
  }

  void refuse(const YamlEntry& entry, const std::string& key) {
    const std::size_t dot = key.rfind('.');
    const std::size_t own_dot = entry.key.find('.');
    const std::string prefix = own_dot == std::string::npos && dot != std::string::npos ? key.substr(0, dot) : "";
    if (own_dot != std::string::npos && std::ranges::find(specs_, key, &ParamSpec::key) != specs_.end()) {
      refuse_at(entry.key_place, entry.value.path,
                fmt::format("unknown key; write it as a map in a map, `{}: {{{}: ..}}`", entry.key.substr(0, own_dot),
                            entry.key.substr(own_dot + 1)));
      return;
    }
    const std::vector<std::string> known = keys_below(prefix);
    refuse_at(entry.key_place, entry.value.path,
              fmt::format("unknown key; {}{}",
                          known.empty() ? std::string("no keys are allowed here")
                                        : fmt::format("known keys: {}", fmt::join(known, ", ")),
                          hint_text(entry.key, known)));
  }

  void refuse_at(const Place& place, const std::string& path, std::string message) {
    is_good_ = false;
    problems_.add(place, path, std::move(message));
  }

  const std::vector<ParamSpec>& specs_;
  ProblemList& problems_;
  GivenParams given_;
  bool is_good_ = true;
};

/// Puts what a host language defines behind a registry.
ChoiceList with_guests(ChoiceList choices, std::vector<Described> guests) {
  if (guests.empty()) return choices;
  std::vector<Described> all(choices.known.begin(), choices.known.end());
  std::ranges::move(guests, std::back_inserter(all));
  choices.owned = std::make_unique<const std::vector<Described>>(std::move(all));
  choices.known = *choices.owned;
  return choices;
}

const std::vector<Described>& operator_descriptions() {
  static const std::vector<Described> kDescriptions = [] {
    std::vector<Described> all;
    for (const OperatorEntry& entry : operators()) all.push_back(entry.description);
    return all;
  }();
  return kDescriptions;
}

/// The chosen name and where it stands.
std::optional<std::pair<std::string, const YamlNode*>> read_choice_name(const YamlNode& node, const ChoiceList& choices,
                                                                        ProblemList& problems) {
  const std::string allowed =
      fmt::format("the name of a {}, or a map with `{}` and its parameters", choices.noun, choices.name_key);
  const YamlNode* name = node.is_map() ? node.find(choices.name_key) : &node;
  if (name == nullptr && !choices.fallback.empty()) return std::pair(choices.fallback, &node);
  if (name == nullptr) {
    problems.add(node.place, join_path(node.path, choices.name_key),
                 fmt::format("is required: one of {}", fmt::join(names_of(choices.known), ", ")));
    return std::nullopt;
  }
  std::optional<std::string> text = read_name(*name, allowed, problems);
  if (!text) return std::nullopt;
  return std::pair(std::move(*text), name);
}

/// What another process defined: every key is a number, else a text.
std::optional<NamedParams> defined_elsewhere(const std::string& name, const YamlNode& node, const ChoiceList& choices,
                                             ProblemList& problems) {
  Described description{.name = name, .help = "", .source = "", .parameters = {}};
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == choices.name_key) continue;
    const bool is_text = entry.value.is_scalar() && std::holds_alternative<std::string>(scalar_value(entry.value));
    description.parameters.push_back(
        {.key = entry.key, .help = "", .type = is_text ? ParamType::text : ParamType::real, .source = ""});
  }
  const std::array<std::string_view, 1> skipped{choices.name_key};
  std::optional<Params> params = read_params(node, description, skipped, problems);
  if (!params) return std::nullopt;
  return NamedParams{name, std::move(*params)};
}

constexpr std::string_view kHost = "python";

/// What a kind of thing of a host language is called, and how it is found.
struct HostedKind {
  std::string noun;
  const GuestLoader& load;
  std::function<const Described&(const std::string& name)> about;
};

/// `{name: python, file, object, parameters}`.
std::optional<NamedParams> read_hosted(const YamlNode& node, const YamlNode& name, const HostedKind& kind,
                                       ProblemList& problems) {
  if (!kind.load) {
    problems.add(name, kind.noun + "s in Python are played by the Python package: rootward.run(FILE) (docs/python.md)");
    return std::nullopt;
  }
  MapReader map(node, problems);
  (void)map.take("name");
  const auto text = [&](const char* key, const std::string& help) {
    const ParamValue value = map.read({.key = key, .help = help, .type = ParamType::text, .required = true});
    return std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : std::string();
  };
  const std::string file = text("file", "a file of Python, from the configuration's folder");
  const std::string object = text("object", "the " + kind.noun + "'s name in the file");
  YamlNode nothing;
  nothing.place = node.place;
  nothing.path = node.path;
  nothing.kind = YamlNode::Kind::map;
  const YamlNode* given = map.take("parameters");
  map.finish();
  if (!is_map_or_absent(given, problems) || file.empty() || object.empty()) return std::nullopt;
  try {
    const std::filesystem::path folder = configuration_folder(node.place.source);
    const NamedParams loaded = kind.load((folder / file).string(), object);
    Described about = kind.about(loaded.name);
    for (ParamSpec& spec : about.parameters)
      if (loaded.params.has(spec.key)) spec.fallback = loaded.params.value(spec.key);
    std::optional<Params> params = read_params(given == nullptr ? nothing : *given, about, {}, problems);
    if (!params) return std::nullopt;
    return NamedParams{loaded.name, std::move(*params)};
  } catch (const UsageError& error) {
    problems.add(node, error.what());
    return std::nullopt;
  }
}

/// The name of a formula's own parameter in a path `parameters.NAME`; "" elsewhere.
std::string_view own_parameter_name(const NamedParams& choice, std::string_view path) {
  constexpr std::string_view kPrefix = "parameters.";
  if (choice.name != "formula" || !path.starts_with(kPrefix)) return "";
  return path.substr(kPrefix.size());
}

const Described* described(std::span<const Described> registry, std::string_view name) {
  const auto found = std::ranges::find(registry, name, &Described::name);
  return found == registry.end() ? nullptr : &*found;
}

/// Sets a number, or a list of them, at a path of a tree that has a value there.
void set_in_tree(ParamTree& tree, std::string_view path, const ParamValue& value) {
  ParamTree* node = &tree;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t length = std::min(rest.find('.'), rest.size());
    const auto key = std::ranges::find(node->keys, rest.substr(0, length));
    if (key == node->keys.end()) throw ParamError(std::string(path), "is no value that can be set");
    node = &node->items[static_cast<std::size_t>(key - node->keys.begin())];
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  const auto put = [](ParamTree& leaf, double number) {
    leaf = {};
    leaf.kind = ParamTree::Kind::number;
    leaf.number = number;
  };
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    *node = {};
    node->kind = ParamTree::Kind::list;
    node->items.resize(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) put(node->items[i], (*list)[i]);
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    put(*node, static_cast<double>(*whole));
  } else {
    put(*node, std::get<double>(value));
  }
}

/// The child that the path leads to or through; null where there is none.
const YamlNode* child_towards(const YamlNode& node, std::string_view path) {
  const auto leads = [&](const YamlNode& child) {
    return !child.path.empty() && path.starts_with(child.path) &&
           (path.size() == child.path.size() || path[child.path.size()] == '.' || path[child.path.size()] == '[');
  };
  for (const YamlEntry& entry : node.entries) {
    if (leads(entry.value)) return &entry.value;
  }
  for (const YamlNode& item : node.items) {
    if (leads(item)) return &item;
  }
  return nullptr;
}

}  // namespace

ChoiceList game_choices() {
  return with_guests({.noun = "game", .known = games(), .fallback = ""}, guest_game_descriptions());
}
ChoiceList backup_choices() {
  return with_guests({.noun = "backup operator",
                      .known = operator_descriptions(),
                      .fallback = SearchSettings{}.backup.name,
                      .may_be_elsewhere = true},
                     guest_descriptions());
}
ChoiceList root_choices() {
  return {.noun = "root rule", .known = root_rules(), .fallback = SearchSettings{}.root.name};
}

ChoiceList selection_choices(const std::string& fallback) {
  return {.noun = "selection rule", .known = selections(), .fallback = fallback};
}
ChoiceList evaluator_choices() {
  return with_guests({.noun = "evaluator",
                      .known = evaluators(),
                      .fallback = SearchSettings{}.evaluator.name,
                      .may_be_elsewhere = true},
                     guest_evaluator_descriptions());
}
ChoiceList final_move_choices() {
  return {.noun = "final-move rule", .known = final_moves(), .fallback = SearchSettings{}.final_move.name};
}

std::optional<NamedParams> read_choice(const YamlNode& node, const ChoiceList& choices, ProblemList& problems) {
  const auto name = read_choice_name(node, choices, problems);
  if (!name) return std::nullopt;
  const auto found = std::ranges::find(choices.known, name->first, &Described::name);
  if (found == choices.known.end() && choices.may_be_elsewhere && node.is_map() && node.find("source") != nullptr)
    return defined_elsewhere(name->first, node, choices, problems);
  if (found == choices.known.end()) {
    const std::vector<std::string> known = names_of(choices.known);
    problems.add(*name->second,
                 fmt::format("no {} is called {}; known: {}{}", choices.noun, written_text(*name->second),
                             fmt::join(known, ", "), hint_text(name->first, known)));
    return std::nullopt;
  }
  const std::array<std::string_view, 1> skipped{choices.name_key};
  std::optional<Params> params = read_params(node, *found, skipped, problems);
  if (!params) return std::nullopt;
  return NamedParams{found->name, std::move(*params)};
}

std::optional<NamedParams> read_backup(const YamlNode& node, ProblemList& problems) {
  const YamlNode* name = node.is_map() ? node.find("name") : &node;
  if (name != nullptr && name->is_scalar() && name->text == kHost) {
    const auto about = [](const std::string& known) -> const Described& { return find_guest_operator(known)->about(); };
    return read_hosted(node, *name, {.noun = "operator", .load = guest_loader(), .about = about}, problems);
  }
  return read_choice(node, backup_choices(), problems);
}

std::optional<NamedParams> read_game_choice(const YamlNode& node, ProblemList& problems) {
  const YamlNode* name = node.is_map() ? node.find("name") : &node;
  if (name != nullptr && name->is_scalar() && name->text == kHost) {
    const auto about = [](const std::string& known) -> const Described& { return find_guest_game(known)->about(); };
    return read_hosted(node, *name, {.noun = "game", .load = guest_game_loader(), .about = about}, problems);
  }
  const bool is_of_a_host = node.is_map() && name != nullptr && name->is_scalar() && node.find("source") != nullptr &&
                            described(games(), name->text) == nullptr;
  if (is_of_a_host) return read_guest_game(node, name->text, problems);
  return read_choice(node, game_choices(), problems);
}

std::optional<NamedParams> read_evaluator(const YamlNode& node, ProblemList& problems) {
  std::optional<NamedParams> evaluator = read_choice(node, evaluator_choices(), problems);
  if (!evaluator) return std::nullopt;
  try {
    (void)gives_priors(*evaluator);
    return evaluator;
  } catch (const ParamError& error) {
    add_param_error(node, error, problems);
    return std::nullopt;
  }
}

std::optional<Params> read_params(const YamlNode& map, const Described& description,
                                  std::span<const std::string_view> skipped, ProblemList& problems) {
  ParamsReader reader(description.parameters, problems);
  reader.read_map(map, "", skipped);
  reader.require_all(map);
  if (!reader.is_good()) return std::nullopt;
  return resolve_params(description.parameters, reader.given());
}

bool is_map_or_absent(const YamlNode* parameters, ProblemList& problems) {
  if (parameters == nullptr || parameters->is_map()) return true;
  problems.refuse(*parameters, "a map");
  return false;
}

std::string choice_text(const NamedParams& choice) {
  std::string list;
  for (const auto& [key, value] : choice.params.values()) {
    if (!std::holds_alternative<std::monostate>(value))
      list += fmt::format("{}{}={}", list.empty() ? "" : ", ", key, param_text(value));
  }
  return list.empty() ? choice.name : fmt::format("{}({})", choice.name, list);
}

std::optional<ParamSpec> declared_parameter(std::span<const Described> registry, const NamedParams& choice,
                                            std::string_view path) {
  const Described* description = described(registry, choice.name);
  if (description == nullptr) return std::nullopt;
  if (const std::string_view own = own_parameter_name(choice, path); !own.empty())
    return formula::own_parameter(choice.params, own);
  const auto found = std::ranges::find(description->parameters, path, &ParamSpec::key);
  return found == description->parameters.end() ? std::nullopt : std::optional(*found);
}

void set_parameter(std::span<const Described> registry, NamedParams& choice, std::string_view path,
                   const ParamValue& value) {
  const Described* description = described(registry, choice.name);
  if (description == nullptr) throw ParamError(std::string(path), "is no value that can be set");
  GivenParams given = choice.params.values();
  if (const std::string_view own = own_parameter_name(choice, path); !own.empty()) {
    formula::set_own_parameter(given, own, value);
    choice.params = resolve_params(description->parameters, given);
    return;
  }
  std::string key(path);
  if (given.contains(key)) {
    given[key] = value;
  } else {
    key = path.substr(0, path.find('.'));
    const auto tree = given.find(key);
    if (tree == given.end() || key.size() == path.size() || !std::holds_alternative<ParamTree>(tree->second))
      throw ParamError(std::string(path), "is no value that can be set");
    set_in_tree(std::get<ParamTree>(tree->second), path.substr(key.size() + 1), value);
  }
  choice.params = resolve_params(description->parameters, given);
  if (key.size() != path.size()) (void)nested_evaluator(choice.params, key);
}

const YamlNode& node_of_parameter(const YamlNode& choice, std::string_view dotted_key) {
  const std::string path = join_path(choice.path, dotted_key);
  const YamlNode* node = &choice;
  while (const YamlNode* below = child_towards(*node, path)) node = below;
  return *node;
}

void add_param_error(const YamlNode& choice, const ParamError& error, ProblemList& problems) {
  if (const auto* of_formula = dynamic_cast<const formula::FormulaError*>(&error)) {
    for (const formula::Mistake& one : of_formula->mistakes()) {
      const YamlNode& node = node_of_parameter(choice, one.key);
      problems.add(one.offset && node.is_scalar() ? place_in_text(node, *one.offset) : node.place,
                   join_path(choice.path, one.key), one.message);
    }
    return;
  }
  problems.add(node_of_parameter(choice, error.key()).place, join_path(choice.path, error.key()), error.what());
  for (const ParamError& other : error.others()) add_param_error(choice, other, problems);
}

std::optional<std::string> chosen_name(const YamlNode& node, std::string_view name_key) {
  const YamlNode* name = node.is_map() ? node.find(name_key) : &node;
  if (name == nullptr || !name->is_scalar()) return std::nullopt;
  return name->text;
}

YamlNode as_choice_map(const YamlNode& node, std::string_view name_key) {
  if (!node.is_scalar()) return node;
  YamlNode map;
  map.kind = YamlNode::Kind::map;
  map.place = node.place;
  map.path = node.path;
  YamlNode name = node;
  name.path = join_path(node.path, name_key);
  map.entries.push_back({std::string(name_key), node.place, std::move(name)});
  return map;
}

}  // namespace rootward::config
