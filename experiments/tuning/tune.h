// A whole tuning: an optimizer and a tuning's evaluations in one loop, from wherever its journal stands to the fresh
// test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/optimizer_client.h"
#include "experiments/tuning/tune_journal.h"

namespace rootward::tuning {

struct TuneSettings {
  ServiceSettings service;
  std::uint32_t evaluations = 60;
  std::uint32_t parallel = 2;   ///< evaluations asked for and not yet told
  std::string optimizer;        ///< for /bin/sh -c
  std::string optimizer_state;  ///< a file removed before the optimizer starts, since all is told again; "" = none
  std::string import_from;      ///< a folder whose evaluations inside the limits are told first; "" = none
  bool stops_early = false;
  bool tests_start = true;  ///< the fresh test is played with the candidate as it is written, too
  bool is_quiet = false;
};

/// One evaluation of the loop. `id` counts from 1 and is its seed too.
struct TunedEvaluation {
  std::uint64_t id = 0;
  Json params;                   ///< as the optimizer gave them
  std::optional<Point> point{};  ///< nothing where they are not the tuning's
  EvaluationResult result{};
  std::string origin{};  ///< see Proposal
  std::string label{};   ///< its name in tables; "" = the id
};

/// A loop's outcome.
struct TuneReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal ended it, or nothing is recommended (yet)
  bool is_live = true;       ///< false: read from a folder, without the optimizer that made it
  std::vector<TunedEvaluation> evaluations;
  Point recommended;
  std::optional<Recommendation> recommendation;  ///< the optimizer's; nothing: the best observed point is recommended
  EvaluationResult test;                         ///< fresh games at the recommended point
  std::uint64_t test_seed = 0;
  std::vector<FreshTest> tests;  ///< all that the folder has seen, the first one first; that of `test` is among them
  std::vector<ImportedEvaluation> imported;
  std::vector<std::optional<Recommendation>> incumbents;  ///< after each evaluation was told
  std::optional<Predictions> at_evaluations;              ///< of the points in `evaluations` that are points
  std::vector<Point> slice_points;                        ///< see tune_slices.h
  std::optional<Predictions> at_slices;
};

/// The highest mean among those that have not failed, of which there must be one.
const TunedEvaluation& best_observed(const std::vector<TunedEvaluation>& evaluations);

/// The exchange with the optimizer is the same for any number of threads and after any interruption: results are told
/// in the order of asks, and a continued run repeats it from the journal. Throws RunError where the optimizer fails or
/// every evaluation has failed (the journal is kept), else as EvaluationService.
TuneReport tune(const TuningConfig& tuning, const TuneSettings& settings);

}  // namespace rootward::tuning
