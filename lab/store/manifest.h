// manifest.json: its text, and what a run knows about itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/store/guest_facts.h"
#include "lab/store/line_checksum.h"
#include "lab/store/shard.h"

namespace rootward {

/// Which program worked on what machine, and when.
struct ProgramRun {
  std::string version, revision, compiler, flags, cpu;
  std::string host;            ///< facts: cores available, memory, operating system
  std::string started, ended;  ///< UTC, ISO 8601; `ended` is empty while it runs and after a crash
  friend bool operator==(const ProgramRun&, const ProgramRun&) = default;
};

/// One stretch of playing: a run that was interrupted and continued has several. Starts of tasks on machines that are
/// alike stand as one, from the first start to the last end.
struct ManifestSession : ProgramRun {
  std::optional<Shard> shard;                ///< that it played; none = everything, or several
  std::map<std::string, double> attempts{};  ///< starts of tasks that it stands for: core-seconds of each by its file's
                                             ///< random digits, 0 until it has ended; empty = a run without tasks
  [[nodiscard]] double core_seconds() const;
  friend bool operator==(const ManifestSession&, const ManifestSession&) = default;
};

/// A number of pairs that was planned: when, and how many games there were to be looked at.
struct PlannedPairs {
  std::uint64_t pairs = 0;
  std::string date;  ///< UTC, ISO 8601
  std::uint64_t games = 0;
  friend bool operator==(const PlannedPairs&, const PlannedPairs&) = default;
};

/// What files beside the configuration decide about the games.
struct InputFiles {
  std::string book_hash;                        ///< of the opening book's openings; "" without a book
  std::map<std::string, std::string> networks;  ///< by player: hash of the network's file and way of computing
  friend bool operator==(const InputFiles&, const InputFiles&) = default;
};

/// manifest.json: what was played. Program, machine and start are the first session's; `ended` is empty until the run
/// is complete.
struct Manifest : ProgramRun {
  std::string kind = "tournament";  ///< what was run: "tournament", "tuning", "study", ..
  std::string config_hash;
  std::string records_hash;                 ///< what an attempt has to be of; "" = config_hash
  std::vector<std::string> earlier_hashes;  ///< of configurations that this one has grown from: their attempts are its
  std::string resolved_config;              ///< YAML, every default written out
  bool is_reproducible = true;              ///< false where a budget is wall-clock time
  std::string question_hash;  ///< of question and hypothesis as they were before game one; "" where none was given
  InputFiles inputs;
  GuestFacts guests;                  ///< rules of a host language: versions are those of the first session
  std::vector<PlannedPairs> planned;  ///< in this order
  std::optional<Shard> shard;         ///< of a shard's own manifest
  LineTallies records;                ///< files of records as sessions left them; of those written now none
  std::vector<ManifestSession> sessions;
  [[nodiscard]] const std::string& attempts_hash() const { return records_hash.empty() ? config_hash : records_hash; }
};

/// The file's whole text, schema rootward.manifest/1.
std::string manifest_text(const Manifest& manifest);
/// Reads it back; `path` names the file in errors. Throws RunError saying what is wrong. One without a checksum is
/// read.
Manifest parse_manifest(std::string text, const std::string& path);

/// Attempts under a configuration of this hash are the manifest's too.
void add_hash(Manifest& manifest, const std::string& hash);

/// Throws RunError where the manifest's hash is not `hash`, that of the configuration stored in it.
void require_config_hash(const std::string& path, const Manifest& manifest, const std::string& hash);

/// Adds a session, or where it stands there without its end, that.
void add_session(std::vector<ManifestSession>& sessions, ManifestSession session);
/// Adds a start of a task to those on machines that are alike. Twice is once.
void add_attempt(std::vector<ManifestSession>& sessions, const ManifestSession& attempt);
/// This program on this machine, from now on.
ManifestSession session_now();
/// The programs that had a part in it, as tables name them: "0.1.0 (82e9fa917841, dad184534e85)", in order of their
/// first sessions.
std::string programs_text(const Manifest& manifest);

/// Models of the processors that had a part in it, each once, in order of their first sessions.
std::vector<std::string> processors_of(const Manifest& manifest);

/// A manifest that tells of this program, this machine and this moment only.
Manifest blank_manifest();
/// 16 hexadecimal digits over question and hypothesis; "" where neither is given.
std::string question_hash(const std::string& question, const std::string& hypothesis);

}  // namespace rootward
