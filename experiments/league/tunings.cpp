// The loop with the optimizer, and what its journal says.
#include "experiments/league/tunings.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "experiments/tuning/optimizer_client.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune.h"
#include "experiments/tuning/tune_report.h"

namespace rootward::league {

bool is_tuned(const Entrant& entrant, const std::string& folder, std::uint32_t evaluations) {
  if (!tuning::is_tuning_folder(folder)) return false;
  const tuning::StoredTuning stored = tuning::read_stored_tuning(folder);
  return config_hash(stored.tuning) == config_hash(entrant.tuning) && stored.report.is_complete &&
         stored.report.evaluations.size() >= evaluations;
}

bool tune_entrant(const Entrant& entrant, const std::string& folder, std::uint32_t evaluations) {
  if (is_tuned(entrant, folder, evaluations)) return true;
  tuning::TuneSettings settings;
  settings.service.folder = folder;
  settings.service.threads = 1;
  settings.evaluations = evaluations;
  settings.parallel = 1;
  settings.is_quiet = true;
  settings.optimizer_state = folder + "/optimizer.json";
  settings.optimizer = tuning::default_optimizer(entrant.tuning.seed, settings.optimizer_state);
  try {
    const tuning::TuneReport report = tuning::tune(entrant.tuning, settings);
    if (report.is_complete) tuning::write_tune_report(entrant.tuning, report);
    return report.is_complete;
  } catch (const RunError& error) {
    throw RunError(fmt::format("tuning {}: {}", entrant.label, error.what()));
  }
}

void take_recommendation(Entrant& entrant, const std::string& folder) {
  const tuning::TuneReport report = tuning::read_stored_tuning(folder).report;
  entrant.point = report.recommended;
  entrant.tested = report.test.mean;
}

}  // namespace rootward::league
