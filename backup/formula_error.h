// What is wrong with a formula, to the character.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/params.h"

namespace rootward::formula {

/// One thing wrong: under which key, and at which character of the text there.
struct Mistake {
  std::string key;
  std::string message;
  std::optional<std::size_t> offset{};  ///< nothing: the whole value
};

/// Everything wrong with a formula. Whoever asks for places takes them from mistakes().
class FormulaError : public ParamError {
 public:
  explicit FormulaError(std::vector<Mistake> mistakes)
      : ParamError(as_errors(mistakes)), mistakes_(std::move(mistakes)) {}
  [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }

 private:
  static std::vector<ParamError> as_errors(const std::vector<Mistake>& mistakes) {
    std::vector<ParamError> errors;
    for (const Mistake& one : mistakes) errors.emplace_back(one.key, one.message);
    return errors;
  }

  std::vector<Mistake> mistakes_;
};

}  // namespace rootward::formula
