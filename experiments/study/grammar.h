// Backup rules that nobody has written: a grammar of formulas, random ones, and changes of those that did well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/rng.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// A piece of a formula by its name in the grammar, with its constants.
struct Gene {
  std::string name{};
  std::vector<double> constants{};
  friend bool operator==(const Gene&, const Gene&) = default;
};

/// A rule. Kind child: mean + m (weighted mean - mean), m the main gene, the weights the product of the factors. Kind
/// return: v + (r - v) s, s the main gene's step size times the factors, at most 1 and 1 at the first visit.
struct Formula {
  bool is_return = false;
  Gene main{};
  std::vector<Gene> factors{};
  friend bool operator==(const Formula&, const Formula&) = default;
};

/// What the constant of a gene may be.
struct ConstantBox {
  double low = 0;
  double high = 1;
};
/// One of a formula's constants, in the order in which its text names them: k0, k1, ..
struct NamedConstant {
  std::string name{};
  double value = 0;
  ConstantBox box{};
};
std::vector<NamedConstant> constants_of(const Formula& formula);

enum class FormulaBoxes : std::uint8_t {
  left_out,  ///< the constants' values alone, which are checked more quickly
  written    ///< and what an optimizer may choose from
};
/// The operator `formula` with it.
config::YamlNode backup_node(const Formula& formula, FormulaBoxes boxes);
/// The rule for people: "mean + 0.5 (sum(u q) / sum(u) - mean), u = n exp(4 (q - max q))".
std::string rule_text(const Formula& formula);
/// "f" and eight hexadecimal digits of its text.
std::string formula_id(const Formula& formula);

/// What a formula is but for its constants: "child share: exp_value * visits". Factors in the order of their names.
std::string structure_text(const Formula& formula);

/// Any formula of the grammar; every main gene and every number of factors is as likely.
Formula random_formula(Rng& rng);
/// `parent` with its constants shaken, a gene exchanged, added or left out, or its main gene taken from `other`.
Formula mutated(const Formula& parent, const Formula& other, Rng& rng);

Json formula_json(const Formula& formula);
/// Throws UsageError for what is none of the grammar's.
Formula formula_of(const Json& json);

}  // namespace rootward::study
