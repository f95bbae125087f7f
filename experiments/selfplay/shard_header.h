// A shard's header as the line of JSON that the file begins with.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/selfplay/shard_file.h"

namespace rootward::selfplay {

/// A header that was read: `games` is there in finished shards alone.
struct ReadHeader {
  ShardHeader header;
  std::optional<std::size_t> games;
};

/// One line that ends with a checksum (experiments/store/line_checksum.h).
std::string header_json(const ShardHeader& header, std::optional<std::size_t> games);
/// Throws UsageError without place.
ReadHeader parse_header(std::string_view json);

}  // namespace rootward::selfplay
