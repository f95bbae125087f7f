// Leaves of one search that are evaluated together: virtual losses keep the descents apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/params.h"
#include "search/companion.h"

namespace rootward {

/// Several descents go before their leaves are judged in one call. A node that p descents of the batch have gone
/// through counts as if v p more simulations had been there and lost: (n q - v p) / (n + v p) of n + v p visits.
/// Returns are backed up in the order of descent. A search gives the same result whenever it is run; with one leaf it
/// is the plain search.
class Batch : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "batch";
  static Described describe() {
    return {.name = std::string(kName),
            .help = "so many leaves are evaluated in one call; virtual losses keep their descents apart",
            .source = "Chaslot, Winands & van den Herik 2008 (virtual loss); KataGo, lc0",
            .parameters = {{.key = "leaves",
                            .help = "descents before a call; 1: the plain search",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{8},
                            .low = 1,
                            .high = 1024,
                            .tune_low = 1,
                            .tune_high = 64,
                            .scale = Scale::log,
                            .source = "ours"},
                           {.key = "virtual_loss",
                            .help = "losses that a node counts for each descent under way through it",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{1},
                            .low = 1,
                            .high = 100,
                            .source = "ours"}}};
  }

  explicit Batch(const Params& params)
      : leaves_(static_cast<std::size_t>(params.integer("leaves"))),
        virtual_loss_(static_cast<std::uint32_t>(params.integer("virtual_loss"))) {}
  [[nodiscard]] std::size_t leaves() const { return leaves_; }
  [[nodiscard]] std::uint32_t virtual_loss() const { return virtual_loss_; }

 private:
  std::size_t leaves_;
  std::uint32_t virtual_loss_;
};

}  // namespace rootward
