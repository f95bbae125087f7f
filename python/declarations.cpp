// Declarations become the entries that one reader of configurations reads.
#include "python/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "backup/common_parameters.h"
#include "cli/param_json.h"
#include "core/guest_failure.h"
#include "core/json.h"

namespace rootward::python {
namespace {

ParamSpec spec_of(const py::dict& given) {
  ParamSpec spec{.key = given["name"].cast<std::string>(),
                 .help = given["help"].cast<std::string>(),
                 .fallback = given["default"].cast<double>(),
                 .low = given["low"].cast<double>(),
                 .high = given["high"].cast<double>(),
                 .source = "the operator's author"};
  spec.tune_low = given["tune_low"].cast<double>();
  spec.tune_high = given["tune_high"].cast<double>();
  return spec;
}

OperatorFamily family_of(const std::string& kind) {
  if (kind == "child") return OperatorFamily::child_type;
  return kind == "return" ? OperatorFamily::return_type : OperatorFamily::path_type;
}

Json json_of_children(const NodeView& node) {
  Json children = Json::array();
  const bool has_priors = node.child_priors != nullptr || node.exact_priors != nullptr;
  for (std::uint32_t i = 0; i < node.child_count; ++i) {
    children.push_back({{"visits", node.child_visits[i]}, {"value", node.child_values[i]}});
    if (node.child_means != nullptr) children.back()["mean"] = node.child_means[i];
    if (has_priors) children.back()["prior"] = node.prior(i);
  }
  return children;
}

/// What the plain mean was before the return.
Value mean_before(const NodeView& node, Value sample) {
  if (node.visits <= 1) return sample;
  const double visits = node.visits;
  return std::clamp((visits * node.mean - sample) / (visits - 1), -1.0, 1.0);
}

}  // namespace

OperatorEntry entry_of(const py::dict& declaration) {
  OperatorEntry entry;
  entry.description = {.name = declaration["name"].cast<std::string>(),
                       .help = "an operator in Python",
                       .source = "its author",
                       .parameters = {}};
  std::vector<ParamSpec>& specs = entry.description.parameters;
  for (const py::handle given : declaration["parameters"]) specs.push_back(spec_of(given.cast<py::dict>()));
  const std::string kind = declaration["kind"].cast<std::string>();
  if (kind == "child") {
    specs.push_back(backups::own_spec());
    specs.back().fallback = declaration["own"].cast<std::string>();
  }
  specs.push_back({.key = "source",
                   .help = "the rule's source: the first digits of its SHA-256",
                   .type = ParamType::text,
                   .fallback = declaration["source"].cast<std::string>(),
                   .source = "ours"});
  entry.family = family_of(kind);
  entry.unbounded = declaration["unbounded"].cast<bool>();
  entry.reads_means = true;
  entry.reads_priors = true;
  entry.reads_plies_to_end = true;
  return entry;
}

std::vector<std::string> parameter_names(const py::dict& declaration) {
  std::vector<std::string> names;
  for (const py::handle given : declaration["parameters"]) names.push_back(given["name"].cast<std::string>());
  return names;
}

RuleName::RuleName(std::string name, const Params& params, bool is_unbounded)
    : name_(std::move(name)), is_unbounded_(is_unbounded) {
  Json config = {{"name", name_}};
  for (const auto& [key, value] : params.values()) {
    if (key != "source") config[key] = param_json(value);
  }
  config_ = dump_json(config);
}

std::string RuleName::place(const NodeView& node, Value sample) const {
  Json line = {{"backup", parse_json(config_)},
               {"visits", node.visits},
               {"mean", mean_before(node, sample)},
               {"value", node.value},
               {"return", sample},
               {"own", {{"visits", node.own_visits}, {"value", node.own_visits > 0 ? node.own_mean : 0.0}}},
               {"simulation", node.simulation},
               {"plies_to_end", node.plies_to_end},
               {"children", json_of_children(node)}};
  if (node.selected != kNoChild) line["selected"] = node.selected;
  if (!node.trail.empty()) line["trail"] = std::vector<Value>(node.trail.begin(), node.trail.end());
  if (node.columns[0] != nullptr && node.visits > 1) line["weight"] = *node.columns[0];
  return fmt::format("simulation {}, node {}", node.simulation, dump_json(line));
}

Value RuleName::checked(double value, const NodeView& node, Value sample) const {
  constexpr double kRounding = 1e-9;
  if (std::isfinite(value) && (is_unbounded_ || std::abs(value) <= 1 + kRounding)) return value;
  const std::string text =
      fmt::format("the operator {} gave {}, which is {}; {}", name_, value,
                  std::isfinite(value) ? "outside of [-1, 1] (unbounded=True allows it)" : "not a finite number",
                  place(node, sample));
  throw GuestFailure(std::make_exception_ptr(py::value_error(text)), text);
}

}  // namespace rootward::python
