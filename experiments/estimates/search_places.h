// Where an estimates study's records stand in its schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/estimates/record.h"

namespace rootward::estimates {

/// A search of a study, by numbers in its configuration.
struct SearchPlace {
  std::size_t game = 0;
  std::uint32_t instance = 0;
  std::size_t arm = 0;
  std::uint32_t repeat = 0;
};

/// Instances one after the other over all games; at each its truth, and then its searches, arm by arm.
class SearchPlaces {
 public:
  /// `config` outlives it.
  explicit SearchPlaces(const EstimatesConfig& config);

  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] std::uint64_t of(const SearchPlace& search) const;
  /// Nothing for a record that is none of the study's.
  [[nodiscard]] std::optional<std::uint64_t> of(const RecordLine& record) const;
  /// The search at a place; nothing where that is a truth.
  [[nodiscard]] std::optional<SearchPlace> search_at(std::uint64_t place) const;
  /// Throws UsageError for a record that is none of the study's: of another game, instance or arm, or with other curves
  /// than its arm's operators at the study's checkpoints.
  [[nodiscard]] std::uint64_t require(const RecordLine& record) const;
  /// What fixes the meaning of places, never 0: they move where games, arms or repeats are added.
  [[nodiscard]] std::size_t meaning() const;

 private:
  void check_shape(const SearchRecord& search, const Arm& arm) const;

  const EstimatesConfig& config_;
  std::map<std::string, std::size_t> games_;
  std::map<std::string, std::size_t> arms_;
  std::uint64_t of_an_instance_;
};

}  // namespace rootward::estimates
