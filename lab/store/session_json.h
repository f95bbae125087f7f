// Sessions as manifests and attempts write them.
#pragma once

#include "core/json.h"
#include "lab/store/manifest.h"

namespace rootward {

Json session_json(const ManifestSession& session);
/// Throws UsageError naming the key that is wrong.
ManifestSession session_of_json(const Json& object);

}  // namespace rootward
