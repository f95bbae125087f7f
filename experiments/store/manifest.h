// manifest.json: its text, and what a run knows about itself.
#pragma once

#include <string>
#include <string_view>

#include "experiments/config.h"
#include "experiments/store.h"

namespace rootward {

/// The file's whole text, schema rootward.manifest/1.
std::string manifest_text(const Manifest& manifest);
/// Reads it back; `path` names the file in errors. Throws RunError saying what is wrong.
Manifest parse_manifest(std::string_view text, const std::string& path);

/// This program on this machine, from now on.
ManifestSession session_now();
/// The programs that had a part in it, as tables name them: "0.1.0 (82e9fa917841, dad184534e85)", in order of their
/// first sessions.
std::string programs_text(const Manifest& manifest);

/// A manifest that tells of this program, this machine and this moment only.
Manifest blank_manifest();
/// A manifest before game one, without sessions.
Manifest new_manifest(const TournamentConfig& config, const InputFiles& inputs);
/// 16 hexadecimal digits over question and hypothesis; "" where neither is given.
std::string question_hash(const std::string& question, const std::string& hypothesis);
std::string question_hash(const TournamentConfig& config);
/// False for external engines and for budgets of wall-clock time.
bool is_reproducible(const PlayerSpec& player);
bool is_reproducible(const TournamentConfig& config);

}  // namespace rootward
