// Names are resolved, types checked, constants folded and common parts computed once; then pairs of instructions that
// one loop can do become one.
#include "backup/formula_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "backup/common_parameters.h"
#include "backup/formula_error.h"
#include "backup/formula_machine.h"
#include "backup/formula_parameters.h"
#include "backup/formula_text.h"
#include "core/text.h"

namespace rootward::formula {
namespace {

/// What an expression came to: a number known now, or a register. Bad ones have been told about.
struct Operand {
  bool is_bad = false;
  bool is_vector = false;
  bool is_constant = false;
  double number = 0;
  Register in = kNoRegister;
};

Operand bad_operand() {
  Operand operand;
  operand.is_bad = true;
  return operand;
}

/// Builds the program; every instruction that has been asked for before is the one that is there.
class ProgramBuilder {
 public:
  Program program;

  Operand constant(double number) const {
    Operand operand;
    operand.is_constant = true;
    operand.number = number;
    return operand;
  }

  Operand input(Input which) {
    Register& place = program.inputs[static_cast<std::size_t>(which)];
    const bool is_vector = static_cast<std::size_t>(which) < kVectorInputs;
    if (place == kNoRegister) place = new_register(is_vector);
    return in_register(place);
  }

  /// An instruction that works number by number, or reads vectors.
  Operand emit(Op op, bool is_vector, std::span<const Operand> operands) {
    const bool is_known = !is_vector && op < Op::grow &&
                          std::ranges::all_of(operands, [](const Operand& one) { return one.is_constant; });
    if (is_known) {
      std::array<double, 3> numbers{};
      for (std::size_t i = 0; i < operands.size(); ++i) numbers[i] = operands[i].number;
      return constant(result_of(op, numbers));
    }
    Instruction instruction{.op = op, .is_vector = is_vector};
    for (std::size_t i = 0; i < operands.size(); ++i) instruction.from[i] = register_of(operands[i]);
    return in_register(place_of(instruction));
  }

  /// `grow` of a list at an operand.
  Operand emit_growth(std::size_t growth, const Operand& at) {
    Instruction instruction{.op = Op::grow, .is_vector = at.is_vector};
    instruction.from[0] = static_cast<Register>(growth);
    instruction.from[1] = register_of(at);
    return in_register(place_of(instruction));
  }

  Register register_of(const Operand& operand) {
    if (!operand.is_constant) return operand.in;
    const auto bits = std::bit_cast<std::uint64_t>(operand.number);
    const auto [found, is_new] = constants_.try_emplace(bits, kNoRegister);
    if (is_new) {
      found->second = new_register(false);
      program.constants.emplace_back(found->second, operand.number);
    }
    return found->second;
  }

  [[nodiscard]] Operand in_register(Register place) const {
    Operand operand;
    operand.in = place;
    operand.is_vector = program.is_vector[place];
    return operand;
  }

 private:
  Register new_register(bool is_vector) {
    program.is_vector.push_back(is_vector);
    return static_cast<Register>(program.is_vector.size() - 1);
  }

  Register place_of(Instruction& instruction) {
    const auto key = std::tuple(instruction.op, instruction.from);
    const auto [found, is_new] = known_.try_emplace(key, kNoRegister);
    if (is_new) {
      instruction.to = found->second = new_register(instruction.is_vector);
      program.instructions.push_back(instruction);
    }
    return found->second;
  }

  std::map<std::tuple<Op, std::array<Register, 3>>, Register> known_;
  std::map<std::uint64_t, Register> constants_;
};

/// Two instructions that become one where nobody else reads the first.
class PairJoiner {
 public:
  explicit PairJoiner(Program& program)
      : program_(program), uses_(program.is_vector.size()), maker_(program.is_vector.size()) {
    for (Instruction& one : program_.instructions) {
      maker_[one.to] = &one;
      for (std::size_t i = one.op == Op::grow ? 1 : 0; i < 3; ++i)
        if (one.from[i] != kNoRegister) ++uses_[one.from[i]];
    }
    for (const Register result : {program_.value, program_.state})
      if (result != kNoRegister) ++uses_[result];
  }

  void join_all() {
    for (Instruction& one : program_.instructions) {
      if (one.op == Op::divide) join_ratio(one);
      if (one.op == Op::multiply && one.is_vector) join_product(one);
    }
    std::erase_if(program_.instructions, [&](const Instruction& one) { return uses_[one.to] == 0; });
  }

 private:
  /// dot(a, b) / sum(a).
  void join_ratio(Instruction& quotient) {
    const Instruction* over = single(quotient.from[0], Op::dot);
    const Instruction* under = single(quotient.from[1], Op::sum);
    if (over == nullptr || under == nullptr) return;
    const bool is_first = over->from[0] == under->from[0];
    if (!is_first && over->from[1] != under->from[0]) return;
    drop(quotient.from[0]);
    drop(quotient.from[1]);
    quotient.op = Op::ratio;
    quotient.from = {under->from[0], over->from[is_first ? 1 : 0], kNoRegister};
  }

  /// a exp(b), a (b - c).
  void join_product(Instruction& product) {
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
      const Register other = product.from[1 - side];
      if (const Instruction* power = single(product.from[side], Op::exp)) {
        drop(product.from[side]);
        product.op = Op::multiply_exp;
        product.from = {other, power->from[0], kNoRegister};
        return;
      }
      if (const Instruction* gap = single(product.from[side], Op::subtract)) {
        drop(product.from[side]);
        product.op = Op::multiply_difference;
        product.from = {other, gap->from[0], gap->from[1]};
        return;
      }
    }
  }

  [[nodiscard]] const Instruction* single(Register place, Op op) const {
    const Instruction* made = maker_[place];
    return made != nullptr && made->op == op && uses_[place] == 1 ? made : nullptr;
  }
  void drop(Register place) { uses_[place] = 0; }

  Program& program_;
  std::vector<int> uses_;
  std::vector<Instruction*> maker_;
};

/// Whether an index that only the children's order decides among equals is used for more than the number it is of.
bool leans_on_order(const Program& program) {
  for (const Instruction& index : program.instructions) {
    if ((index.op != Op::argmax && index.op != Op::argmin) || index.from[1] != kNoRegister) continue;
    if (program.value == index.to || program.state == index.to) return true;
    for (const Instruction& one : program.instructions) {
      if (one.op == Op::grow ? one.from[1] != index.to : std::ranges::find(one.from, index.to) == one.from.end())
        continue;
      if (one.op != Op::at || one.from[0] != index.from[0]) return true;
    }
  }
  return false;
}

/// A text of the configuration as a tree.
struct Source {
  std::string key;  ///< of the parameter: "value", "define.u"
  std::string text;
  std::optional<Expression> expression;
};

std::string text_of(const ParamTree& tree) {
  return tree.kind == ParamTree::Kind::text ? tree.text : fmt::format("{}", tree.number);
}

/// The rule; the average where none is given.
std::string value_text(const Params& params) {
  if (params.has("value")) return params.text("value");
  return params.text("kind") == "return" ? "v + (r - v) / N" : "dot(n, q) / sum(n)";
}

class FormulaCompiler {
 public:
  FormulaCompiler(const Params& params, const Surroundings& surroundings)
      : params_(params),
        surroundings_(surroundings),
        is_return_(params.text("kind") == "return"),
        value_{"value", value_text(params), {}} {
    for (const ParamError& one : problems_of_parameters(params.tree("parameters"))) tell_of(one.key(), one.what());
    for (ParamSpec& spec : own_parameters(params)) own_.emplace(spec.key, std::move(spec));
    parse(value_);
    if (params.has("state")) {
      state_ = Source{"state", params.text("state"), {}};
      parse(*state_);
      if (!is_return_) tell_of("state", "a formula of kind child keeps no private number; kind: return does");
    }
    read_definitions(params.tree("define"));
  }

  Compiled compile() {
    if (state_) {
      state_operand_ = number_of(*state_);
      state_is_known_ = true;
      values_.clear();
      if (!state_operand_.is_bad) builder_.program.state = builder_.register_of(state_operand_);
    }
    const Operand value = number_of(value_);
    refuse_unused();
    if (builder_.program.instructions.size() > kMostInstructions)
      tell_of("value", fmt::format("the formula takes {} instructions; {} are allowed",
                                   builder_.program.instructions.size(), kMostInstructions));
    if (!problems_.empty()) throw FormulaError(std::move(problems_));
    builder_.program.value = builder_.register_of(value);
    std::vector<std::string> warnings;
    if (leans_on_order(builder_.program))
      warnings.emplace_back(
          "an argmax or argmin without `tie` is used beyond at() of the same vector: where several children are best, "
          "the value depends on their order");
    PairJoiner(builder_.program).join_all();
    return {std::move(builder_.program), std::move(warnings)};
  }

 private:
  // ---- texts ---------------------------------------------------------------------------------------------------

  void parse(Source& source) {
    try {
      source.expression = parse_expression(source.text);
    } catch (const TextError& error) {
      tell(source, error.offset(), error.what());
    }
  }

  void read_definitions(const ParamTree& define) {
    for (std::size_t i = 0; i < define.keys.size(); ++i) {
      const std::string& name = define.keys[i];
      const std::string key = "define." + name;
      if (!is_plain_name(name)) {
        tell_of(key, "is no name; allowed: letters, digits and _, not a digit first");
      } else if (find_name(name) != nullptr || find_function(name) != nullptr) {
        tell_of(key, fmt::format("{} is a built-in name; choose another", name));
      } else if (own_.contains(name)) {
        tell_of(key, fmt::format("{} is the name of a parameter already", name));
      }
      const ParamTree& tree = define.items[i];
      if (tree.kind != ParamTree::Kind::text && tree.kind != ParamTree::Kind::number) {
        tell_of(key, fmt::format("{} is not allowed; allowed: an expression", param_text(tree)));
        continue;
      }
      Source& source = definitions_.emplace(name, Source{key, text_of(tree), {}}).first->second;
      parse(source);
    }
  }

  void tell(const Source& source, std::size_t offset, const std::string& message) {
    const std::string where = fmt::format(" (column {} of the expression)", offset + 1);
    const std::size_t end = std::min(message.find(';'), message.size());
    problems_.push_back({source.key, message.substr(0, end) + where + message.substr(end), offset});
  }

  void tell_of(std::string key, std::string message) { problems_.push_back({std::move(key), std::move(message), {}}); }

  std::string quoted(const Source& source, const Expression& part) const {
    constexpr std::size_t kShown = 60;
    const std::string text = source.text.substr(part.extent.begin, part.extent.end - part.extent.begin);
    return '\'' + (text.size() > kShown ? text.substr(0, kShown) + "..." : text) + '\'';
  }

  // ---- names ---------------------------------------------------------------------------------------------------

  [[nodiscard]] std::vector<std::string> known_names() const {
    std::vector<std::string> known;
    for (const NameFacts& one : names()) {
      if (is_return_ ? !one.is_vector() && (one.input != Input::w || state_) : one.input != Input::w)
        known.emplace_back(one.name);
    }
    for (const auto& [name, spec] : own_) known.push_back(name);
    for (const auto& [name, source] : definitions_) known.push_back(name);
    return known;
  }

  Operand value_of_name(const Source& source, const Expression& at) {
    if (const NameFacts* built_in = find_name(at.name)) return value_of_input(source, at, *built_in);
    if (const auto own = own_.find(at.name); own != own_.end()) {
      used_.insert(at.name);
      if (const auto* number = std::get_if<double>(&own->second.fallback)) return builder_.constant(*number);
      if (own->second.type != ParamType::real_list) return bad_operand();  // told about where it is declared
      tell(source, at.extent.begin, fmt::format("'{}' is a list; lists are read by grow(list, x) alone", at.name));
      return bad_operand();
    }
    if (definitions_.contains(at.name)) return value_of_definition(source, at);
    const std::vector<std::string> known = known_names();
    if (find_function(at.name) != nullptr) {
      tell(source, at.extent.begin,
           fmt::format("'{}' is a function; write {}({})", at.name, at.name, find_function(at.name)->arguments));
    } else {
      tell(source, at.extent.begin,
           fmt::format("unknown name '{}'; known: {}{}", at.name, fmt::join(known, ", "), hint_text(at.name, known)));
    }
    return bad_operand();
  }

  Operand value_of_input(const Source& source, const Expression& at, const NameFacts& name) {
    if (name.input == Input::w) {
      if (!state_) {
        tell(source, at.extent.begin, "'w' is the private number that `state` computes; there is no `state`");
        return bad_operand();
      }
      if (state_is_known_) return state_operand_;
    }
    if (name.is_vector() && is_return_) {
      tell(source, at.extent.begin,
           fmt::format("'{}' is a vector of the children; a formula of kind return sees numbers alone", at.name));
      return bad_operand();
    }
    if (name.input == Input::prior && !surroundings_.has_priors) {
      tell(source, at.extent.begin, "'P' are priors; the evaluator at hand gives none");
      return bad_operand();
    }
    return builder_.input(name.input);
  }

  Operand value_of_definition(const Source& source, const Expression& at) {
    used_.insert(at.name);
    if (const auto known = values_.find(at.name); known != values_.end()) return known->second;
    if (const auto open = std::ranges::find(open_, at.name); open != open_.end()) {
      tell(source, at.extent.begin, fmt::format("circle: {} -> {}", fmt::join(open, open_.end(), " -> "), at.name));
      return bad_operand();
    }
    const Source& definition = definitions_.at(at.name);
    if (!definition.expression) return bad_operand();
    open_.push_back(at.name);
    const Operand value = value_of(definition, *definition.expression);
    open_.pop_back();
    values_[at.name] = value;
    return value;
  }

  /// Beside other mistakes this would be their consequence as a rule: a name that is written wrongly uses none.
  void refuse_unused() {
    if (!problems_.empty()) return;
    for (const auto& [name, spec] : own_)
      if (!used_.contains(name)) tell_of("parameters." + name, "is never used");
    for (const auto& [name, source] : definitions_)
      if (!used_.contains(name)) tell_of("define." + name, "is never used");
  }

  // ---- expressions ---------------------------------------------------------------------------------------------

  /// The value of a text that must be a number.
  Operand number_of(const Source& source) {
    if (!source.expression) return bad_operand();
    const Operand value = value_of(source, *source.expression);
    if (value.is_bad || !value.is_vector) return value;
    tell(source, source.expression->extent.begin,
         fmt::format("{} is a vector; a number belongs here", quoted(source, *source.expression)));
    return bad_operand();
  }

  Operand value_of(const Source& source, const Expression& at) {
    switch (at.kind) {
      case Expression::Kind::number:
        return builder_.constant(at.number);
      case Expression::Kind::name:
        return value_of_name(source, at);
      case Expression::Kind::call:
        return value_of_call(source, at);
      case Expression::Kind::operation:
        break;
    }
    std::vector<Operand> operands;
    for (const Expression& one : at.arguments) operands.push_back(value_of(source, one));
    return elementwise(at.op, operands);
  }

  Operand elementwise(Op op, const std::vector<Operand>& operands) {
    if (std::ranges::any_of(operands, [](const Operand& one) { return one.is_bad; })) return bad_operand();
    const bool is_vector = std::ranges::any_of(operands, [](const Operand& one) { return one.is_vector; });
    return builder_.emit(op, is_vector, operands);
  }

  Operand value_of_call(const Source& source, const Expression& at) {
    const FunctionFacts* function = find_function(at.name);
    if (function == nullptr) {
      const std::vector<std::string> known = function_names();
      tell(source, at.extent.begin,
           fmt::format("no function is called '{}'; known: {}{}", at.name, fmt::join(known, ", "),
                       hint_text(at.name, known)));
      return bad_operand();
    }
    const std::size_t count = at.arguments.size();
    if (count < function->fewest || count > function->most) {
      const std::string allowed = function->fewest == function->most
                                      ? fmt::format("{}", function->most)
                                      : fmt::format("{} or {}", function->fewest, function->most);
      tell(source, at.extent.begin,
           fmt::format("{} takes {} argument{}, not {}; write {}({})", at.name, allowed, allowed == "1" ? "" : "s",
                       count, at.name, function->arguments));
      return bad_operand();
    }
    if (function->op == Op::grow) return value_of_growth(source, at);
    std::vector<Operand> operands;
    for (const Expression& one : at.arguments) operands.push_back(value_of(source, one));
    if (function->op == Op::smallest && count == 2) return elementwise(Op::smaller, operands);
    if (function->op == Op::largest && count == 2) return elementwise(Op::larger, operands);
    if (function->op < Op::grow) return elementwise(function->op, operands);
    return value_of_reduction(source, at, function->op, operands);
  }

  Operand value_of_reduction(const Source& source, const Expression& at, Op op, const std::vector<Operand>& operands) {
    if (std::ranges::any_of(operands, [](const Operand& one) { return one.is_bad; })) return bad_operand();
    const bool takes_either = op == Op::dot;
    const bool has_vector = operands[0].is_vector || (takes_either && operands[1].is_vector);
    if (!has_vector) {
      tell(source, at.arguments[0].extent.begin,
           fmt::format("{} is a number; {} takes a vector{}", quoted(source, at.arguments[0]), at.name,
                       op == Op::smallest || op == Op::largest ? " or two arguments" : ""));
      return bad_operand();
    }
    const std::size_t last = operands.size() - 1;
    if ((op == Op::at || op == Op::sorted_mean) && operands[last].is_vector) {
      tell(source, at.arguments[last].extent.begin,
           fmt::format("{} is a vector; a number belongs here", quoted(source, at.arguments[last])));
      return bad_operand();
    }
    if (op != Op::softmax) return builder_.emit(op, false, operands);
    const Operand best = builder_.emit(Op::largest, false, operands);
    const Operand powers =
        elementwise(Op::exp, {builder_.emit(Op::subtract, true, std::vector<Operand>{operands[0], best})});
    const Operand total = builder_.emit(Op::sum, false, std::vector<Operand>{powers});
    return builder_.emit(Op::divide, true, std::vector<Operand>{powers, total});
  }

  Operand value_of_growth(const Source& source, const Expression& at) {
    const Expression& list = at.arguments[0];
    const Operand where = value_of(source, at.arguments[1]);
    const auto own = list.kind == Expression::Kind::name ? own_.find(list.name) : own_.end();
    if (own == own_.end()) {
      tell(source, list.extent.begin,
           fmt::format("{} is no list; grow takes a parameter whose value is a list", quoted(source, list)));
      return bad_operand();
    }
    used_.insert(list.name);
    const auto* knots = std::get_if<std::vector<double>>(&own->second.fallback);
    if (knots == nullptr) {
      if (own->second.type == ParamType::real && std::holds_alternative<double>(own->second.fallback))
        tell(source, list.extent.begin,
             fmt::format("'{}' is a number; grow takes a list, as in value: [-8, -4]", list.name));
      return bad_operand();
    }
    constexpr double kSteepest = 100;
    for (const double knot : *knots) {
      if (knot >= -kSteepest && knot <= kSteepest) continue;
      tell_of("parameters." + list.name, "a list that grow integrates holds numbers in [-100, 100]");
      return bad_operand();
    }
    if (where.is_bad) return bad_operand();
    return builder_.emit_growth(growth_of(*knots), where);
  }

  std::size_t growth_of(const std::vector<double>& knots) {
    std::vector<Growth>& growths = builder_.program.growths;
    const auto found = std::ranges::find(growths, knots, &Growth::knots);
    if (found != growths.end()) return static_cast<std::size_t>(found - growths.begin());
    const Spacing spacing = params_.text("spacing") == "log" ? Spacing::log : Spacing::linear;
    growths.push_back({knots, WeightFunction(knots, surroundings_.span, spacing, 0)});
    return growths.size() - 1;
  }

  const Params& params_;
  Surroundings surroundings_;
  bool is_return_;
  Source value_;
  std::optional<Source> state_;
  std::map<std::string, Source> definitions_;
  std::map<std::string, ParamSpec> own_;
  ProgramBuilder builder_;
  std::map<std::string, Operand> values_;  ///< of definitions
  std::vector<std::string> open_;          ///< definitions that are being compiled
  std::set<std::string> used_;
  Operand state_operand_;
  bool state_is_known_ = false;
  std::vector<Mistake> problems_;
};

std::string normal(const std::string& text) { return normal_text(parse_expression(text)); }

/// A map in the order of its keys.
ParamTree sorted(const ParamTree& map) {
  std::vector<std::size_t> order(map.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return map.keys[i]; });
  ParamTree result;
  for (const std::size_t i : order) {
    result.keys.push_back(map.keys[i]);
    result.items.push_back(map.items[i]);
  }
  return result;
}

bool calls_growth(const Expression& at) {
  return (at.kind == Expression::Kind::call && at.name == "grow") || std::ranges::any_of(at.arguments, calls_growth);
}

bool text_grows(const std::string& text) {
  try {
    return calls_growth(parse_expression(text));
  } catch (const TextError&) {
    return false;
  }
}

}  // namespace

bool grows(const Params& params) {
  if (text_grows(value_text(params)) || (params.has("state") && text_grows(params.text("state")))) return true;
  return std::ranges::any_of(params.tree("define").items,
                             [](const ParamTree& one) { return text_grows(text_of(one)); });
}

Compiled compile(const Params& params, const Surroundings& surroundings) {
  return FormulaCompiler(params, surroundings).compile();
}

GivenParams normal_form(const Params& params) {
  GivenParams given = params.values();
  given["value"] = normal(value_text(params));
  if (params.has("state")) given["state"] = normal(params.text("state"));
  ParamTree define = sorted(params.tree("define"));
  for (ParamTree& one : define.items) {
    one.text = normal(text_of(one));
    one.kind = ParamTree::Kind::text;
  }
  given["define"] = std::move(define);
  given["parameters"] = sorted(params.tree("parameters"));
  return given;
}

}  // namespace rootward::formula
