// Tables of genes, and how formulas are drawn from them.
#include "experiments/study/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/json_fields.h"
#include "core/math.h"
#include "lab/config/yaml_build.h"

namespace rootward::study {
namespace {

/// A gene's expression, with "#0", "#1" for its constants.
struct GeneKind {
  const char* name;
  const char* expression;
  std::vector<ConstantBox> boxes;
};

const std::vector<GeneKind>& weight_kinds() {
  static const std::vector<GeneKind> kKinds = {
      {"visits", "n", {}},
      {"root_visits", "sqrt(n)", {}},
      {"power_visits", "pow(n, #0)", {{0.1, 3}}},
      {"exp_value", "exp(#0 * (q - max(q)))", {{0.5, 60}}},
      {"lower_bound", "exp(#0 * (q - #1 / sqrt(n) - max(q - #1 / sqrt(n))))", {{0.5, 60}, {0.05, 2}}},
      {"upper_bound", "exp(#0 * (q + #1 / sqrt(n) - max(q + #1 / sqrt(n))))", {{0.5, 60}, {0.05, 2}}},
      {"chance_of_best", "pow(norm_cdf((q - max(q)) * sqrt(n) / #0) + 0.0001, #1)", {{0.2, 2}, {0.1, 4}}},
      {"rank", "where(q < sorted_mean(q, n, #0), #1, 1)", {{0.05, 0.95}, {0.01, 1}}},
  };
  return kKinds;
}

const std::vector<GeneKind>& mixture_kinds() {
  static const std::vector<GeneKind> kKinds = {
      {"all", "1", {}},
      {"share", "#0", {{0.05, 1}}},
      {"with_visits", "S / (S + #0)", {{1, 1000}}},
      {"against_visits", "#0 / (S + #0)", {{1, 1000}}},
      {"share_of_best", "pow(at(n, argmax(q, n)) / S, #0)", {{0.1, 8}}},
      {"spread", "min(1, (max(q) - dot(n, q) / S) / #0)", {{0.05, 2}}},
      {"error_of_best", "1 / (1 + #0 / sqrt(at(n, argmax(q, n))))", {{0.1, 10}}},
  };
  return kKinds;
}

const std::vector<GeneKind>& step_kinds() {
  static const std::vector<GeneKind> kKinds = {
      {"average", "1 / N", {}},
      {"floor", "max(1 / N, #0)", {{0.0005, 0.2}}},
      {"power", "pow(N, 0 - #0)", {{0.5, 1}}},
      {"late", "#0 / (N + #0 - 1)", {{1, 5}}},
  };
  return kKinds;
}

const std::vector<GeneKind>& step_factor_kinds() {
  static const std::vector<GeneKind> kKinds = {
      {"near_end", "(1 + #0 / (1 + d))", {{0.1, 10}}},
      {"far_from_end", "(1 / (1 + #0 / (1 + d)))", {{0.1, 10}}},
      {"disagreement", "(1 + #0 * abs(r - v))", {{0.1, 4}}},
      {"agreement", "(1 / (1 + #0 * abs(r - v)))", {{0.1, 4}}},
  };
  return kKinds;
}

const std::vector<GeneKind>& main_kinds(bool is_return) { return is_return ? step_kinds() : mixture_kinds(); }
const std::vector<GeneKind>& factor_kinds(bool is_return) { return is_return ? step_factor_kinds() : weight_kinds(); }
std::size_t least_factors(bool is_return) { return is_return ? 0 : 1; }
std::size_t most_factors(bool is_return) { return is_return ? 2 : 3; }

const GeneKind& kind_of(const Gene& gene, const std::vector<GeneKind>& kinds) {
  const auto found = std::ranges::find_if(kinds, [&](const GeneKind& kind) { return gene.name == kind.name; });
  if (found == kinds.end()) wrong_json("name", fmt::format("{} is no gene of the grammar", gene.name));
  return *found;
}

/// Three significant digits: what is stored and played is what is read.
double rounded(double value) { return std::stod(fmt::format("{:.3g}", value)); }

double within(double value, const ConstantBox& box) { return std::clamp(rounded(value), box.low, box.high); }

double random_constant(const ConstantBox& box, Rng& rng) {
  return within(box.low * exp_exact(rng.uniform() * log_exact(box.high / box.low)), box);
}

Gene random_gene(const std::vector<GeneKind>& kinds, Rng& rng) {
  const GeneKind& kind = kinds[rng.below(static_cast<std::uint32_t>(kinds.size()))];
  Gene gene{.name = kind.name, .constants = {}};
  for (const ConstantBox& box : kind.boxes) gene.constants.push_back(random_constant(box, rng));
  return gene;
}

/// About normal: the sum of twelve uniform numbers.
double shaken(double value, const ConstantBox& box, Rng& rng) {
  constexpr int kTerms = 12;
  constexpr double kStrength = 0.4;
  double normal = -0.5 * kTerms;
  for (int i = 0; i < kTerms; ++i) normal += rng.uniform();
  return within(value * exp_exact(kStrength * normal), box);
}

void shake(Gene& gene, const std::vector<GeneKind>& kinds, Rng& rng) {
  const GeneKind& kind = kind_of(gene, kinds);
  for (std::size_t i = 0; i < gene.constants.size(); ++i)
    gene.constants[i] = shaken(gene.constants[i], kind.boxes[i], rng);
}

void change_factors(Formula& formula, Rng& rng) {
  const std::vector<GeneKind>& kinds = factor_kinds(formula.is_return);
  const auto count = static_cast<std::uint32_t>(formula.factors.size());
  const std::uint32_t what = rng.below(3);
  if (what == 0 && count < most_factors(formula.is_return)) {
    formula.factors.push_back(random_gene(kinds, rng));
  } else if (what == 1 && count > least_factors(formula.is_return)) {
    formula.factors.erase(formula.factors.begin() + rng.below(count));
  } else if (count > 0) {
    formula.factors[rng.below(count)] = random_gene(kinds, rng);
  }
}

/// The expression with constants as `name_of` calls them.
template <class NameOf>
std::string expression_of(const Gene& gene, const std::vector<GeneKind>& kinds, NameOf name_of) {
  std::string text;
  for (const char* c = kind_of(gene, kinds).expression; *c != '\0'; ++c) {
    if (*c == '#')
      text += name_of(static_cast<std::size_t>(*++c - '0'));
    else
      text += *c;
  }
  return text;
}

/// Value, and the definition of the weights where there are any; constants as k0, k1, .. or as numbers.
struct RuleTexts {
  std::string value;
  std::string weights;
};

RuleTexts rule_of(const Formula& formula, bool with_names) {
  std::size_t next = 0;
  const auto expression = [&](const Gene& gene, const std::vector<GeneKind>& kinds) {
    const std::size_t first = next;
    next += gene.constants.size();
    return expression_of(gene, kinds, [&](std::size_t i) {
      return with_names ? fmt::format("k{}", first + i) : fmt::format("{:.3g}", gene.constants[i]);
    });
  };
  const std::string main = expression(formula.main, main_kinds(formula.is_return));
  std::string product;
  for (const Gene& gene : formula.factors)
    product += (product.empty() ? "" : " * ") + expression(gene, factor_kinds(formula.is_return));
  if (formula.is_return) {
    const std::string step = product.empty() ? main : fmt::format("({}) * {}", main, product);
    return {.value = fmt::format("v + (r - v) * where(N < 2, 1, min(1, {}))", step), .weights = ""};
  }
  return {.value = fmt::format("dot(n, q) / S + ({}) * (dot(u, q) / sum(u) - dot(n, q) / S)", main),
          .weights = product};
}

Json gene_json(const Gene& gene) { return {{"name", gene.name}, {"constants", gene.constants}}; }

Gene gene_of(const Json& json, const std::vector<GeneKind>& kinds) {
  Gene gene{.name = text_field(json, "name"), .constants = {}};
  const GeneKind& kind = kind_of(gene, kinds);
  const Json& constants = json_field(json, "constants");
  if (!constants.is_array() || constants.size() != kind.boxes.size())
    wrong_json("constants", fmt::format("of {} are not {}", gene.name, kind.boxes.size()));
  for (std::size_t i = 0; i < kind.boxes.size(); ++i)
    gene.constants.push_back(json_real(constants[i], "constants", kind.boxes[i].low, kind.boxes[i].high));
  return gene;
}

}  // namespace

std::vector<NamedConstant> constants_of(const Formula& formula) {
  std::vector<NamedConstant> all;
  const auto add = [&](const Gene& gene, const std::vector<GeneKind>& kinds) {
    const GeneKind& kind = kind_of(gene, kinds);
    for (std::size_t i = 0; i < gene.constants.size(); ++i)
      all.push_back({fmt::format("k{}", all.size()), gene.constants[i], kind.boxes[i]});
  };
  add(formula.main, main_kinds(formula.is_return));
  for (const Gene& gene : formula.factors) add(gene, factor_kinds(formula.is_return));
  return all;
}

config::YamlNode backup_node(const Formula& formula, FormulaBoxes boxes) {
  const RuleTexts rule = rule_of(formula, true);
  config::YamlNode node = config::map_node();
  config::add(node, "name", config::text_node("formula"));
  config::add(node, "kind", config::text_node(formula.is_return ? "return" : "child"));
  config::add(node, "value", config::text_node(rule.value));
  if (!rule.weights.empty()) {
    config::add(node, "define", config::map_node());
    config::add(*node.find("define"), "u", config::text_node(rule.weights));
  }
  config::YamlNode parameters = config::map_node();
  for (const NamedConstant& constant : constants_of(formula)) {
    const auto [low, high] = constant.box;
    config::YamlNode one = config::map_node();
    config::add(one, "value", config::value_node(constant.value));
    if (boxes == FormulaBoxes::written) {
      config::add(one, "low", config::value_node(low));
      config::add(one, "high", config::value_node(high));
      config::add(one, "tune", config::value_node(std::vector<double>{low, high}));
      config::add(one, "scale", config::text_node("log"));
    }
    config::add(parameters, constant.name, std::move(one));
  }
  if (!parameters.entries.empty()) config::add(node, "parameters", std::move(parameters));
  return node;
}

std::string rule_text(const Formula& formula) {
  const RuleTexts rule = rule_of(formula, false);
  return rule.weights.empty() ? rule.value : fmt::format("{}; u = {}", rule.value, rule.weights);
}

std::string formula_id(const Formula& formula) {
  return fmt::format("f{:08x}", hash_name(rule_text(formula)) & 0xFFFFFFFFU);
}

std::string structure_text(const Formula& formula) {
  std::vector<std::string> factors;
  for (const Gene& gene : formula.factors) factors.push_back(gene.name);
  std::ranges::sort(factors);
  return fmt::format("{} {}: {}", formula.is_return ? "return" : "child", formula.main.name, fmt::join(factors, " * "));
}

Formula random_formula(Rng& rng) {
  constexpr std::uint32_t kReturnsOneOf = 4;  // the grammar of children is the larger one
  Formula formula;
  formula.is_return = rng.below(kReturnsOneOf) == 0;
  formula.main = random_gene(main_kinds(formula.is_return), rng);
  const std::size_t least = least_factors(formula.is_return);
  const std::size_t count = least + rng.below(static_cast<std::uint32_t>(most_factors(formula.is_return) - least + 1));
  for (std::size_t i = 0; i < count; ++i) formula.factors.push_back(random_gene(factor_kinds(formula.is_return), rng));
  return formula;
}

Formula mutated(const Formula& parent, const Formula& other, Rng& rng) {
  Formula child = parent;
  switch (rng.below(4)) {
    case 0:
      child.main = random_gene(main_kinds(child.is_return), rng);
      break;
    case 1:
      change_factors(child, rng);
      break;
    case 2:
      if (other.is_return == child.is_return) child.main = other.main;
      break;
    default:
      break;
  }
  shake(child.main, main_kinds(child.is_return), rng);
  for (Gene& gene : child.factors) shake(gene, factor_kinds(child.is_return), rng);
  return child;
}

Json formula_json(const Formula& formula) {
  Json json = {{"kind", formula.is_return ? "return" : "child"}, {"main", gene_json(formula.main)}};
  json["factors"] = Json::array();
  for (const Gene& gene : formula.factors) json["factors"].push_back(gene_json(gene));
  return json;
}

Formula formula_of(const Json& json) {
  Formula formula;
  const std::string kind = text_field(json, "kind");
  if (kind != "return" && kind != "child") wrong_json("kind", fmt::format("is {}, not child or return", kind));
  formula.is_return = kind == "return";
  formula.main = gene_of(json_field(json, "main"), main_kinds(formula.is_return));
  const Json& factors = json_list(json, "factors");
  const std::size_t least = least_factors(formula.is_return), most = most_factors(formula.is_return);
  if (factors.size() < least || factors.size() > most)
    wrong_json("factors", fmt::format("has {} entries; allowed: {} .. {}", factors.size(), least, most));
  for (const Json& gene : factors) formula.factors.push_back(gene_of(gene, factor_kinds(formula.is_return)));
  return formula;
}

}  // namespace rootward::study
