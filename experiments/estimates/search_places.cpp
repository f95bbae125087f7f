// Numbers by names.
#include "experiments/estimates/search_places.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "core/rng.h"

namespace rootward::estimates {

SearchPlaces::SearchPlaces(const EstimatesConfig& config)
    : config_(config), of_an_instance_(1 + std::uint64_t{config.arms.size()} * config.repeats) {
  for (const auto& game : config.games) games_.emplace(game.name, games_.size());
  for (const Arm& arm : config.arms) arms_.emplace(arm.name, arms_.size());
}

std::uint64_t SearchPlaces::count() const {
  return std::uint64_t{config_.instances} * config_.games.size() * of_an_instance_;
}

std::uint64_t SearchPlaces::of(const SearchPlace& search) const {
  const std::uint64_t unit = std::uint64_t{search.instance} * config_.games.size() + search.game;
  return unit * of_an_instance_ + 1 + search.arm * config_.repeats + search.repeat;
}

std::optional<std::uint64_t> SearchPlaces::of(const RecordLine& record) const {
  const std::string& name = record.truth ? record.truth->game : record.search->game;
  const std::uint32_t instance = record.truth ? record.truth->instance : record.search->instance;
  const auto game = games_.find(name);
  if (game == games_.end() || instance >= config_.instances) return std::nullopt;
  if (record.truth) return (std::uint64_t{instance} * config_.games.size() + game->second) * of_an_instance_;
  const auto arm = arms_.find(record.search->arm);
  if (arm == arms_.end() || record.search->repeat >= config_.repeats) return std::nullopt;
  return of({.game = game->second, .instance = instance, .arm = arm->second, .repeat = record.search->repeat});
}

std::optional<SearchPlace> SearchPlaces::search_at(std::uint64_t place) const {
  const std::uint64_t unit = place / of_an_instance_;
  const std::uint64_t rest = place % of_an_instance_;
  if (rest == 0) return std::nullopt;
  return SearchPlace{.game = static_cast<std::size_t>(unit % config_.games.size()),
                     .instance = static_cast<std::uint32_t>(unit / config_.games.size()),
                     .arm = static_cast<std::size_t>((rest - 1) / config_.repeats),
                     .repeat = static_cast<std::uint32_t>((rest - 1) % config_.repeats)};
}

std::uint64_t SearchPlaces::require(const RecordLine& record) const {
  const std::optional<std::uint64_t> place = of(record);
  if (!place) throw UsageError(fmt::format("record {} is none of the study's", record.id()));
  if (record.search) check_shape(*record.search, config_.arms[arms_.at(record.search->arm)]);
  return *place;
}

void SearchPlaces::check_shape(const SearchRecord& search, const Arm& arm) const {
  if (search.simulations.size() != config_.checkpoints.size())
    throw UsageError(fmt::format("record {}: simulations: has {} entries, but the study has {} checkpoints",
                                 search.id(), search.simulations.size(), config_.checkpoints.size()));
  const auto check = [&](const char* key, const auto& records) {
    std::vector<std::string> told;
    for (const auto& one : records) told.push_back(one.op);
    if (told != arm.operators)
      throw UsageError(fmt::format("record {}: {}: are of [{}], but {} has the operators [{}]", search.id(), key,
                                   fmt::join(told, ", "), arm.name, fmt::join(arm.operators, ", ")));
  };
  check("curves", search.curves);
  if (!search.profiles.empty()) check("profiles", search.profiles);
}

std::size_t SearchPlaces::meaning() const {
  std::string names = std::to_string(config_.repeats);
  for (const auto& game : config_.games) names += "\n" + game.name;
  for (const Arm& arm : config_.arms) names += "\n " + arm.name;
  return meaning_of(names);
}

}  // namespace rootward::estimates
