// Recursive descent; the grammar stands in docs/extending.md.
#include "backup/formula_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace rootward::formula {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct OperatorSign {
  std::string_view sign;
  Op op;
  int level;  ///< how strongly it binds
};
constexpr int kComparison = 0;
constexpr int kSum = 1;
constexpr int kTerm = 2;
constexpr int kSign = 3;
constexpr int kWhole = 4;
/// The longer signs first.
constexpr std::array<OperatorSign, 10> kSigns = {{{"<=", Op::at_most, kComparison},
                                                  {">=", Op::at_least, kComparison},
                                                  {"==", Op::equal, kComparison},
                                                  {"!=", Op::unequal, kComparison},
                                                  {"<", Op::less, kComparison},
                                                  {">", Op::greater, kComparison},
                                                  {"+", Op::add, kSum},
                                                  {"-", Op::subtract, kSum},
                                                  {"*", Op::multiply, kTerm},
                                                  {"/", Op::divide, kTerm}}};

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

std::string too_long() { return fmt::format("the text is longer than {} characters without blanks", kMostCharacters); }

/// Where the text is over the limit; its length where it is not.
std::size_t limit_of(std::string_view text) {
  std::size_t left = kMostCharacters;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!is_blank(text[i]) && left-- == 0) return i;
  return text.size();
}

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  Expression parse() {
    if (const std::size_t end = limit_of(text_); end < text_.size()) throw TextError(end, too_long());
    Expression whole = comparison();
    skip_blanks();
    if (at_ < text_.size()) refuse_rest();
    return whole;
  }

 private:
  Expression comparison() {
    Expression left = sum();
    const OperatorSign* sign = take_sign(kComparison);
    if (sign == nullptr) return left;
    left = joined(*sign, std::move(left), sum());
    const std::size_t before = at_;
    if (take_sign(kComparison) != nullptr) {
      at_ = before;
      fail("comparisons do not chain; use brackets or where(..)");
    }
    return left;
  }

  Expression sum() {
    Expression left = term();
    while (const OperatorSign* sign = take_sign(kSum)) left = joined(*sign, std::move(left), term());
    return left;
  }

  Expression term() {
    Expression left = factor();
    while (const OperatorSign* sign = take_sign(kTerm)) left = joined(*sign, std::move(left), factor());
    return left;
  }

  Expression factor() {
    skip_blanks();
    const Nesting nesting(*this);
    const std::size_t begin = at_;
    if (at_ == text_.size()) fail("the expression ends where a number, a name or a bracket belongs");
    const char c = text_[at_];
    if (c == '-') {
      ++at_;
      Expression inner = factor();
      Expression negated;
      negated.kind = Expression::Kind::operation;
      negated.op = Op::negate;
      negated.extent = {begin, inner.extent.end};
      negated.arguments.push_back(std::move(inner));
      return negated;
    }
    if (c == '(') {
      ++at_;
      Expression inner = comparison();
      close(begin);
      inner.extent = {begin, at_};
      return inner;
    }
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name_or_call();
    fail(fmt::format("'{}' does not belong here; allowed: a number, a name, a call, - or (", shown(c)));
  }

  Expression number() {
    Expression result;
    result.extent.begin = at_;
    const char* end = text_.data() + text_.size();
    const auto read = std::from_chars(text_.data() + at_, end, result.number);
    if (read.ec == std::errc::result_out_of_range || (read.ec == std::errc() && !std::isfinite(result.number)))
      fail("the number is too large or too small");
    if (read.ec != std::errc()) fail("'.' is no number");
    at_ = static_cast<std::size_t>(read.ptr - text_.data());
    if (at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '.'))
      fail(fmt::format("'{}' cannot follow a number; a product is written with *", text_[at_]));
    result.extent.end = at_;
    return result;
  }

  Expression name_or_call() {
    Expression result;
    result.extent.begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    result.name = text_.substr(result.extent.begin, at_ - result.extent.begin);
    result.kind = Expression::Kind::name;
    result.extent.end = at_;
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != '(') return result;
    const std::size_t open = at_++;
    result.kind = Expression::Kind::call;
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != ')') {
      result.arguments.push_back(comparison());
      while (take(',')) result.arguments.push_back(comparison());
    }
    close(open);
    result.extent.end = at_;
    return result;
  }

  static Expression joined(const OperatorSign& sign, Expression left, Expression right) {
    Expression both;
    both.kind = Expression::Kind::operation;
    both.op = sign.op;
    both.extent = {left.extent.begin, right.extent.end};
    both.arguments.push_back(std::move(left));
    both.arguments.push_back(std::move(right));
    return both;
  }

  const OperatorSign* take_sign(int level) {
    skip_blanks();
    if (text_.substr(at_).starts_with("**")) fail("there is no power sign; write pow(x, y)");
    for (const OperatorSign& one : kSigns) {
      if (!text_.substr(at_).starts_with(one.sign)) continue;
      if (one.level != level) return nullptr;
      at_ += one.sign.size();
      return &one;
    }
    return nullptr;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void close(std::size_t open) {
    if (take(')')) return;
    if (at_ < text_.size()) refuse_rest();
    throw TextError(open, "the bracket is left open; ) is missing");
  }

  [[noreturn]] void refuse_rest() {
    const char c = text_[at_];
    if (c == '^') fail("there is no power sign; write pow(x, y)");
    if (c == '=') fail("there is no assignment; == compares, and `define` names a part");
    if (c == ')') fail("the bracket closes none");
    if (c == ',') fail("a comma belongs between a function's arguments only");
    fail(fmt::format("'{}' does not belong here; allowed: + - * / < <= > >= == != ) or the end", shown(c)));
  }

  [[noreturn]] void fail(const std::string& message) const { throw TextError(at_, message); }

  static std::string shown(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7F ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  /// Counts what is open around a place.
  class Nesting {
   public:
    explicit Nesting(ExpressionParser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMostDepth) parser_.fail(fmt::format("nested deeper than {} levels", kMostDepth));
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ExpressionParser& parser_;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

const OperatorSign& sign_of_op(Op op) {
  for (const OperatorSign& one : kSigns) {
    if (one.op == op) return one;
  }
  return kSigns.front();
}

int level_of(const Expression& one) {
  if (one.kind != Expression::Kind::operation) return kWhole;
  return one.op == Op::negate ? kSign : sign_of_op(one.op).level;
}

std::string bracketed(const Expression& one, int least_level) {
  const std::string text = normal_text(one);
  return level_of(one) < least_level ? '(' + text + ')' : text;
}

}  // namespace

Expression parse_expression(std::string_view text) {
  Expression whole = ExpressionParser(text).parse();
  const std::string normal = normal_text(whole);  // numbers may be longer there: 1e5 is 100000
  if (limit_of(normal) < normal.size()) throw TextError(text.size(), too_long() + ", in its normal form");
  return whole;
}

std::string normal_text(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::number:
      return fmt::format("{}", expression.number);
    case Expression::Kind::name:
      return expression.name;
    case Expression::Kind::call: {
      std::string list;
      for (const Expression& one : expression.arguments) list += (list.empty() ? "" : ", ") + normal_text(one);
      return expression.name + '(' + list + ')';
    }
    case Expression::Kind::operation:
      break;
  }
  if (expression.op == Op::negate) return '-' + bracketed(expression.arguments[0], kSign);
  const OperatorSign& sign = sign_of_op(expression.op);
  const int left_level = sign.level == kComparison ? kSum : sign.level;
  return fmt::format("{} {} {}", bracketed(expression.arguments[0], left_level), sign.sign,
                     bracketed(expression.arguments[1], sign.level + 1));
}

bool is_plain_name(std::string_view name) {
  if (name.empty() || !is_letter(name.front())) return false;
  for (const char c : name) {
    if (!is_letter(c) && !is_digit(c)) return false;
  }
  return true;
}

}  // namespace rootward::formula
