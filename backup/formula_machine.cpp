// Loads a node's numbers into registers and reads the results.
#include "backup/formula_machine.h"

#include <algorithm>
#include <utility>

namespace rootward::formula {
namespace {

bool reads_any_child(const Program& program) {
  for (const Input input : {Input::n, Input::q, Input::m, Input::prior, Input::visit_sum, Input::child_count}) {
    if (program.reads(input)) return true;
  }
  return false;
}

double number_of(const NodeView& node, Value sample, double state, Input input) {
  switch (input) {
    case Input::node_visits:
      return node.visits;
    case Input::n0:
      return node.own_visits;
    case Input::m0:
      return node.own_mean;
    case Input::mean:
      return node.mean;
    case Input::r:
      return sample;
    case Input::v:
      return node.value;
    case Input::t:
      return static_cast<double>(node.simulation);
    case Input::d:
      return node.plies_to_end;
    default:
      return state;
  }
}

}  // namespace

Machine::Machine(Program program, Executor execute)
    : program_(std::move(program)),
      execute_(execute),
      reads_children_(reads_any_child(program_)),
      reads_sum_(program_.reads(Input::visit_sum)) {
  for (const Input input :
       {Input::node_visits, Input::n0, Input::m0, Input::mean, Input::r, Input::v, Input::t, Input::d, Input::w}) {
    if (program_.reads(input)) read_numbers_.push_back({input, program_.of(input)});
  }
  for (const Growth& growth : program_.growths) registers_.growths.emplace_back(growth.function);
  reserve(1);
}

/// Numbers lie in groups of their own first, vectors behind them.
void Machine::reserve(std::size_t children) {
  const std::size_t groups = (children + 7) / 8;
  if (groups <= capacity_) return;
  capacity_ = std::max(groups, 2 * capacity_);
  const std::size_t count = program_.is_vector.size();
  const auto vectors = static_cast<std::size_t>(std::ranges::count(program_.is_vector, true));
  memory_.assign(8 * (count - vectors) + 8 * capacity_ * vectors, 0.0);
  registers_.at.resize(count);
  registers_.step.resize(count);
  registers_.order.resize(8 * capacity_);
  double* next = memory_.data();
  for (const bool is_vector : {false, true}) {
    for (std::size_t i = 0; i < count; ++i) {
      if (program_.is_vector[i] != is_vector) continue;
      registers_.at[i] = next;
      registers_.step[i] = is_vector ? 8 : 0;
      next += is_vector ? 8 * capacity_ : 8;
    }
  }
  for (const auto& [place, number] : program_.constants) set(place, number);
}

void Machine::set(Register place, double number) {
  if (place != kNoRegister) std::fill_n(registers_.at[place], 8, number);
}

bool Machine::load_children(const NodeView& node, std::uint32_t min_visits) {
  if (program_.reads(Input::prior) && node.child_priors == nullptr && node.child_count > 0) return false;
  reserve(node.child_count);
  const auto place = [&](Input input) { return program_.reads(input) ? registers_.at[program_.of(input)] : nullptr; };
  double* visits = place(Input::n);
  double* values = place(Input::q);
  double* means = place(Input::m);
  double* priors = place(Input::prior);
  std::size_t count = 0;
  if (min_visits <= 1) {
    count = node.child_count;
    registers_.visits = visits != nullptr ? node.child_visits : nullptr;
    if (values != nullptr) std::copy_n(node.child_values, count, values);
    if (means != nullptr) std::copy_n(node.child_means, count, means);
    if (priors != nullptr)
      for (std::uint32_t i = 0; i < node.child_count; ++i) priors[i] = node.prior(i);
  } else {
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      if (node.child_visits[i] < min_visits) continue;
      if (visits != nullptr) visits[count] = node.child_visits[i];
      if (values != nullptr) values[count] = node.child_values[i];
      if (means != nullptr) means[count] = node.child_means[i];
      if (priors != nullptr) priors[count] = node.prior(i);
      ++count;
    }
  }
  registers_.count = count;
  if (reads_sum_) {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < node.child_count; ++i)
      sum += node.child_visits[i] >= min_visits ? node.child_visits[i] : 0;
    set(program_.of(Input::visit_sum), static_cast<double>(sum));
  }
  set(program_.of(Input::child_count), static_cast<double>(count));
  return true;
}

void Machine::load_numbers(const NodeView& node, Value sample, double state) {
  registers_.visits_of_node = node.visits;
  for (const ReadNumber& one : read_numbers_) set(one.place, number_of(node, sample, state, one.input));
}

bool Machine::run(const NodeView& node, Value sample, double state, std::uint32_t min_visits, Outcome& outcome) {
  if (reads_children_ && !load_children(node, min_visits)) return false;
  load_numbers(node, sample, state);
  execute_(program_, registers_);
  outcome.value = *registers_.at[program_.value];
  if (program_.state != kNoRegister) outcome.state = *registers_.at[program_.state];
  return true;
}

}  // namespace rootward::formula
