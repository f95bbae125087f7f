// The machine and the moment, as manifests record them.
#pragma once

#include <optional>
#include <string>

namespace rootward {

std::string cpu_name();    ///< the processor's own name, or its architecture
std::string host_facts();  ///< "2 of 4 cores, 7.6 GiB memory, Linux x86_64"
std::string utc_now();     ///< ISO 8601, seconds: "2020-01-25T12:00:00Z"
/// From one such moment to another, at least 0; nothing where one is not so written.
std::optional<double> seconds_between(const std::string& start, const std::string& end);
/// Such a text as seconds since 1970; nothing where it is not so written.
std::optional<double> moment_of(const std::string& utc);

}  // namespace rootward
