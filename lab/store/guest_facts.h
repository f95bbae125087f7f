// What manifests tell of rules that a host language has made (backup/guests.h, evaluators/guests.h).
#pragma once

#include <functional>
#include <map>
#include <string>

namespace rootward {

/// Where a rule is from.
struct GuestSource {
  std::string source;  ///< "sha256-" and its 64 digits; of compiled rules "native VERSION"
  std::string module;
  friend bool operator==(const GuestSource&, const GuestSource&) = default;
};

/// Of a run: what the host is, and its rules by name. Both are empty where the run has no such rules.
struct GuestFacts {
  std::map<std::string, std::string> versions;  ///< "python", "numpy"
  std::map<std::string, GuestSource> sources;
  friend bool operator==(const GuestFacts&, const GuestFacts&) = default;
};

/// Tells of the rules that a resolved configuration names.
using GuestTeller = std::function<GuestFacts(const std::string& resolved)>;
/// The host sets it once, before it plays.
void set_guest_teller(GuestTeller teller);
/// Empty where no host runs.
GuestFacts guests_of(const std::string& resolved);

}  // namespace rootward
