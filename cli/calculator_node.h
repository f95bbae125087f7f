// A node made by hand out of the calculator's keys.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "search/backup.h"

namespace rootward {

inline constexpr std::uint64_t kMostVisits = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kMostSimulations = 1'000'000'000'000'000;

/// A node made by hand, with the memory its view points to.
struct HandmadeNode {
  std::vector<std::uint32_t> visits;
  std::vector<Value> values;
  std::vector<Value> means;
  std::vector<double> priors;
  std::vector<float> stored_priors;
  std::array<std::vector<double>, kMostColumns> child_numbers;  ///< the operator's own, of the children
  std::array<double, kMostColumns> numbers{};                   ///< and of the node
  std::vector<Value> statics;  ///< heuristic values of the children, those without visits last
  std::vector<Value> trail;
  Value sample = 0;
  NodeView view;
};

// Each reads some keys of a line into the node, in this order. Throw UsageError for what is wrong, and for a key that
// the operator does not read.

/// The visited children; `selected` counts all that are given, the unvisited included.
void read_children(const Fields& line, const NumberFrame& frame, Backup& backup, const OperatorEntry& entry,
                   HandmadeNode& node);
void read_own(const Fields& line, const NumberFrame& frame, NodeView& view);
void read_counts(const Fields& line, const NumberFrame& frame, HandmadeNode& node);
/// The path below the node and what it brought.
void read_path(const Fields& line, const NumberFrame& frame, const OperatorEntry& entry, HandmadeNode& node);
/// The node's own heuristic value; after the update, that it was given if it was read.
void read_heuristic(const Fields& line, const NumberFrame& frame, const Backup& backup, const OperatorEntry& entry,
                    NodeView& view);
void check_heuristic(const Fields& line, const NodeView& view);
/// The operator's own number of the node from before this return.
void read_number(const Fields& line, const Backup& backup, const OperatorEntry& entry, HandmadeNode& node);

/// What stands beside each return of a sequence: `uncertainties` and `plies_to_ends`, where the operator reads them.
class ReturnsBeside {
 public:
  ReturnsBeside(const Fields& line, const NumberFrame& frame, const OperatorEntry& entry, std::size_t returns);
  void fill(std::size_t index, NodeView& node) const;

 private:
  std::vector<double> uncertainties_;
  std::vector<std::uint32_t> plies_;
};

}  // namespace rootward
