// The bench signature: one number that changes whenever the behaviour of search, operators or rules changes.
#pragma once

#include <string>

namespace rootward::bench {

/// 16 hexadecimal digits: a checksum of the root visit counts of small searches with fixed seeds: small boards by all
/// operators (default parameters), large ones by the average. The same on every machine, compiler and build type. A
/// process searches for it once, which takes a quarter of a second and more.
const std::string& signature();

}  // namespace rootward::bench
