// Games of evaluations that tasks have played: DIR/evaluations/KEY/K-of-E.JOB.RESTART.RANDOM.jsonl, attempts as of a
// tournament's shards, KEY being evaluation_key().
#pragma once

#include <string>
#include <vector>

#include "experiments/tuning/evaluation.h"

namespace rootward::tuning {

std::string attempts_folder(const std::string& folder, const std::string& key);
/// The attempts' files, sorted; none where there is no such folder.
std::vector<std::string> attempt_files(const std::string& folder, const std::string& key);
/// The same. Throws UsageError where one was played with another book or network than the folder's manifest tells of;
/// where there is no manifest nothing is known. The key holds the configuration.
std::vector<std::string> checked_attempts(const std::string& folder, const std::string& key);
/// Their games; one may be told several times. Damaged lines are left out, and what is behind them: they are played
/// again. Throws UsageError, as checked_attempts().
std::vector<EvaluationGame> games_of_attempts(const std::string& folder, const std::string& key);
/// The keys of all evaluations that have attempts.
std::vector<std::string> keys_of_attempts(const std::string& folder);

}  // namespace rootward::tuning
