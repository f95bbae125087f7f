// Pairings by schedule type.
#include "experiments/tournament/schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/config/key_error.h"

namespace rootward::tournament {
namespace {

std::size_t index_of_player(const TournamentConfig& config, const std::string& name, const char* key) {
  const auto found = std::ranges::find(config.players, name, &PlayerSpec::name);
  if (found == config.players.end()) config::refuse_key(fmt::format("schedule.{}", key), "no player is called " + name);
  return static_cast<std::size_t>(found - config.players.begin());
}

std::vector<std::size_t> reference_indices(const TournamentConfig& config) {
  std::vector<std::size_t> indices;
  for (const std::string& name : config.schedule.references)
    indices.push_back(index_of_player(config, name, "reference"));
  return indices;
}

bool is_left_out(const TournamentConfig& config, const Pairing& pairing) {
  const std::array<std::string, 2> names = pairing_names(config, pairing);
  const std::array<std::string, 2> reversed = {names[1], names[0]};
  return std::ranges::any_of(config.schedule.leave_out,
                             [&](const auto& left_out) { return left_out == names || left_out == reversed; });
}

}  // namespace

std::vector<Pairing> make_pairings(const TournamentConfig& config) {
  std::vector<Pairing> pairings;
  const std::size_t count = config.players.size();
  switch (config.schedule.type) {
    case ScheduleType::round_robin:
      for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = a + 1; b < count; ++b) pairings.push_back({a, b});
      break;
    case ScheduleType::gauntlet: {
      const std::vector<std::size_t> references = reference_indices(config);
      for (const std::size_t reference : references)
        for (std::size_t a = 0; a < count; ++a)
          if (std::ranges::find(references, a) == references.end()) pairings.push_back({a, reference});
      break;
    }
    case ScheduleType::ladder:
      for (std::size_t a = 0; a + 1 < count; ++a) pairings.push_back({a, a + 1});
      break;
    case ScheduleType::pairings:
      for (const auto& [a, b] : config.schedule.pairings)
        pairings.push_back({index_of_player(config, a, "pairings"), index_of_player(config, b, "pairings")});
      break;
  }
  std::erase_if(pairings, [&config](const Pairing& pairing) { return is_left_out(config, pairing); });
  return pairings;
}

std::string reference_of(const TournamentConfig& config) {
  if (!config.schedule.references.empty()) return config.schedule.references.front();
  return config.players.empty() ? "" : config.players.front().name;
}

bool draws_moves_alike(const PlayerSpec& a, const PlayerSpec& b) {
  return a.search.temperature.moves > 0 && a.search.temperature == b.search.temperature;
}

std::string schedule_in_words(ScheduleType type) {
  switch (type) {
    case ScheduleType::round_robin:
      return "round robin";
    case ScheduleType::gauntlet:
      return "gauntlet";
    case ScheduleType::ladder:
      return "ladder";
    case ScheduleType::pairings:
      return "pairings as listed";
  }
  return "";
}

std::array<std::string, 2> pairing_names(const TournamentConfig& config, const Pairing& pairing) {
  return {config.players[pairing.a].name, config.players[pairing.b].name};
}

}  // namespace rootward::tournament
