// What a file or a folder is: a tournament, a tuning or another kind of work (kinds.def).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

}  // namespace rootward::config
