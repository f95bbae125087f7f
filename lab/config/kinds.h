// What a file or a folder is: a tournament, a tuning or another kind of work (kinds.def).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rootward::config {

enum class FileKind : std::uint8_t {
#define ROOTWARD_KIND(name, ...) name,
#include "lab/config/kinds.def"
#undef ROOTWARD_KIND
};

struct KindFacts {
  FileKind kind;
  std::string_view name;  ///< "tournament"; Manifest::kind of its folders
  std::string_view key;   ///< that only its files have
  std::string_view one;   ///< "a tournament"
  std::string_view many;  ///< "tournaments"
};

inline constexpr auto kKinds = std::to_array<KindFacts>({
#define ROOTWARD_KIND(name, key, one, many) {FileKind::name, #name, key, one, many},
#include "lab/config/kinds.def"
#undef ROOTWARD_KIND
});

constexpr const KindFacts& facts_of(FileKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
/// "a training run", of the kind that a manifest names.
inline std::string one_of_kind(std::string_view name) {
  const auto* found = std::ranges::find(kKinds, name, &KindFacts::name);
  return found == kKinds.end() ? "a " + std::string(name) : std::string(found->one);
}

}  // namespace rootward::config
