// A table with open addressing, at most three quarters full.
#include "lab/store/record_index.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/rng.h"

namespace rootward {
namespace {

/// Where the value that begins at `at` ends: a list behind its bracket, all else before the next comma or brace.
std::size_t end_of_value(std::string_view line, std::size_t at) {
  const bool is_list = at < line.size() && line[at] == '[';
  const std::size_t end = line.find_first_of(is_list ? "]" : ",}", at);
  return end == std::string_view::npos ? line.size() : end + (is_list ? 1 : 0);
}

/// Eight bytes a step; nothing stored depends on it.
std::uint64_t hash_of_bytes(std::string_view bytes) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = bytes.size();
  const auto take = [&](std::size_t size) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), size);
    hash = (hash ^ word) * kOdd;
    hash ^= hash >> 32U;
    bytes.remove_prefix(size);
  };
  while (bytes.size() >= sizeof(std::uint64_t)) take(sizeof(std::uint64_t));
  if (!bytes.empty()) take(bytes.size());
  return mix64(hash);
}

/// Without a checksum at its end.
std::string_view without_checksum(std::string_view line) {
  constexpr std::string_view kChecksum = ",\"crc\":";
  constexpr std::size_t kLongest = 24;
  if (!line.ends_with("\"}")) return line;
  const std::size_t start = line.size() - std::min(line.size(), kLongest);
  const std::size_t found = line.substr(start).rfind(kChecksum);
  return found == std::string_view::npos ? line : line.substr(0, start + found);
}

}  // namespace

std::uint64_t content_hash(std::string_view line) {
  constexpr std::string_view kTime = "cpu_seconds\":";  // a letter that is rare in lines is found fast
  line = without_checksum(line);
  const std::size_t time = line.find(kTime);
  if (time == std::string_view::npos) return hash_of_bytes(line);
  const std::size_t end = end_of_value(line, time + kTime.size());
  return derive_seed(hash_of_bytes(line.substr(0, time)), {hash_of_bytes(line.substr(end))});
}

const RecordIndex::Entry* RecordIndex::add(const Entry& entry) {
  if (4 * (used_ + 1) > 3 * slots_.size()) grow();
  Entry& slot = slots_[slot_of(entry.id)];
  if (slot.line != 0) return &slot;
  slot = entry;
  ++used_;
  return nullptr;
}

std::size_t RecordIndex::slot_of(std::uint64_t id) const {
  std::size_t slot = id & (slots_.size() - 1);
  while (slots_[slot].line != 0 && slots_[slot].id != id) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

void RecordIndex::grow() {
  constexpr std::size_t kFirst = 64;
  std::vector<Entry> old(slots_.empty() ? kFirst : 2 * slots_.size());
  old.swap(slots_);
  for (const Entry& entry : old)
    if (entry.line != 0) slots_[slot_of(entry.id)] = entry;
}

}  // namespace rootward
