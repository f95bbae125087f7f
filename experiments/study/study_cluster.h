// Who plays a study's runs where that is not this machine's threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/study/members.h"
#include "experiments/tuning/config.h"
#include "lab/config/named_files.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// One tuning: a whole tuning in a folder of its own, with one evaluation pending.
struct SentTuning {
  const tuning::TuningConfig* tuning = nullptr;
  std::string place;               ///< from the study's folder: "tune/softmax-1"
  std::function<bool()> is_whole;  ///< evaluations and fresh test are stored
};

/// A tournament or an estimates study.
struct SentRun {
  std::string place;               ///< from the study's folder: "final", "final/hex-7"
  config::YamlNode configuration;  ///< resolved
  std::vector<config::NamedFile> named_files{};
};

class StudyCluster {
 public:
  StudyCluster() = default;
  StudyCluster(const StudyCluster&) = delete;
  StudyCluster& operator=(const StudyCluster&) = delete;
  virtual ~StudyCluster() = default;

  /// Plays tunings of so many evaluations until all are whole, and tells of each that is, by its place in the list.
  /// False: a signal came; what was sent goes on. Throws EvaluationsHalted where somebody has stopped it, RunError
  /// where a tuning brings nothing any more, UsageError.
  virtual bool tune(const std::string& folder, const std::vector<SentTuning>& tunings, std::uint32_t evaluations,
                    const std::function<void(std::size_t)>& tell) = 0;
  /// Hands a run in, or what is missing of it, and returns at once. Throws UsageError, RunError.
  virtual void send(const std::string& folder, const SentRun& run) = 0;
  /// The same of self-play; its games are to be joined after await().
  virtual void send(const std::string& folder, const std::string& place, const PlayedGeneration& played) = 0;
  /// Until one that this process has sent is whole and joined; false as in tune(). Throws EvaluationsHalted, RunError.
  virtual bool await(const std::string& folder, const std::string& place) = 0;
};

}  // namespace rootward::study
