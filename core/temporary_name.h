// How files are called until they take the place of others.
#pragma once

#include <string>

namespace rootward {

/// "PATH.tmp.HOST.PID.RANDOM", RANDOM 16 hexadecimal digits: two processes that take one for the same file, on whatever
/// hosts, never take the same. remove_stale_temporaries() knows them.
std::string temporary_name(const std::string& path);

}  // namespace rootward
