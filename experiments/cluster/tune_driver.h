// A tuning whose driver is a job too: `run TUNING --slurm --driver`. One core asks, submits, collects and tells; a job
// that follows it submits the next driver where evaluations are missing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/submission.h"
#include "experiments/tuning/config.h"

namespace rootward::cluster {

struct DriverSettings {
  std::string folder;  ///< "" = results/NAME
  std::uint32_t evaluations = 60;
  std::uint32_t parallel = 2;
  std::vector<std::string> words{};  ///< further options of `run`
  JobRequest request;                ///< of the driver: its minutes, memory, rounds and --sbatch-arg
  std::uint32_t round = 0;           ///< > 0: a following job asks, and so many rounds have been
  bool is_dry_run = false;
  std::function<void(const std::string&)> say;
};

struct DriverReport {
  std::string folder;
  std::uint64_t games = 0;   ///< stored
  std::uint64_t wanted = 0;  ///< of all evaluations and the fresh test
  std::optional<std::uint64_t> driver_job, following_job;
  std::string script;
  std::vector<std::string> command;
  std::string halted{};  ///< why nothing is submitted by itself
  bool is_complete = false;
  bool is_queued = false;
};

/// Throws UsageError, RunError (Slurm's words).
DriverReport submit_driver(const tuning::TuningConfig& tuning, const DriverSettings& settings);
/// Whether the fresh test that ends a tuning of so many evaluations has been played.
bool is_tuned(const std::string& folder, const tuning::TuningConfig& tuning, std::uint32_t evaluations);
/// How many evaluations a driver's submission asks for.
std::uint32_t asked_evaluations(const Submission& submission);
/// Lines of its games.jsonl: whether a tuning has gone on.
std::uint64_t stored_tuning_games(const std::string& folder);
/// For people, with what to do next.
std::string driver_text(const DriverReport& report, bool is_dry_run);
/// rootward.submit/1, one line; its task is the driver.
std::string driver_json(const DriverReport& report);

}  // namespace rootward::cluster
