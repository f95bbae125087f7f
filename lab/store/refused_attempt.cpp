// An attempt of two lines.
#include "lab/store/refused_attempt.h"

#include <filesystem>
#include <string>

#include "core/file_io.h"
#include "lab/store/attempt_file.h"
#include "lab/store/host_facts.h"

namespace rootward {

bool is_refusal(std::string_view reason) { return reason == kUnfit || reason.starts_with(kRefused); }

std::string refusal_of(const std::exception& error) {
  if (dynamic_cast<const UnfitError*>(&error) != nullptr) return std::string(kUnfit);
  const bool is_refused =
      dynamic_cast<const UsageError*>(&error) != nullptr || dynamic_cast<const PlayerError*>(&error) != nullptr;
  return is_refused ? std::string(kRefused) + error.what() : "";
}

void write_refused_attempt(const std::string& folder, const Shard& shard, const std::string& config_hash,
                           const std::string& reason) {
  // What is wrong leaves nothing, but for rounds of a plan, which are not to be gone on with.
  if (reason.starts_with(kRefused) && !std::filesystem::is_directory(folder + "/cluster")) return;
  try {
    const std::string place = attempts_place(folder, shard);
    make_folders(place);
    AttemptFacts facts;
    facts.config_hash = config_hash;
    facts.session = session_now();
    facts.session.shard = shard;
    AttemptWriter(place, facts, "a start").finish(reason, utc_now());
  } catch (const std::exception&) {  // a full disk does not hide the reason
  }
}

}  // namespace rootward
