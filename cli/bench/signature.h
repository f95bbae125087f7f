// The bench signature: one number that changes whenever the behaviour of search, operators or rules changes.
#pragma once

#include <string>

namespace rootward::bench {

/// 16 hexadecimal digits: a checksum of the root visit counts of small searches over fixed positions x all operators
/// (default parameters) with fixed seeds. The same on every machine, compiler and build type. A process searches for it
/// once, which takes a second.
const std::string& signature();

}  // namespace rootward::bench
