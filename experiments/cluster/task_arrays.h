// Work in pieces, each a command that goes on where it was: a task of an array a piece, sent until all are whole.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/scripts.h"

namespace rootward::cluster {

/// What a command asks for that stays until its tasks have played all: a study.
struct StayingSettings {
  std::optional<std::uint32_t> cpus, minutes, mem_per_cpu, at_once;  ///< of a task
  std::optional<std::uint32_t> tasks, rounds;                        ///< of each tournament or study that it submits
  std::vector<std::string> sbatch_arguments{};
  double calibrate = 20;                        ///< seconds of playing for each of their estimates
  std::chrono::milliseconds look{5'000};        ///< between two questions to Slurm
  std::function<std::string()> signature{};     ///< of this program's searches
  std::function<void(const std::string&)> say;  ///< told of what is sent, and of warnings
};

struct PieceOfWork {
  std::string name;                       ///< no other has it
  std::function<std::string()> place;     ///< makes what the task needs, and returns the script's word for it
  std::function<bool()> is_whole;         ///< asked when no task plays it
  std::function<std::uint64_t()> stored;  ///< grows while it is played
};

/// One sort of pieces.
struct PieceSort {
  std::string noun;    ///< "tuning"
  std::string script;  ///< from the folder: "cluster/tune.sh"
  std::function<std::string(const std::string& program, const JobRequest&)> text;  ///< of the script
  std::function<std::string(const std::string& word)> name_of;                     ///< of the piece with this word
};

/// Until all are whole, and tells of each that is, by its place in the list; false where a signal came: what was sent
/// goes on. A piece whose task has left the queue goes out again; after three times without anything new it has failed
/// (RunError). A cancelled task halts all (EvaluationsHalted). What an earlier process has queued is awaited and not
/// sent again. `folder` is absolute.
bool play_pieces(const PieceSort& sort, const StayingSettings& settings, const std::string& folder,
                 const std::vector<PieceOfWork>& pieces, const std::function<void(std::size_t)>& tell);

/// As sbatch gets it. Throws UsageError where Slurm does not take its name.
std::string absolute_folder(const std::string& folder);

}  // namespace rootward::cluster
