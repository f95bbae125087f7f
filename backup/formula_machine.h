// Runs a formula's program at nodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backup/formula_program.h"
#include "backup/step_table.h"
#include "search/node_view.h"

namespace rootward::formula {

/// The registers at work. Vectors lie in whole groups of eight numbers; what stands beyond the last child is never
/// summed.
struct Registers {
  std::vector<double*> at;                ///< by register; a number fills a group of eight
  std::vector<std::size_t> step;          ///< numbers from one group of eight to the next: 8, or 0 of a number
  std::size_t count = 0;                  ///< children
  const std::uint32_t* visits = nullptr;  ///< of the children, where all enter and n is read; else null
  std::uint32_t visits_of_node = 1;
  std::vector<GrowingTable<WeightFunction>> growths;  ///< `grow` at the node's visits
  std::vector<std::uint32_t> order;                   ///< scratch of sorted_mean
};

/// Carries out the instructions in groups of eight lanes; the bits do not depend on the vectors' width.
using Executor = void (*)(const Program& program, Registers& registers);
void execute_portable(const Program& program, Registers& registers);
Executor executor_here();

/// What an instruction that works number by number gives for three numbers (as many as it reads).
double result_of(Op op, const std::array<double, 3>& numbers);

struct Outcome {
  double value = 0;
  double state = 0;  ///< of a program that has one
};

/// A program with its memory, which grows to the largest node seen.
class Machine {
 public:
  explicit Machine(Program program, Executor execute = executor_here());
  Machine(Machine&&) = default;
  Machine& operator=(Machine&&) = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() = default;

  /// Children with fewer than `min_visits` (>= 1) do not enter. False, and nothing run, where the program reads
  /// children and none enters, or priors that are not there.
  bool run(const NodeView& node, Value sample, double state, std::uint32_t min_visits, Outcome& outcome);
  [[nodiscard]] bool is_vector(Register place) const { return program_.is_vector[place]; }
  /// After run(): a register's number, of a vector that of the child so-and-so among those that enter.
  [[nodiscard]] double number(Register place, std::size_t child = 0) const { return registers_.at[place][child]; }

 private:
  void reserve(std::size_t children);
  bool load_children(const NodeView& node, std::uint32_t min_visits);
  void load_numbers(const NodeView& node, Value sample, double state);
  void set(Register place, double number);

  /// A number of the node that the program reads.
  struct ReadNumber {
    Input input;
    Register place;
  };

  Program program_;
  Executor execute_;
  bool reads_children_;
  bool reads_sum_;
  std::vector<ReadNumber> read_numbers_;
  std::size_t capacity_ = 0;  ///< groups of eight
  std::vector<double> memory_;
  Registers registers_;
};

}  // namespace rootward::formula
