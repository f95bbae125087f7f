// Reads and writes what tunings said.
#include "lab/config/tuned_scores.h"

#include <utility>

#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"

namespace rootward::config {
namespace {

ParamSpec required(ParamSpec spec) {
  spec.required = true;
  return spec;
}

}  // namespace

const FieldTable<TunedScore>& tuned_fields() {
  constexpr double kMostGames = 1e9;
  constexpr double kMostPoints = 1e6;
  static const FieldTable<TunedScore> kTable = {
      field(&TunedScore::mean, required(range_spec("mean", 0, 1, "Posterior mean of the score."))),
      field(&TunedScore::standard_error, required(range_spec("standard_error", 0, 1, "Of the posterior."))),
      field(&TunedScore::observed, required(range_spec("observed", 0, 1, "The score that the point's games showed."))),
      field(&TunedScore::observed_error, range_spec("observed_error", 0, 1, "Of observed, standard; 0 = not said."))
          .stored_if([](const TunedScore& from) { return from.observed_error > 0; }),
      field(&TunedScore::games, required(range_spec("games", 1, kMostGames, "Games of each point."))),
      field(&TunedScore::points, required(range_spec("points", 1, kMostPoints, "Points that were evaluated."))),
      field(&TunedScore::source, spec_of("from", "Which tuning, in words.")).stored_if([](const TunedScore& from) {
        return !from.source.empty();
      }),
  };
  return kTable;
}

TunedScores read_tuned_scores(const YamlNode& node, ProblemList& problems) {
  TunedScores scores;
  for (const YamlEntry& entry : entries_of(node, problems))
    if (!entry.value.is_null()) scores[entry.key] = read_map(tuned_fields(), entry.value, problems);
  return scores;
}

YamlNode tuned_node(const TunedScores& scores) {
  YamlNode node = map_node();
  for (const auto& [player, score] : scores) add(node, player, written_map(tuned_fields(), score));
  return node;
}

}  // namespace rootward::config
