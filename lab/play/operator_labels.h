// What the operators of one search are called in tables, JSON and traces.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/params.h"

namespace rootward {

/// An operator, and the label that the user gave it; "" where none was given.
struct LabelledOperator {
  std::string label;
  NamedParams op;
};

/// A label an operator, all different: the given one; else the operator's name, with the parameters in which operators
/// of one name differ where there are several (`softmax(g=[0])`); else with a number (`softmax-2`). Throws UsageError
/// where a label was given twice, or is what another is called.
std::vector<std::string> operator_labels(std::span<const LabelledOperator> operators);

}  // namespace rootward
