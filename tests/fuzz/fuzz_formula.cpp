// Fuzz target: a formula as YAML; what compiles has a normal form that reads back to itself, and gives the same bits in
// vectors of any width.
#include <cstring>
#include <optional>

#include "backup/formula_check.h"
#include "backup/formula_compiler.h"
#include "backup/formula_machine.h"
#include "backup/registry.h"
#include "core/errors.h"
#include "lab/config/named_choice.h"
#include "lab/config/yaml_document.h"
#include "tests/fuzz/fuzz_entry.h"

namespace {

using namespace rootward;

std::optional<Params> read(std::string_view text) {
  config::ProblemList problems;
  config::YamlNode node = config::parse_yaml(text, "fuzz");
  config::assign_paths(node, "backup");
  const std::optional<NamedParams> choice = config::read_choice(node, config::backup_choices(), problems);
  if (!choice || choice->name != "formula" || !problems.empty()) return std::nullopt;
  return choice->params;
}

constexpr std::uint32_t kCounts[] = {1, 2, 7, 8, 9, 11};

double run(const Params& params, formula::Executor execute, std::uint32_t count) {
  constexpr std::uint32_t kVisits[] = {1, 7, 1000, 3, 2, 1, 40, 9, 5, 1, 12};
  constexpr Value kValues[] = {1, -1, 0.25, 0, 0.5, -0.125, 0.75, 0.1, -0.7, 0.9, 0.3};
  constexpr float kPriors[] = {0.1F, 0.2F, 0.0F, 0.3F, 0.1F, 0.05F, 0.05F, 0.1F, 0.02F, 0.03F, 0.05F};
  formula::Machine machine(formula::compile(params, {}).program, execute);
  NodeView node;
  node.visits = 1082;
  node.own_visits = 1;
  node.child_count = count;
  node.child_visits = kVisits;
  node.child_values = kValues;
  node.child_means = kValues;
  node.child_priors = kPriors;
  formula::Outcome outcome;
  machine.run(node, 0.5, 0, 1, outcome);
  return outcome.value;
}

bool same(double a, double b) { return a == b || (a != a && b != b); }

}  // namespace

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  try {
    const std::optional<Params> params = read(text);
    if (!params) return;
    for (const std::uint32_t count : kCounts)
      require(same(run(*params, formula::executor_here(), count), run(*params, formula::execute_portable, count)),
              "every width gives the same number");
    const OperatorEntry& entry = get_operator("formula");
    const Params normal = resolve_params(entry.description.parameters, formula::normal_form(*params));
    require(resolve_params(entry.description.parameters, formula::normal_form(normal)) == normal,
            "the normal form reads back to itself");
    for (const std::uint32_t count : kCounts)
      require(same(run(*params, formula::executor_here(), count), run(normal, formula::executor_here(), count)),
              "the normal form means the same");
    constexpr std::size_t kShort = 120;  // ten thousand nodes take a while
    if (text.size() <= kShort) (void)formula::check_at_nodes(*params, {});
  } catch (const UsageError&) {
  } catch (const ParamError&) {
  }
}
