// Instructions with their registers, and pairs of them that one loop can do.
#include "backup/formula_builder.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "backup/formula_machine.h"

namespace rootward::formula {
namespace {

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

  /// a exp(b) of a vector b, a (b - c). The exp of a number is taken once, not with every child.
  void join_product(Instruction& product) {
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
      const Register other = product.from[1 - side];
      if (const Instruction* power = single(product.from[side], Op::exp); power != nullptr && power->is_vector) {
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

}  // namespace

Operand ProgramBuilder::constant(double number) {
  Operand operand;
  operand.is_constant = true;
  operand.number = number;
  return operand;
}

Operand ProgramBuilder::input(Input which) {
  Register& place = program.inputs[static_cast<std::size_t>(which)];
  const bool is_vector = static_cast<std::size_t>(which) < kVectorInputs;
  if (place == kNoRegister) place = new_register(is_vector);
  return in_register(place);
}

Operand ProgramBuilder::emit(Op op, bool is_vector, std::span<const Operand> operands) {
  const bool is_known =
      !is_vector && op < Op::grow && std::ranges::all_of(operands, [](const Operand& one) { return one.is_constant; });
  if (is_known) {
    std::array<double, 3> numbers{};
    for (std::size_t i = 0; i < operands.size(); ++i) numbers[i] = operands[i].number;
    return constant(result_of(op, numbers));
  }
  Instruction instruction{.op = op, .is_vector = is_vector};
  for (std::size_t i = 0; i < operands.size(); ++i) instruction.from[i] = register_of(operands[i]);
  return in_register(place_of(instruction));
}

Operand ProgramBuilder::emit_growth(std::size_t growth, const Operand& at) {
  Instruction instruction{.op = Op::grow, .is_vector = at.is_vector};
  instruction.from[0] = static_cast<Register>(growth);
  instruction.from[1] = register_of(at);
  return in_register(place_of(instruction));
}

Register ProgramBuilder::register_of(const Operand& operand) {
  if (!operand.is_constant) return operand.in;
  const auto bits = std::bit_cast<std::uint64_t>(operand.number);
  const auto [found, is_new] = constants_.try_emplace(bits, kNoRegister);
  if (is_new) {
    found->second = new_register(false);
    program.constants.emplace_back(found->second, operand.number);
  }
  return found->second;
}

Operand ProgramBuilder::in_register(Register place) const {
  Operand operand;
  operand.in = place;
  operand.is_vector = program.is_vector[place];
  return operand;
}

Register ProgramBuilder::new_register(bool is_vector) {
  program.is_vector.push_back(is_vector);
  return static_cast<Register>(program.is_vector.size() - 1);
}

Register ProgramBuilder::place_of(Instruction& instruction) {
  const auto key = std::tuple(instruction.op, instruction.from);
  const auto [found, is_new] = known_.try_emplace(key, kNoRegister);
  if (is_new) {
    instruction.to = found->second = new_register(instruction.is_vector);
    program.instructions.push_back(instruction);
  }
  return found->second;
}

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

void join_pairs(Program& program) { PairJoiner(program).join_all(); }

}  // namespace rootward::formula
