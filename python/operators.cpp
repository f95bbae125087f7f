// Operators written in Python: a rule's call at every node of every path, under the interpreter's lock.
#include <fmt/format.h>

#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "backup/child_operator.h"
#include "backup/guests.h"
#include "cli/backup_calculator.h"
#include "core/errors.h"
#include "core/guest_failure.h"
#include "lab/store/guest_facts.h"
#include "python/declarations.h"
#include "python/inputs.h"
#include "python/native.h"
#include "search/backup_driver.h"

namespace rootward::python {
namespace {

/// A Python function with its parameters bound.
class Rule {
 public:
  Rule(RuleName name, py::object function, py::dict parameters, bool keeps_number)
      : name_(std::move(name)),
        held_(new Held{std::move(function), std::move(parameters),
                       py::cast(Inputs{.node = nullptr, .sample = 0, .keeps_number = keeps_number})}) {}

  /// `read` makes what the function gave into numbers, under the lock.
  template <class Read>
  auto call(NodeView& node, Value sample, Read read) const {
    const py::gil_scoped_acquire lock;
    auto& inputs = held_->inputs.cast<Inputs&>();
    if (inputs.node != nullptr)
      throw std::runtime_error(name_.name() + ": the search that calls a rule cannot be called by it");
    const Showing showing(inputs, node, sample);
    try {
      return read(held_->function(held_->inputs, **held_->parameters));
    } catch (const GuestFailure&) {
      throw;  // its text tells the place
    } catch (const std::exception& error) {
      GuestFailure failure(std::current_exception(), error.what());
      failure.add_place(fmt::format("the operator {}, {}", name_.name(), name_.place(node, sample)));
      throw failure;
    }
  }
  Value call(NodeView& node, Value sample) const {
    return call(node, sample, [&](const py::object& given) { return checked(given, node, sample); });
  }
  [[nodiscard]] Value checked(const py::handle& given, const NodeView& node, Value sample) const {
    const double number = PyFloat_AsDouble(given.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::value_error(fmt::format("it gave {}; a number belongs here{}", py::repr(given).cast<std::string>(),
                                        given.is_none() ? " (is `return` missing?)" : ""));
    }
    return name_.checked(number, node, sample);
  }

 private:
  struct Held {
    py::object function;
    py::dict parameters;
    py::object inputs;
  };

  RuleName name_;
  std::unique_ptr<Held, DeletesUnderLock<Held>> held_;
};

/// F of the children; the node's own evaluations are blended outside, as under every child-type operator.
class ChildRule {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsMeans = true;
  static constexpr bool kReadsPriors = true;
  ChildRule(Rule rule, const Params& params)
      : call_(std::make_unique<Call>(Call{.rule = std::move(rule)})), blended_(Scan{call_.get()}, params) {}
  Value update(NodeView& node, Value sample) {
    call_->node = &node;
    call_->sample = sample;
    return blended_.update(node, sample);
  }

 private:
  struct Call {
    Rule rule;
    NodeView* node = nullptr;
    Value sample = 0;
  };
  struct Scan {
    const Call* call;
    template <class Children>
    Value operator()(const NodeView&, const Children&) const {
      return call->rule.call(*call->node, call->sample);
    }
  };
  std::unique_ptr<Call> call_;
  backups::ChildOperator<Scan> blended_;
};

/// The new value out of the old one and the return; passes up what it received.
template <bool kHasNumber>
class ReturnRule : public RuleColumns<kHasNumber> {
 public:
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsMeans = true;
  static constexpr bool kReadsPriors = true;
  explicit ReturnRule(Rule rule) : rule_(std::move(rule)) {}
  Value update(NodeView& node, Value sample) const {
    node.value = rule_.call(node, sample);
    return sample;
  }

 private:
  Rule rule_;
};

/// A class: its update gives (value, passed_up), or a report to the nodes above as a third.
template <bool kHasNumber>
class ClassRule : public RuleColumns<kHasNumber> {
 public:
  static constexpr bool kNeedsTrail = true;
  static constexpr bool kReadsMeans = true;
  static constexpr bool kReadsPriors = true;
  explicit ClassRule(Rule rule) : rule_(std::move(rule)) {}
  Value update(NodeView& node, Value sample) const {
    const Given given = rule_.call(node, sample, [&](const py::object& answer) { return read(answer, node, sample); });
    node.value = given.value;
    node.bootstrap = given.report;
    return given.passed_up;
  }

 private:
  struct Given {
    Value value = 0, passed_up = 0, report = 0;
  };
  [[nodiscard]] Given read(const py::object& answer, const NodeView& node, Value sample) const {
    const std::size_t count = py::isinstance<py::tuple>(answer) ? py::len(answer) : 0;
    if (count != 2 && count != 3)
      throw py::type_error("update gave " + py::repr(answer).cast<std::string>() +
                           "; it gives (value, passed_up) or (value, passed_up, report)");
    const auto numbers = answer.cast<py::tuple>();
    const bool has_report = count == 3 && !numbers[2].is_none();
    return {.value = rule_.checked(numbers[0], node, sample),
            .passed_up = rule_.checked(numbers[1], node, sample),
            .report = has_report ? rule_.checked(numbers[2], node, sample) : std::numeric_limits<Value>::quiet_NaN()};
  }

  Rule rule_;
};

py::dict keywords_of(const Params& params, const std::vector<std::string>& names) {
  py::dict keywords;
  for (const std::string& name : names) keywords[name.c_str()] = params.real(name);
  return keywords;
}

/// What a declaration makes for each search.
struct RuleMaker {
  std::string name;
  std::vector<std::string> keys;
  std::shared_ptr<py::object> callable;
  OperatorFamily family = OperatorFamily::child_type;
  bool is_unbounded = false;
  bool keeps_number = false;

  [[nodiscard]] std::unique_ptr<Backup> make(const Params& params, const OperatorContext& context) const {
    const py::gil_scoped_acquire lock;
    const RuleName named(name, params, is_unbounded);
    py::dict keywords = keywords_of(params, keys);
    if (family == OperatorFamily::path_type) {
      const py::object instance = (*callable)(**keywords);
      if (py::hasattr(instance, "begin")) instance.attr("begin")(context);
      return with_number<ClassRule>(Rule(named, instance.attr("update"), py::dict(), keeps_number));
    }
    Rule rule(named, *callable, std::move(keywords), keeps_number);
    if (family == OperatorFamily::child_type) return make_backup_driver(ChildRule(std::move(rule), params));
    return with_number<ReturnRule>(std::move(rule));
  }

 private:
  template <template <bool> class Operator>
  [[nodiscard]] std::unique_ptr<Backup> with_number(Rule rule) const {
    if (keeps_number) return make_backup_driver(Operator<true>(std::move(rule)));
    return make_backup_driver(Operator<false>(std::move(rule)));
  }
};

/// Makes the name known wherever a backup is read.
void register_operator(const py::dict& declaration, const py::object& callable) {
  GuestOperator guest{.entry = entry_of(declaration), .make = {}};
  const RuleMaker maker{
      .name = guest.entry.description.name,
      .keys = parameter_names(declaration),
      .callable = std::shared_ptr<py::object>(new py::object(callable), DeletesUnderLock<py::object>{}),
      .family = guest.entry.family,
      .is_unbounded = guest.entry.unbounded,
      .keeps_number = declaration["number"].cast<bool>()};
  guest.make = [maker](const Params& params, const OperatorContext& context) { return maker.make(params, context); };
  add_guest_operator(std::move(guest));
}

/// `load(file, object)` gives an operator's name and the numbers that it sets. Its exceptions are what is wrong.
void set_loader(const py::object& load) {
  const auto held = std::shared_ptr<py::object>(new py::object(load), DeletesUnderLock<py::object>{});
  set_guest_loader([held](const std::string& file, const std::string& object) {
    const py::gil_scoped_acquire lock;
    try {
      const auto [name, numbers] = (*held)(file, object).cast<std::pair<std::string, std::map<std::string, double>>>();
      const GivenParams given(numbers.begin(), numbers.end());
      return NamedParams{name, resolve_params(find_guest_operator(name)->about().parameters, given)};
    } catch (const py::error_already_set& error) {
      throw UsageError(py::str(error.value()).cast<std::string>());
    }
  });
}

/// `tell(resolved)` gives versions by name, and for each rule its source and module: what manifests keep.
void set_teller(const py::object& tell) {
  const auto held = std::shared_ptr<py::object>(new py::object(tell), DeletesUnderLock<py::object>{});
  set_guest_teller([held](const std::string& resolved) {
    const py::gil_scoped_acquire lock;
    using Sources = std::map<std::string, std::pair<std::string, std::string>>;
    const auto [versions, sources] = (*held)(resolved).cast<std::pair<std::map<std::string, std::string>, Sources>>();
    GuestFacts facts{.versions = versions, .sources = {}};
    for (const auto& [name, from] : sources) facts.sources[name] = {.source = from.first, .module = from.second};
    return facts;
  });
}

/// The calculator: the answer's line, and whether the line could be answered.
std::pair<std::string, bool> calculate(const std::string& line) {
  const py::gil_scoped_release release;
  bool failed = false;
  std::string answer = calculate_line(line, failed);
  return {std::move(answer), !failed};
}

}  // namespace

void bind_operators(py::module_& module) {
  py::class_<OperatorContext>(module, "Context")
      .def_readonly("simulations", &OperatorContext::simulations)
      .def_readonly("board_points", &OperatorContext::board_points)
      .def_readonly("branching", &OperatorContext::branching)
      .def_readonly("has_priors", &OperatorContext::has_priors);
  module.def("register_operator", register_operator);
  module.def("set_loader", set_loader);
  module.def("set_teller", set_teller);
  module.def("calculate", calculate);
}

}  // namespace rootward::python
