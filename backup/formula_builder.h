// The program of a formula while it is made: constants folded, and common parts computed once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>

#include "backup/formula_program.h"

namespace rootward::formula {

/// What an expression came to: a number known now, or a register. Bad ones have been told about.
struct Operand {
  bool is_bad = false;
  bool is_vector = false;
  bool is_constant = false;
  double number = 0;
  Register in = kNoRegister;
};

/// Every instruction that has been asked for before is the one that is there.
class ProgramBuilder {
 public:
  Program program;

  [[nodiscard]] static Operand constant(double number);
  Operand input(Input which);
  /// An instruction that works number by number, or reads vectors.
  Operand emit(Op op, bool is_vector, std::span<const Operand> operands);
  /// `grow` of a list at an operand.
  Operand emit_growth(std::size_t growth, const Operand& at);
  Register register_of(const Operand& operand);
  [[nodiscard]] Operand in_register(Register place) const;

 private:
  Register new_register(bool is_vector);
  Register place_of(Instruction& instruction);

  std::map<std::tuple<Op, std::array<Register, 3>>, Register> known_;
  std::map<std::uint64_t, Register> constants_;
};

/// Whether an index that only the children's order decides among equals is used for more than the number it is of.
bool leans_on_order(const Program& program);

/// Two instructions that one loop can do become one where nobody else reads the first.
void join_pairs(Program& program);

}  // namespace rootward::formula
