// Operators compiled elsewhere (numba, a shared library): an address that is called without the interpreter.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backup/child_operator.h"
#include "backup/guests.h"
#include "python/declarations.h"
#include "python/native.h"
#include "python/rootward/rootward_node.h"
#include "search/backup_driver.h"

namespace rootward::python {
namespace {

/// F of K children with visits n and values q; scalars are N, n0, m0, mean, r, v, t, d.
using CompiledFunction = double (*)(std::uint32_t, const std::uint32_t*, const double*, const double*, const double*);

class CompiledRule {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  CompiledRule(RuleName name, CompiledFunction function, std::vector<double> parameters, const Params& params)
      : scan_(std::make_unique<Scan>(
            Scan{.name = std::move(name), .function = function, .parameters = std::move(parameters)})),
        blended_(ScanRef{scan_.get()}, params) {}
  Value update(NodeView& node, Value sample) {
    scan_->sample = sample;
    return blended_.update(node, sample);
  }

 private:
  struct Scan {
    RuleName name;
    CompiledFunction function = nullptr;
    std::vector<double> parameters;
    Value sample = 0;
  };
  struct ScanRef {
    const Scan* scan;
    template <class Children>
    Value operator()(const NodeView& node, const Children&) const {
      const std::array<double, 8> scalars = {static_cast<double>(node.visits),
                                             static_cast<double>(node.own_visits),
                                             node.own_mean,
                                             node.mean,
                                             scan->sample,
                                             node.value,
                                             static_cast<double>(node.simulation),
                                             static_cast<double>(node.plies_to_end)};
      const double value = scan->function(node.child_count, node.child_visits, node.child_values, scalars.data(),
                                          scan->parameters.data());
      return scan->name.checked(value, node, scan->sample);
    }
  };
  std::unique_ptr<Scan> scan_;
  backups::ChildOperator<ScanRef> blended_;
};

/// Sets the node's value and returns what goes up.
using CompiledUpdate = double (*)(void*, rw_node*, double);
static_assert(RW_NO_CHILD == kNoChild && kMostColumns == 3);

template <bool kHasNumber>
class UpdateRule : public RuleColumns<kHasNumber> {
 public:
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsMeans = true;
  static constexpr bool kReadsPriors = true;
  UpdateRule(RuleName name, CompiledUpdate function, std::vector<double> parameters)
      : name_(std::move(name)), function_(function), parameters_(std::move(parameters)) {}
  Value update(NodeView& node, Value sample) {
    rw_node given = given_for(node);
    const double passed_up = function_(parameters_.data(), &given, sample);
    const Value value = name_.checked(given.value, node, sample);
    (void)name_.checked(passed_up, node, sample);
    node.value = value;
    return passed_up;
  }

 private:
  [[nodiscard]] rw_node given_for(const NodeView& node) {
    rw_node given{.value = node.value,
                  .mean = node.mean,
                  .own_mean = node.own_mean,
                  .visits = node.visits,
                  .own_visits = node.own_visits,
                  .child_count = node.child_count,
                  .selected = node.selected,
                  .child_visits = node.child_visits,
                  .child_values = node.child_values,
                  .child_means = node.child_means,
                  .child_priors = node.child_priors,
                  .columns = {},
                  .child_columns = {},
                  .simulation = node.simulation,
                  .plies_to_end = node.plies_to_end,
                  .playout_plies = node.playout_plies,
                  .uncertainty = node.uncertainty};
    std::ranges::copy(node.columns, given.columns);
    std::ranges::copy(node.child_columns, given.child_columns);
    if (node.exact_priors != nullptr) {  // a node made by hand
      priors_.resize(node.child_count);
      for (std::uint32_t i = 0; i < node.child_count; ++i) priors_[i] = static_cast<float>(node.prior(i));
      given.child_priors = priors_.data();
    }
    return given;
  }

  RuleName name_;
  CompiledUpdate function_;
  std::vector<double> parameters_;
  std::vector<float> priors_;
};

/// What a declaration makes for each search.
struct CompiledMaker {
  std::string name;
  std::vector<std::string> keys;
  std::uintptr_t address = 0;
  OperatorFamily family = OperatorFamily::child_type;
  bool is_unbounded = false;
  bool keeps_number = false;

  [[nodiscard]] std::unique_ptr<Backup> make(const Params& params) const {
    std::vector<double> parameters;
    for (const std::string& key : keys) parameters.push_back(params.real(key));
    RuleName named(name, params, is_unbounded);
    // A function's address is a number in Python.
    if (family == OperatorFamily::child_type) {
      const auto function = reinterpret_cast<CompiledFunction>(address);  // NOLINT(performance-no-int-to-ptr)
      return make_backup_driver(CompiledRule(std::move(named), function, std::move(parameters), params));
    }
    const auto function = reinterpret_cast<CompiledUpdate>(address);  // NOLINT(performance-no-int-to-ptr)
    if (keeps_number) return make_backup_driver(UpdateRule<true>(std::move(named), function, std::move(parameters)));
    return make_backup_driver(UpdateRule<false>(std::move(named), function, std::move(parameters)));
  }
};

/// Whoever calls keeps what stands at the address for as long as the program runs.
void register_compiled(const py::dict& declaration, std::uintptr_t address) {
  GuestOperator guest{.entry = entry_of(declaration), .make = {}};
  const CompiledMaker maker{.name = guest.entry.description.name,
                            .keys = parameter_names(declaration),
                            .address = address,
                            .family = guest.entry.family,
                            .is_unbounded = guest.entry.unbounded,
                            .keeps_number = declaration["number"].cast<bool>()};
  guest.make = [maker](const Params& params, const OperatorContext&) { return maker.make(params); };
  add_guest_operator(std::move(guest));
}

}  // namespace

void bind_compiled_rules(py::module_& module) { module.def("register_compiled", register_compiled); }

}  // namespace rootward::python
