// Operators compiled elsewhere (numba, a shared library): an address that is called without the interpreter.
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

/// Whoever calls keeps what stands at the address for as long as the program runs.
void register_compiled(const py::dict& declaration, std::uintptr_t address) {
  GuestOperator guest{.entry = entry_of(declaration), .make = {}};
  // A function's address is a number in Python.
  const auto function = reinterpret_cast<CompiledFunction>(address);  // NOLINT(performance-no-int-to-ptr)
  const std::string name = guest.entry.description.name;
  const std::vector<std::string> keys = parameter_names(declaration);
  const bool is_unbounded = guest.entry.unbounded;
  guest.make = [name, function, keys, is_unbounded](const Params& params,
                                                    const OperatorContext&) -> std::unique_ptr<Backup> {
    std::vector<double> parameters;
    for (const std::string& key : keys) parameters.push_back(params.real(key));
    return make_backup_driver(
        CompiledRule(RuleName(name, params, is_unbounded), function, std::move(parameters), params));
  };
  add_guest_operator(std::move(guest));
}

}  // namespace

void bind_compiled_rules(py::module_& module) { module.def("register_compiled", register_compiled); }

}  // namespace rootward::python
