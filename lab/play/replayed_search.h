// What any operators make of a recorded search: the root's table, and what decided.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/params.h"
#include "lab/play/search_record.h"
#include "search/result.h"
#include "search/what_decided.h"

namespace rootward {

/// The record played again under these operators, the first as its driver. Where the result names an action it means a
/// node of the record; its move is the one that the record says was chosen, else the one with the most visits. Throws
/// UsageError for operators that cannot be made there.
struct ReplayedSearch {
  SearchResult result;
  std::vector<std::uint32_t> preferred;  ///< an operator: the node of the move with the highest value
  std::vector<std::uint32_t> children;   ///< nodes of result.children
  std::vector<std::uint32_t> line;       ///< nodes of the most visited line
  std::uint32_t move = 0;                ///< node of the move; 0: chance decides
};
ReplayedSearch replay_search(const SearchRecord& record, std::span<const NamedParams> operators);

/// Under one operator.
Decision what_decided(const SearchRecord& record, const NamedParams& op);

/// Every operator that needs no parameter and can be made for this record, in the registry's order, the average first.
std::vector<NamedParams> all_operators(const OperatorContext& context, bool knows_uncertainty);

}  // namespace rootward
