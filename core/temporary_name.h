// How files are called until they take the place of others.
#pragma once

#include <cstdint>
#include <string>

namespace rootward {

/// "PATH.tmp.HOST.PID.RANDOM", RANDOM 16 hexadecimal digits: two processes that take one for the same file, on whatever
/// hosts, never take the same. remove_stale_temporaries() knows them.
std::string temporary_name(const std::string& path);
/// Whether the process that wrote the file is dead: by its number where it was this machine's (`host` may be empty),
/// else by a day without a change.
bool is_left_over(const std::string& file, const std::string& host, std::int64_t pid);

}  // namespace rootward
