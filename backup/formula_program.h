// A formula compiled for one search: parameters are constants in it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "backup/formula_language.h"
#include "backup/weight_function.h"

namespace rootward::formula {

/// Registers stand for vectors over the scanned children or for single numbers; each is written once.
using Register = std::uint16_t;
inline constexpr Register kNoRegister = 0xFFFF;

struct Instruction {
  Op op = Op::negate;
  bool is_vector = false;  ///< gives a vector
  Register to = kNoRegister;
  std::array<Register, 3> from{kNoRegister, kNoRegister, kNoRegister};
};

/// `grow` of one list.
struct Growth {
  std::vector<double> knots;
  WeightFunction function;
};

/// What a formula tells of itself: something that it reads, or a name of the configuration.
struct Named {
  std::string name;
  std::string text;  ///< its expression; "": it is given
  Register in = kNoRegister;
};

struct Program {
  std::vector<bool> is_vector;             ///< by register
  std::array<Register, kInputs> inputs{};  ///< kNoRegister: not read; w: the private number before this return
  std::vector<std::pair<Register, double>> constants;
  std::vector<Growth> growths;
  std::vector<Instruction> instructions;
  Register value = kNoRegister;
  Register state = kNoRegister;  ///< the private number after this return; kNoRegister: there is none

  Program() { inputs.fill(kNoRegister); }
  [[nodiscard]] Register of(Input input) const { return inputs[static_cast<std::size_t>(input)]; }
  [[nodiscard]] bool reads(Input input) const { return of(input) != kNoRegister; }
};

}  // namespace rootward::formula
