// Which program this is: what --version prints and manifests record.
#pragma once

#include <string_view>

namespace rootward {

std::string_view version();   ///< "0.1.0"
std::string_view revision();  ///< git commit, with "-dirty" if tracked files were changed; "unknown" outside of git
std::string_view compiler();  ///< "GNU 12.2.0"
std::string_view flags();     ///< build type and compile flags
/// The Python that the package of this build is for, "3.11"; "" where the build has none.
std::string_view python_version();

}  // namespace rootward
