// Reads `parameters: {NAME: {value, low, high, tune, scale}}`.
#include "backup/formula_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "backup/common_parameters.h"
#include "backup/formula_language.h"
#include "backup/formula_text.h"
#include "core/text.h"

namespace rootward::formula {
namespace {

constexpr std::array<const char*, 5> kKeys = {"value", "low", "high", "tune", "scale"};
constexpr std::size_t kMostNumbers = 64;

using TreeKind = ParamTree::Kind;

const ParamTree* find_item(const ParamTree& map, std::string_view key) {
  const auto found = std::ranges::find(map.keys, key);
  return found == map.keys.end() ? nullptr : &map.items[static_cast<std::size_t>(found - map.keys.begin())];
}

ParamValue to_value(const ParamTree& tree) {
  if (tree.kind == TreeKind::number) return tree.number;
  std::vector<double> numbers;
  for (const ParamTree& item : tree.items) numbers.push_back(item.number);
  return numbers;
}

ParamTree to_tree(const ParamValue& value) {
  ParamTree tree;
  tree.kind = TreeKind::number;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) tree.number = static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) tree.number = *real;
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    tree.kind = TreeKind::list;
    for (const double number : *list) tree.items.push_back(to_tree(number));
  }
  return tree;
}

std::string shown(const ParamTree& tree) { return param_text(tree); }

class DeclarationReader {
 public:
  DeclarationReader(const std::string& name, const ParamTree& tree) : path_("parameters." + name) {
    spec_.key = name;
    spec_.help = "a parameter of the formula";
    spec_.source = "the configuration";
    spec_.max_count = kMostNumbers;
    check_name(name);
    if (tree.kind == TreeKind::map)
      read_map(tree);
    else
      read_value(tree, path_);
  }

  [[nodiscard]] const ParamSpec& spec() const { return spec_; }
  [[nodiscard]] std::vector<ParamError>& problems() { return problems_; }

 private:
  void check_name(const std::string& name) {
    if (!is_plain_name(name))
      problems_.emplace_back(path_, "is no name; allowed: letters, digits and _, not a digit first");
    else if (find_name(name) != nullptr || find_function(name) != nullptr)
      problems_.emplace_back(path_, fmt::format("{} is a built-in name; choose another", name));
  }

  void read_map(const ParamTree& map) {
    for (const std::string& key : map.keys) {
      if (std::ranges::find(kKeys, key) != kKeys.end()) continue;
      const std::vector<std::string> known(kKeys.begin(), kKeys.end());
      problems_.emplace_back(path_ + '.' + key, fmt::format("unknown key; known keys: {}{}", fmt::join(known, ", "),
                                                            hint_text(key, known)));
    }
    if (const ParamTree* low = find_item(map, "low")) spec_.low = number(*low, "low", -kNoLimit);
    if (const ParamTree* high = find_item(map, "high")) spec_.high = number(*high, "high", kNoLimit);
    if (spec_.low > spec_.high)
      problems_.emplace_back(path_ + ".low",
                             fmt::format("{} is above high, {}", param_text(spec_.low), param_text(spec_.high)));
    if (const ParamTree* value = find_item(map, "value"))
      read_value(*value, path_ + ".value");
    else
      problems_.emplace_back(path_, "value is required: a number, or a list of 1 to 64 numbers");
    if (const ParamTree* scale = find_item(map, "scale")) read_scale(*scale);
    if (const ParamTree* tune = find_item(map, "tune")) read_tune(*tune);
    if (spec_.scale == Scale::integer) check_whole(map);
  }

  void read_value(const ParamTree& tree, const std::string& path) {
    const bool is_list = tree.kind == TreeKind::list && !tree.items.empty() && tree.items.size() <= kMostNumbers;
    const std::vector<ParamTree> numbers = is_list ? tree.items : std::vector<ParamTree>{tree};
    for (const ParamTree& one : numbers) {
      if (one.kind != TreeKind::number || !std::isfinite(one.number)) {
        problems_.emplace_back(path, fmt::format("{} is not allowed; allowed: a number, or a list of 1 to {} numbers",
                                                 shown(tree), kMostNumbers));
        return;
      }
      if (one.number < spec_.low || one.number > spec_.high) {
        problems_.emplace_back(
            path, fmt::format("{} is outside [{}, {}]", shown(one), param_text(spec_.low), param_text(spec_.high)));
        return;
      }
    }
    spec_.type = is_list ? ParamType::real_list : ParamType::real;
    spec_.fallback = to_value(tree);
  }

  void read_scale(const ParamTree& tree) {
    const std::optional<Scale> scale = tree.kind == TreeKind::text ? find_scale(tree.text) : std::nullopt;
    const std::vector<std::string> known(kScaleNames.begin(), kScaleNames.end());
    if (scale)
      spec_.scale = *scale;
    else
      problems_.emplace_back(path_ + ".scale", fmt::format("{} is not allowed; allowed: one of: {}{}", shown(tree),
                                                           fmt::join(known, ", "), hint_text(shown(tree), known)));
  }

  void check_whole(const ParamTree& map) {
    for (const char* key : {"value", "tune"}) {
      const ParamTree* tree = find_item(map, key);
      if (tree == nullptr) continue;
      const std::vector<ParamTree> numbers = tree->kind == TreeKind::list ? tree->items : std::vector<ParamTree>{*tree};
      if (std::ranges::all_of(numbers, [](const ParamTree& one) {
            return one.kind != TreeKind::number || one.number == std::round(one.number);
          }))
        continue;
      problems_.emplace_back(fmt::format("{}.{}", path_, key),
                             fmt::format("{} is not allowed; scale: integer needs whole numbers", shown(*tree)));
    }
  }

  void read_tune(const ParamTree& tree) {
    const bool is_pair = tree.kind == TreeKind::list && tree.items.size() == 2 &&
                         tree.items[0].kind == TreeKind::number && tree.items[1].kind == TreeKind::number;
    const double low = is_pair ? tree.items[0].number : 0;
    const double high = is_pair ? tree.items[1].number : 0;
    if (!is_pair || !(low < high) || low < spec_.low || high > spec_.high) {
      problems_.emplace_back(path_ + ".tune",
                             fmt::format("{} is not allowed; allowed: [low, high], low < high, within [{}, {}]",
                                         shown(tree), param_text(spec_.low), param_text(spec_.high)));
      return;
    }
    if (spec_.scale == Scale::log && low <= 0)
      problems_.emplace_back(
          path_ + ".tune", fmt::format("{} begins at {}; scale: log needs numbers > 0", shown(tree), param_text(low)));
    spec_.tune_low = low;
    spec_.tune_high = high;
  }

  double number(const ParamTree& tree, const char* key, double otherwise) {
    if (tree.kind == TreeKind::number && std::isfinite(tree.number)) return tree.number;
    problems_.emplace_back(fmt::format("{}.{}", path_, key),
                           fmt::format("{} is not allowed; allowed: a number", shown(tree)));
    return otherwise;
  }

  std::string path_;
  ParamSpec spec_;
  std::vector<ParamError> problems_;
};

}  // namespace

std::vector<ParamSpec> formula_specs() {
  ParamTree nothing;
  return {
      {.key = "kind",
       .help = "a rule over the children, recomputed at each return (child), or a step from the stored value (return)",
       .type = ParamType::choice,
       .fallback = std::string("child"),
       .choices = {"child", "return"},
       .source = "ours"},
      {.key = "value",
       .help = "the rule, an expression; the average unless given",
       .type = ParamType::text,
       .source = "ours"},
      {.key = "define",
       .help = "names for parts of it: a map of expressions, in any order",
       .type = ParamType::tree,
       .fallback = nothing,
       .source = "ours"},
      {.key = "state",
       .help = "kind return: the private number w, recomputed before `value` at each return; 0 at first",
       .type = ParamType::text,
       .source = "ours"},
      {.key = "parameters",
       .help = "its numbers and lists by name: {value, low, high, tune: [low, high], scale: linear|log|integer}, or "
               "the value alone",
       .type = ParamType::tree,
       .fallback = nothing,
       .source = "ours"},
      {.key = "unbounded",
       .help = "leaves values beyond [-1, 1] as they are",
       .type = ParamType::boolean,
       .fallback = false,
       .source = "ours"},
      backups::own_spec(),
      backups::min_visits_spec(),
      backups::span_spec(),
      backups::spacing_spec()};
}

std::string value_text(const Params& params) {
  if (params.has("value")) return params.text("value");
  return params.text("kind") == "return" ? "v + (r - v) / N" : "dot(n, q) / sum(n)";
}

std::vector<ParamSpec> own_parameters(const Params& params) {
  std::vector<ParamSpec> specs;
  const ParamTree& tree = params.tree("parameters");
  for (std::size_t i = 0; i < tree.keys.size(); ++i)
    specs.push_back(DeclarationReader(tree.keys[i], tree.items[i]).spec());
  return specs;
}

std::optional<ParamSpec> own_parameter(const Params& params, std::string_view name) {
  for (ParamSpec& spec : own_parameters(params)) {
    if (spec.key == name) return std::move(spec);
  }
  return std::nullopt;
}

void set_own_parameter(GivenParams& params, std::string_view name, const ParamValue& value) {
  auto& tree = std::get<ParamTree>(params.at("parameters"));
  const auto found = std::ranges::find(tree.keys, name);
  const std::string path = fmt::format("parameters.{}", name);
  if (found == tree.keys.end()) throw ParamError(path, "is no value that can be set");
  ParamTree& declared = tree.items[static_cast<std::size_t>(found - tree.keys.begin())];
  const ParamSpec spec = DeclarationReader(*found, declared).spec();
  ParamTree checked;
  try {
    checked = to_tree(check_param(spec, value));
  } catch (const ParamError& error) {
    throw ParamError(path, error.what());
  }
  if (declared.kind != TreeKind::map) {
    declared = std::move(checked);
    return;
  }
  declared.items[static_cast<std::size_t>(std::ranges::find(declared.keys, "value") - declared.keys.begin())] =
      std::move(checked);
}

std::vector<ParamError> problems_of_parameters(const ParamTree& parameters) {
  std::vector<ParamError> all;
  for (std::size_t i = 0; i < parameters.keys.size(); ++i) {
    DeclarationReader reader(parameters.keys[i], parameters.items[i]);
    for (ParamError& one : reader.problems()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace rootward::formula
