// Criticality: how much winning goes with owning a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/playout_trace.h"
#include "core/types.h"
#include "search/companion.h"
#include "search/companions/amaf.h"

namespace rootward {

/// crit(a) = P(owner of a = winner) - (2 b v - b - v + 1), b = P(Black owns a), v = P(Black wins): the covariance of
/// owning with winning. Owners and winners of four playouts (B B, B B, W W, W B): .75 - (2 .5 .75 - .5 - .75 + 1) =
/// .25.
class Criticality final : public Companion, public AmafWins {
 public:
  static constexpr std::string_view kName = "criticality";
  static constexpr CompanionNeeds kNeeds{
      .keys = true, .values = true, .owners = true, .beside = Amaf::kName, .acting = "{from: 100}"};
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "weight crit n~ more wins for a move whose point goes with winning, crit the covariance "
                "of the two over this search's playouts",
            .source = "Coulom 2009; Pellegrino, Hubbard, Galbraith, Potter & Chen 2009; Pachi",
            .parameters = {{.key = "weight",
                            .help = "wins that are added, in units of crit n~",
                            .fallback = 1.1,
                            .low = 0,
                            .high = 100,
                            .tune_low = 0.1,
                            .tune_high = 10,
                            .scale = Scale::log,
                            .source = "Pachi"},
                           {.key = "from",
                            .help = "playouts of the search before criticality counts",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{2000},
                            .low = 1,
                            .high = 1e9,
                            .source = "Pachi"}}};
  }

  explicit Criticality(const Params& params)
      : weight_(params.real("weight")), from_(static_cast<double>(params.integer("from"))) {}

  [[nodiscard]] bool wants_owners() const override { return true; }
  void begin(bool) override { begin_with(ground().key_count); }
  void update(const FinishedSimulation& simulation) override {
    if (simulation.result != 0 && !simulation.trace.moves().empty())
      count(simulation.trace.owners(), simulation.result > 0 ? 1 : -1);
  }

  void begin_with(std::size_t keys) {
    places_.assign(keys, {});
    playouts_ = wins_ = 0;
  }
  /// A playout that the first seat won (+1) or lost (-1).
  void count(std::span<const std::int8_t> owners, int winner) {
    ++playouts_;
    wins_ += winner > 0 ? 1 : 0;
    for (std::size_t key = 0; key < owners.size() && key < places_.size(); ++key) {
      places_[key].owned += owners[key] > 0 ? 1 : 0;
      places_[key].agreed += owners[key] == winner ? 1 : 0;
    }
  }
  [[nodiscard]] double of(MoveKey key) const {
    if (playouts_ == 0) return 0;
    const double b = places_[key].owned / playouts_;
    const double v = wins_ / playouts_;
    return places_[key].agreed / playouts_ - (2 * b * v - b - v + 1);
  }
  /// Wins to be added to the cell of a move that has been counted so many times.
  [[nodiscard]] double wins(MoveKey key, double count) const override {
    if (playouts_ < from_ || key == kNoMoveKey) return 0;
    const double criticality = of(key);
    return criticality > 0 ? weight_ * criticality * count : 0;
  }

 protected:
  void meet(std::span<const std::unique_ptr<Companion>> all) override {
    if (Amaf* amaf = find<Amaf>(all)) amaf->add_wins(*this);
  }

 private:
  struct Place {
    double owned = 0;   ///< by the first seat
    double agreed = 0;  ///< by the winner
  };
  double weight_;
  double from_;
  double playouts_ = 0;
  double wins_ = 0;
  std::vector<Place> places_;
};

}  // namespace rootward
