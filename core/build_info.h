// Which program this is: what --version prints and manifests record.
#pragma once

#include <string_view>

namespace rootward {

std::string_view version();   ///< "0.1.0"
std::string_view revision();  ///< git commit, with "-dirty" if tracked files were changed; "unknown" outside of git
std::string_view compiler();  ///< "GNU 12.2.0"
std::string_view flags();     ///< build type and compile flags

}  // namespace rootward
