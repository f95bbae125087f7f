// Names are resolved and types checked.
#include "backup/formula_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "backup/common_parameters.h"
#include "backup/formula_builder.h"
#include "backup/formula_error.h"
#include "backup/formula_parameters.h"
#include "backup/formula_text.h"
#include "core/text.h"

namespace rootward::formula {
namespace {

Operand bad_operand() {
  Operand operand;
  operand.is_bad = true;
  return operand;
}

constexpr std::string_view kDefine = "define.";

/// A text of the configuration as a tree.
struct Source {
  std::string key;  ///< of the parameter: "value", "define.u"
  std::string text;
  std::optional<Expression> expression;
};

std::string text_of(const ParamTree& tree) {
  return tree.kind == ParamTree::Kind::text ? tree.text : fmt::format("{}", tree.number);
}

/// Where a message's first sentence ends: at a ; that is not part of what it quotes.
std::size_t end_of_sentence(const std::string& message) {
  const std::size_t end = std::min(message.find(';'), message.size());
  const std::size_t open = message.find('\'');
  if (open > end) return end;
  const std::size_t close = message.find('\'', open + 2);  // what is quoted may be a quote itself
  return close == std::string::npos ? end : std::min(message.find(';', close), message.size());
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
      named_.emplace_back(&*state_, state_operand_);
    }
    const Operand value = number_of(value_);
    if (takes_too_many())
      tell_of("value", fmt::format("the formula takes too many instructions; {} are allowed", kMostInstructions));
    refuse_unused();
    if (!problems_.empty()) throw FormulaError(std::move(problems_));
    builder_.program.value = builder_.register_of(value);
    std::vector<std::string> warnings;
    if (leans_on_order(builder_.program))
      warnings.emplace_back(
          "an argmax or argmin without `tie` is used beyond at() of the same vector: where several children are best, "
          "the value depends on their order");
    Program joined = builder_.program;
    join_pairs(joined);
    std::vector<Named> names = told_names();
    return {std::move(joined), std::move(builder_.program), std::move(names), std::move(warnings)};
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
      const std::string key = std::string(kDefine) + name;
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

  /// The column stands at the end of the first sentence.
  void tell(const Source& source, std::size_t offset, const std::string& message) {
    const std::string where = fmt::format(" (column {} of the expression)", offset + 1);
    const std::size_t end = end_of_sentence(message);
    problems_.push_back({source.key, message.substr(0, end) + where + message.substr(end), offset});
  }

  void tell_of(std::string key, std::string message) { problems_.push_back({std::move(key), std::move(message), {}}); }

  std::string quoted(const Source& source, const Expression& part) const {
    constexpr std::size_t kShown = 60;
    const std::string text = source.text.substr(part.extent.begin, part.extent.end - part.extent.begin);
    return '\'' + (text.size() > kShown ? text.substr(0, kShown) + "..." : text) + '\'';
  }

  // ---- names ---------------------------------------------------------------------------------------------------

  /// What the rule reads, then parameters, definitions and the private number in the order in which they were reckoned.
  std::vector<Named> told_names() {
    std::vector<Named> list;
    for (const NameFacts& one : names())
      if (builder_.program.reads(one.input))
        list.push_back({std::string(one.name), "", builder_.program.of(one.input)});
    for (const auto& [name, spec] : own_)
      if (const auto* number = std::get_if<double>(&spec.fallback))
        list.push_back({name, "", builder_.register_of(ProgramBuilder::constant(*number))});
    for (const auto& [source, operand] : named_) {
      const std::string name = source->key == "state" ? "w" : source->key.substr(kDefine.size());
      const Named told{name, source->text, builder_.register_of(operand)};
      const auto is_same = [&](const Named& one) { return one.name == name && one.in == told.in; };
      if (!std::ranges::any_of(list, is_same)) list.push_back(told);
    }
    return list;
  }

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
      if (const auto* number = std::get_if<double>(&own->second.fallback)) return ProgramBuilder::constant(*number);
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
    named_.emplace_back(&definition, value);
    return value;
  }

  /// What nobody reads has its mistakes told, too. That it is never used would be a consequence of other mistakes as a
  /// rule: a name that is written wrongly uses none.
  void refuse_unused() {
    const std::set<std::string> used = used_;
    for (const auto& [name, source] : definitions_) {
      if (values_.contains(name) || !source.expression) continue;
      open_.push_back(name);
      values_[name] = value_of(source, *source.expression);
      open_.pop_back();
    }
    if (!problems_.empty()) return;
    const std::vector<std::string> read(used.begin(), used.end());
    for (const auto& [name, spec] : own_)
      if (!used.contains(name)) tell_of("parameters." + name, "is never used" + hint_text(name, read));
    for (const auto& [name, source] : definitions_)
      if (!used.contains(name)) tell_of("define." + name, "is never used");
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

  /// compile() tells; until then nothing is added any more.
  [[nodiscard]] bool takes_too_many() const { return builder_.program.instructions.size() > kMostInstructions; }

  /// Counts what is open around the expression, through definitions: each level takes room on the stack.
  Operand value_of(const Source& source, const Expression& at) {
    if (takes_too_many()) return bad_operand();
    if (levels_ == kMostLevels) {
      if (!is_too_deep_)
        tell(source, at.extent.begin, fmt::format("nested deeper than {} levels, definitions included", kMostLevels));
      is_too_deep_ = true;
      return bad_operand();
    }
    ++levels_;
    const Operand value = value_at_level(source, at);
    --levels_;
    return value;
  }

  Operand value_at_level(const Source& source, const Expression& at) {
    switch (at.kind) {
      case Expression::Kind::number:
        return ProgramBuilder::constant(at.number);
      case Expression::Kind::name:
        return value_of_name(source, at);
      case Expression::Kind::call:
        return value_of_call(source, at);
      case Expression::Kind::operation:
        break;
    }
    return value_of_chain(source, at);
  }

  /// a + b + c is (a + b) + c, as deep as it is long: its operations are walked from the first on, all on one level.
  Operand value_of_chain(const Source& source, const Expression& last) {
    std::vector<const Expression*> chain;
    const Expression* first = &last;
    for (; first->kind == Expression::Kind::operation; first = &first->arguments[0]) chain.push_back(first);
    std::reverse(chain.begin(), chain.end());
    Operand value = value_of(source, *first);
    for (const Expression* one : chain) {
      std::vector<Operand> operands{value};
      for (std::size_t i = 1; i < one->arguments.size(); ++i) operands.push_back(value_of(source, one->arguments[i]));
      value = elementwise(one->op, operands);
    }
    return value;
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
      tell_of_arguments(source, at);
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
      tell_of_arguments(source, at);
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

  /// The mistakes in a call that is wrong itself; a list may be meant for `grow`.
  void tell_of_arguments(const Source& source, const Expression& call) {
    for (const Expression& one : call.arguments)
      if (one.kind != Expression::Kind::name || !own_.contains(one.name)) (void)value_of(source, one);
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
  std::map<std::string, Operand> values_;                 ///< of definitions
  std::vector<std::pair<const Source*, Operand>> named_;  ///< definitions and `state`, in the order of reckoning
  std::vector<std::string> open_;                         ///< definitions that are being compiled
  std::set<std::string> used_;
  int levels_ = 0;  ///< of expressions that are being compiled
  bool is_too_deep_ = false;
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

std::string rule_text(const Params& params) {
  const bool is_return = params.text("kind") == "return";
  std::string text;
  for (const Named& one : compile(params, {}).names)
    if (!one.text.empty()) text += fmt::format("{} = {}\n", one.name, one.text);
  text += fmt::format("{} = {}", is_return ? "V" : "F", value_text(params));
  if (is_return) return text;
  return text + (params.text("own") == "blend" ? "\nV = (n0 m0 + S F) / (n0 + S)" : "\nV = F");
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
