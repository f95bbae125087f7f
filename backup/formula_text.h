// A formula's expressions as text and as trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "backup/formula_language.h"

namespace rootward::formula {

/// Where a part of an expression was written: characters from `begin` up to `end`.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Expression {
  enum class Kind : std::uint8_t { number, name, call, operation };
  Kind kind = Kind::number;
  Extent extent;
  double number = 0;
  std::string name;    ///< of a name or a call
  Op op = Op::negate;  ///< of an operation
  std::vector<Expression> arguments;
};

/// Wrong at a character of the text.
class TextError : public std::runtime_error {
 public:
  TextError(std::size_t offset, const std::string& message) : std::runtime_error(message), offset_(offset) {}
  [[nodiscard]] std::size_t offset() const { return offset_; }

 private:
  std::size_t offset_;
};

/// Throws TextError at the first character that does not fit.
Expression parse_expression(std::string_view text);

/// The same expression with single blanks and no brackets beyond need; reads back to the same tree.
std::string normal_text(const Expression& expression);

/// Letters, digits and _, not a digit first.
bool is_plain_name(std::string_view name);

}  // namespace rootward::formula
