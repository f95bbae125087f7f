// Reading attempts.
#include "experiments/tuning/evaluation_attempts.h"

#include <algorithm>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tuning/journal.h"
#include "lab/store/attempt_file.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward::tuning {

std::string attempts_folder(const std::string& folder, const std::string& key) {
  return path_in(folder, "evaluations/" + key);
}

std::vector<std::string> attempt_files(const std::string& folder, const std::string& key) {
  std::vector<std::string> files = list_folder(attempts_folder(folder, key));
  std::erase_if(files, [](const std::string& file) { return !shard_of_attempt(file); });
  std::ranges::sort(files);
  return files;
}

std::vector<std::string> checked_attempts(const std::string& folder, const std::string& key) {
  std::vector<std::string> files = attempt_files(folder, key);
  if (files.empty() || !file_exists(manifest_path(folder))) return files;
  const Manifest manifest = read_manifest(folder);
  for (const std::string& file : files)
    if (const std::optional<AttemptFacts> facts = read_attempt_facts(file))
      check_inputs_of_attempt(file, *facts, manifest);
  return files;
}

std::vector<EvaluationGame> games_of_attempts(const std::string& folder, const std::string& key) {
  std::vector<EvaluationGame> games;
  for (const std::string& file : checked_attempts(folder, key))
    (void)read_attempt(file, kGameSchema, [&](const std::string& line, std::size_t) {
      JournalledGame game = parse_evaluation_game(line);
      if (game.first != key) throw UsageError("it is a game of another evaluation");
      games.push_back(std::move(game.second));
    });
  return games;
}

std::vector<std::string> keys_of_attempts(const std::string& folder) {
  std::vector<std::string> keys;
  for (const std::string& file : list_folder(path_in(folder, "evaluations")))
    keys.push_back(file.substr(file.rfind('/') + 1));
  std::ranges::sort(keys);
  return keys;
}

}  // namespace rootward::tuning
