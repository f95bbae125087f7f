// An attempt of two lines.
#include "experiments/store/unfit_attempt.h"

#include <exception>

#include "core/file_io.h"
#include "experiments/store/attempt_file.h"
#include "experiments/store/host_facts.h"

namespace rootward {

void write_unfit_attempt(const std::string& folder, const Shard& shard, const std::string& config_hash) {
  try {
    const std::string place = attempts_place(folder, shard);
    make_folders(place);
    AttemptFacts facts;
    facts.config_hash = config_hash;
    facts.session = session_now();
    facts.session.shard = shard;
    AttemptWriter(place, facts, "a start").finish("unfit", utc_now());
  } catch (const std::exception&) {  // a full disk does not hide the reason
  }
}

}  // namespace rootward
