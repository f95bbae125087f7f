// Points under checksums, tournaments as evaluations.
#include "experiments/study/tuning_over.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "core/statistics/match_score.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/reader.h"
#include "lab/arena/opening_settings.h"
#include "lab/arena/signals.h"
#include "lab/config/overrides.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/store/line_checksum.h"
#include "lab/store/line_file.h"

namespace rootward::study {
namespace {

void add_pairs(PairCounts& to, const PairCounts& more) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

const tournament::PairingRow& row_against(const tournament::ResultTable& table, const std::string& player,
                                          const std::string& opponent) {
  for (const tournament::PairingRow& row : table.pairings)
    if (row.a == player && row.b == opponent) return row;
  throw RunError(fmt::format("{} has no games against {}", player, opponent));
}

}  // namespace

TuningOver::TuningOver(const StudyConfig& study, const StudyStep& step, const Member& tuning, const TunedPlayer& player,
                       std::string folder, TableOf table_of)
    : study_(study),
      step_(step),
      tuning_(tuning),
      player_(player),
      folder_(std::move(folder)),
      table_of_(std::move(table_of)) {}

void TuningOver::begin(std::uint32_t round) {
  if (file_exists(point_path(round))) return;
  tell_before(round);
  const std::optional<tuning::Proposal> proposal = optimizer_->ask(round + 1);
  asked_ = round + 1;
  if (!proposal) throw RunError(folder_ + ": the optimizer proposes nothing");
  const std::string path = point_path(round);
  make_folders(path.substr(0, path.rfind('/')));
  write_file_atomically(path, with_checksum(dump_json(proposal->params)) + "\n");
}

void TuningOver::end() {
  if (is_tuned(player_, folder_, step_.evaluations)) return;
  tell_before(step_.evaluations);
  const std::optional<tuning::Recommendation> best = optimizer_->best();
  if (!best) throw RunError(folder_ + ": the optimizer recommends nothing");
  std::uint64_t digest = 0;
  for (std::uint32_t round = 0; round < step_.evaluations; ++round) {
    const PairCounts pairs = evaluation(round).pentanomial;
    digest += derive_seed(hash_name(dump_json(tuning::point_json(player_.tuning, point(round)))),
                          {pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]});
  }
  keep_tuning(folder_,
              {.config_hash = config_hash(player_.tuning),
               .evaluations = step_.evaluations,
               .params = best->params,
               .tested = best->mean},
              digest);
}

tournament::TournamentConfig TuningOver::tournament(const Member& member, const TunedPlayer& player) const {
  const tuning::TuningConfig& tuning = player.tuning;
  config::YamlNode root = config::map_node();
  config::add(root, "name", config::text_node(fmt::format("{}-{:03}", player_.label, member.round + 1)));
  config::add(root, "seed", config::count_node(seed_of_member(study_, step_, member)));
  config::add(root, "game", config::resolved_choice(tuning.game));
  config::YamlNode players = config::map_node();
  std::vector<std::string> references;
  for (const tuning::TuningOpponent& opponent : tuning.opponents) {
    references.push_back(opponent.player.name);
    config::add(players, opponent.player.name, config::resolved_player(opponent.player));
  }
  config::add(players, player_.label, config::resolved_player(tuning::candidate_at(tuning, point(member.round))));
  config::add(root, "players", std::move(players));
  config::set_at(root, "schedule.type", config::text_node("gauntlet"));
  config::set_at(root, "schedule.reference", config::text_list(references));
  const auto pairs = tuning.games / static_cast<std::uint32_t>(2 * references.size());
  config::set_at(root, "schedule.pairs", config::count_node(std::max<std::uint32_t>(1, pairs)));
  config::set_at(root, "schedule.opening", config::resolved_opening(tuning.opening));
  config::assign_paths(root, "");
  return tournament::read_tournament_tree(root, study_.file);
}

std::string TuningOver::point_path(std::uint32_t round) const {
  return fmt::format("{}/{:03}/point.json", folder_, round + 1);
}

tuning::Point TuningOver::point(std::uint32_t round) const {
  const std::string path = point_path(round);
  return read_naming(path, [&] { return tuning::read_point(player_.tuning, parse_json(read_checked_line(path))); });
}

/// As one process would have asked and told that was never interrupted.
void TuningOver::tell_before(std::uint32_t round) {
  if (!optimizer_)
    optimizer_ =
        std::make_unique<tuning::OptimizerClient>(tuning::default_optimizer(player_.tuning.seed, ""), player_.tuning,
                                                  [] { return SignalGuard::stop_requested(); });
  for (; told_ < round; ++told_) {
    if (asked_ <= told_) (void)optimizer_->ask(told_ + 1);
    optimizer_->tell(told_ + 1, tuning::point_json(player_.tuning, point(told_)), evaluation(told_));
  }
}

/// The mean over its tournaments, of each the opponents' shares times the score against each.
tuning::EvaluationResult TuningOver::evaluation(std::uint32_t round) const {
  tuning::EvaluationResult result;
  result.mean = 0;
  double variance = 0;
  const auto is_of_it = [&](const Member& member) {
    return member.round == round && &tuning_of(step_, member) == &tuning_;
  };
  const auto parts = static_cast<double>(std::ranges::count_if(step_.members, is_of_it));
  for (const Member& member : step_.members) {
    if (!is_of_it(member)) continue;
    const tournament::ResultTable& table = table_of_(member);
    for (const tuning::TuningOpponent& opponent : player_.tuning.opponents) {
      const tournament::PairingRow& row = row_against(table, player_.label, opponent.player.name);
      const ScoreStatistics statistics = pair_statistics(row.pentanomial);
      const double weight = opponent.share / parts;
      const double least = 1 / (4.0 * static_cast<double>(row.pairs()) + 4);  // equal pairs do not make a score certain
      result.mean += weight * statistics.score;
      variance += weight * weight * std::max(statistics.standard_error * statistics.standard_error, least * least);
      add_pairs(result.pentanomial, row.pentanomial);
    }
  }
  result.standard_error = std::sqrt(variance);
  return result;
}

}  // namespace rootward::study
