// A discovery's own manifest: of which configuration its folder is. Its games lie in folders of tournaments below.
#pragma once

#include <string>
#include <string_view>

#include "experiments/discovery/config.h"
#include "lab/store/run_folder.h"

namespace rootward::discovery {

extern const RunKind kDiscoveryKind;

/// What a folder has to be of to be continued under this configuration.
RunIdentity identity_of(const DiscoveryConfig& config);

}  // namespace rootward::discovery
