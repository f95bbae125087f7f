// Round robin.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"

namespace rootward {

/// Round robin: the child with fewest visits, unvisited ones first.
class UniformSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "uniform";
  static constexpr bool kReadsValues = false;
  static Described describe() {
    return {.name = std::string(kName),
            .help = "round robin: the child with fewest visits",
            .source = "Khandelwal et al. 2016 (isolates the backup from selection)",
            .parameters = {reads_spec()}};
  }

  explicit UniformSelection(const Params&) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const std::uint32_t* visits = node.counts;
    return best_of(node.block.header().visited, [&](std::uint32_t i) { return -static_cast<double>(visits[i]); });
  }
};

}  // namespace rootward
