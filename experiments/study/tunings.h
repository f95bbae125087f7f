// One player's tuning, from wherever its folder stands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/json.h"
#include "experiments/study/tuned_player.h"
#include "lab/config/tuned_scores.h"

namespace rootward::study {

/// Whether the folder's journal holds all evaluations and the fresh test: games are not asked for then. The same of
/// what drop_tuning() has kept of it. Throws RunError naming a kept file that is damaged.
bool is_tuned(const TunedPlayer& player, const std::string& folder, std::uint32_t evaluations);

/// Where what is kept of a run lies whose games were dropped: FOLDER.json.
std::string kept_path(const std::string& folder);
/// Whether something is.
bool is_kept(const std::string& folder);

/// What is kept of a tuning whose games lie elsewhere, or are gone.
struct KeptTuning {
  std::string config_hash{};
  std::uint64_t evaluations = 0;
  Json params{};
  double tested = 0;
};
/// Writes FOLDER.json, schema rootward.kept-tuning/1: what is_tuned() and take_recommendation() read. `digest`: of all
/// its games.
void keep_tuning(const std::string& folder, const KeptTuning& kept, std::uint64_t digest);

/// Tunes it on one thread and with one evaluation pending, as all players are, so that none is better served. A folder
/// whose journal holds all evaluations and the fresh test is left alone, whether its games are there or not. False
/// where a signal came before the end. Throws as tuning::tune, RunError naming the player, UsageError where the tuning
/// was dropped and was of another configuration or fewer evaluations.
bool tune_player(const TunedPlayer& player, const std::string& folder, std::uint32_t evaluations);

/// Fills in what the folder's optimizer recommended, and how that did in the fresh test.
void take_recommendation(TunedPlayer& player, const std::string& folder);

/// What the folder's tuning said of the point that it recommends; nothing where its optimizer predicts no scores, or
/// its games were dropped. `source`: which tuning, in words.
std::optional<TunedScore> tuned_score(const std::string& folder, const std::string& source);

/// Of a whole tuning: writes FOLDER.json, schema rootward.kept-tuning/1, and removes the folder. The file has what was
/// recommended, how that did in the fresh test, and a digest: 16 hexadecimal digits, the sum over evaluations and the
/// test of h(point, games won, drawn and lost) modulo 2^64, so the same for whoever tunes it again. False where there
/// is no folder, the tuning is not whole or a process is in it. After a kill the next call goes on.
bool drop_tuning(const TunedPlayer& player, const std::string& folder, std::uint32_t evaluations);

}  // namespace rootward::study
