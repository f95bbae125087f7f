// Which records were met and where, in some 32 bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rootward {

/// Of a line but for what may differ between two runs: `cpu_seconds`, and a checksum at its end.
std::uint64_t content_hash(std::string_view line);

/// Hashes of ids, each with where its record was met first and a hash of what that said.
class RecordIndex {
 public:
  struct Entry {
    std::uint64_t id = 0;
    std::uint64_t content = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;  ///< counts from 1
  };

  /// The earlier entry of this id; nullptr where there was none: this one counts from now on.
  const Entry* add(const Entry& entry);

 private:
  [[nodiscard]] std::size_t slot_of(std::uint64_t id) const;
  void grow();

  std::vector<Entry> slots_;  // open addressing; line 0: free
  std::size_t used_ = 0;
};

}  // namespace rootward
