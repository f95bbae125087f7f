// Statistics of generations as JSON and as a table.
#include <fmt/format.h>

#include "core/json.h"
#include "experiments/selfplay/data_stats.h"

namespace rootward::selfplay {
namespace {

Json json_of(const GenerationStats& stats) {
  Json object = {{"generation", stats.generation},
                 {"games", stats.games},
                 {"rows", stats.rows},
                 {"plies_mean", stats.plies_mean},
                 {"plies_low", stats.plies_low},
                 {"plies_high", stats.plies_high},
                 {"black_share", stats.black_share},
                 {"draws", stats.draws},
                 {"ended_by_rules", stats.ended_by_rules},
                 {"ended_by_limit", stats.ended_by_limit},
                 {"resigned", stats.resigned},
                 {"early_passes", stats.early_passes},
                 {"entropy", stats.entropy},
                 {"early_entropy", stats.early_entropy},
                 {"opening_share", stats.opening_share},
                 {"coast_share", stats.coast_share},
                 {"cheap_share", stats.cheap_share},
                 {"distinct_games", stats.distinct_games},
                 {"repeated", stats.repeated}};
  for (std::size_t i = 0; i < stats.distinct_positions.size(); ++i)
    object[fmt::format("distinct_positions_{}", kPositionPlies[i])] = stats.distinct_positions[i];
  object["values"] = Json::array();
  for (const ValueByPly& value : stats.values)
    object["values"].push_back(
        {{"ply", value.first}, {"plies", value.plies}, {"squared_error", value.squared_error}, {"sign", value.sign}});
  object["origins"] = Json::array();
  for (const Origin& origin : stats.origins)
    object["origins"].push_back({{"path", origin.path}, {"licence", origin.licence}});
  if (stats.network)
    object["network"] = {{"positions", stats.network->positions},
                         {"entropy", stats.network->entropy},
                         {"divergence", stats.network->divergence}};
  return object;
}

}  // namespace

std::string stats_json(const std::vector<GenerationStats>& stats) {
  Json document = {{"schema", "rootward.data-stats/1"}, {"generations", Json::array()}};
  for (const GenerationStats& one : stats) document["generations"].push_back(json_of(one));
  return dump_json(document) + '\n';
}

std::string stats_text(const std::vector<GenerationStats>& stats) {
  std::string text = fmt::format("{:>10} {:>6} {:>8} {:>6} {:>5} {:>5} {:>6} {:>6} {:>6} {:>7} {:>7} {:>6} {:>9}\n",
                                 "generation", "games", "rows", "plies", "5 %", "95 %", "Black", "draws", "limit",
                                 "entropy", "1-8", "coast", "repeated");
  for (const GenerationStats& one : stats)
    text += fmt::format(
        "{:>10} {:>6} {:>8.0f} {:>6.1f} {:>5.0f} {:>5.0f} {:>6.3f} {:>6.3f} {:>6.3f} {:>7.3f} {:>7.3f} {:>6.3f} "
        "{:>9.3f}\n",
        one.generation, one.games, one.rows, one.plies_mean, one.plies_low, one.plies_high, one.black_share, one.draws,
        one.ended_by_limit, one.entropy, one.early_entropy, one.coast_share, one.repeated);
  for (const GenerationStats& one : stats)
    for (const Origin& origin : one.origins)
      if (origin != own_origin())
        text += fmt::format("generation {}: {}; licence: {}\n", one.generation, origin.path, origin.licence);
  for (const GenerationStats& one : stats)
    if (one.network)
      text += fmt::format(
          "generation {}: at {} positions the network's policy has an entropy of {:.3f}, and the "
          "targets lie {:.3f} nats from it\n",
          one.generation, one.network->positions, one.network->entropy, one.network->divergence);
  return text;
}

}  // namespace rootward::selfplay
