// Who made a folder of results, where and when, as HTML.
#pragma once

#include <string>

#include "lab/store/manifest.h"

namespace rootward {

/// Where and by what the results were made.
std::string provenance_html(const Manifest& manifest);

}  // namespace rootward
