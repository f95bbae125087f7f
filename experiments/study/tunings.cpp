// The loop with the optimizer, and what its journal says.
#include "experiments/study/tunings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_record.h"
#include "core/rng.h"
#include "experiments/tuning/optimizer_client.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune.h"
#include "experiments/tuning/tune_report.h"
#include "lab/store/folder_layout.h"
#include "lab/store/folder_lock.h"
#include "lab/store/line_file.h"
#include "lab/store/packed_file.h"

namespace rootward::study {
namespace {

constexpr const char* kKeptTuningSchema = "rootward.kept-tuning/1";

constexpr auto kKeptFields = [](auto& kept, const auto& field) {
  field("config_hash", kept.config_hash);
  field("evaluations", kept.evaluations);
  field.by("params", kept.params, json_field);
  field("tested", kept.tested, 0, 1);
};

/// Nothing where the folder is there, or nothing was kept.
std::optional<KeptTuning> read_kept_tuning(const std::string& folder) {
  const std::string path = kept_path(folder);
  if (tuning::is_tuning_folder(folder) || !file_exists(path)) return std::nullopt;
  return read_naming(path, [&] {
    return record_of_json<KeptTuning>(parse_json_record(read_checked_line(path), kKeptTuningSchema), kKeptFields);
  });
}

std::uint64_t hash_of(const tuning::TuningConfig& tuning, const tuning::Point& point, const GameCounts& counts) {
  return derive_seed(hash_name(dump_json(tuning::point_json(tuning, point))),
                     {counts.wins, counts.draws, counts.losses});
}

std::uint64_t digest_of(const tuning::StoredTuning& stored) {
  const tuning::TuneReport& report = stored.report;
  std::uint64_t digest = hash_of(stored.tuning, report.recommended, report.test.counts);
  for (const tuning::TunedEvaluation& one : report.evaluations)
    if (one.point) digest += hash_of(stored.tuning, *one.point, one.result.counts);
  return digest;
}

}  // namespace

void keep_tuning(const std::string& folder, const KeptTuning& kept, std::uint64_t digest) {
  Json json = json_of_record(kKeptTuningSchema, kept, kKeptFields);
  json["digest"] = fmt::format("{:016x}", digest);
  write_file_atomically(kept_path(folder), with_checksum(dump_json(json)) + "\n");
}

std::string kept_path(const std::string& folder) { return folder + ".json"; }

bool is_kept(const std::string& folder) { return file_exists(kept_path(folder)); }

bool is_tuned(const TunedPlayer& player, const std::string& folder, std::uint32_t evaluations) {
  if (const std::optional<KeptTuning> kept = read_kept_tuning(folder))
    return kept->config_hash == config_hash(player.tuning) && kept->evaluations >= evaluations;
  if (!tuning::is_tuning_folder(folder)) return false;
  const tuning::StoredTuning stored = tuning::read_stored_tuning(folder);
  return config_hash(stored.tuning) == config_hash(player.tuning) && stored.report.is_complete &&
         stored.report.evaluations.size() >= evaluations;
}

bool tune_player(const TunedPlayer& player, const std::string& folder, std::uint32_t evaluations) {
  const bool is_done = is_tuned(player, folder, evaluations);
  const bool is_dropped = !tuning::is_tuning_folder(folder);
  const bool has_games = !stored_form(games_path(folder)).empty();  // else a report would play them again
  if (is_done && (is_dropped || !has_games || tuning::has_tune_report(folder))) return true;
  if (read_kept_tuning(folder))
    throw UsageError(
        fmt::format("{}: the tuning that was dropped was of another configuration, or of fewer evaluations "
                    "than {}; choose another --out",
                    kept_path(folder), evaluations));
  if (!is_done) tuning::remove_tune_report(folder);
  tuning::TuneSettings settings;
  settings.service.folder = folder;
  settings.service.threads = 1;
  settings.evaluations = evaluations;
  settings.parallel = 1;
  settings.is_quiet = true;
  settings.tests_start = false;  // what the tuned players are worth is seen in the finals
  settings.optimizer_state = folder + "/optimizer.json";
  settings.optimizer = tuning::default_optimizer(player.tuning.seed, settings.optimizer_state);
  try {
    const tuning::TuneReport report = tuning::tune(player.tuning, settings);
    if (report.is_complete) tuning::write_tune_report(player.tuning, report);
    return report.is_complete;
  } catch (const RunError& error) {
    throw RunError(fmt::format("tuning {}: {}", player.label, error.what()));
  }
}

void take_recommendation(TunedPlayer& player, const std::string& folder) {
  if (const std::optional<KeptTuning> kept = read_kept_tuning(folder)) {
    player.point = tuning::read_point(player.tuning, kept->params, kept_path(folder));
    player.tested = kept->tested;
    return;
  }
  const tuning::TuneReport report = tuning::read_stored_tuning(folder).report;
  player.point = report.recommended;
  player.tested = report.test.mean;
}

std::optional<TunedScore> tuned_score(const std::string& folder, const std::string& source) {
  if (!tuning::is_tuning_folder(folder)) return std::nullopt;
  const tuning::StoredTuning stored = tuning::read_stored_tuning(folder);
  const tuning::TuneReport& report = stored.report;
  const auto tested = std::ranges::find(report.tests, report.recommended, &tuning::FreshTest::point);
  const auto evaluated = std::ranges::find_if(
      report.evaluations, [&](const tuning::TunedEvaluation& one) { return one.point == report.recommended; });
  if (tested == report.tests.end() || !tested->posterior || evaluated == report.evaluations.end()) return std::nullopt;
  return TunedScore{.mean = tested->posterior->mean,
                    .standard_error = tested->posterior->standard_error,
                    .observed = evaluated->result.mean,
                    .observed_error = evaluated->result.standard_error,
                    .games = stored.tuning.games,
                    .points = static_cast<std::uint32_t>(report.evaluations.size()),
                    .source = source};
}

bool drop_tuning(const TunedPlayer& player, const std::string& folder, std::uint32_t evaluations) {
  const std::optional<std::vector<FolderLock>> locks = lock_unless_in_use({folder});
  if (!locks || !is_tuned(player, folder, evaluations)) return false;
  if (read_kept_tuning(folder)) {
    remove_folder(folder);  // what a process that was killed has left
    return false;
  }
  const tuning::StoredTuning stored = tuning::read_stored_tuning(folder);
  keep_tuning(folder,
              {.config_hash = config_hash(stored.tuning),
               .evaluations = stored.report.evaluations.size(),
               .params = tuning::point_json(stored.tuning, stored.report.recommended),
               .tested = stored.report.test.mean},
              digest_of(stored));
  remove_folder(folder);
  return true;
}

}  // namespace rootward::study
