// Void games, one a line of voids.jsonl (voids-K.jsonl for shard K), append-only.
#pragma once

#include <string>

#include "experiments/arena/void_record.h"
#include "experiments/store/record_file.h"

namespace rootward {

/// One line, schema rootward.void/1, without the newline.
std::string void_json_line(const VoidRecord& record);
/// Throws UsageError saying what is wrong.
VoidRecord parse_void_record(const std::string& line);

inline constexpr RecordFiles kVoidFiles{
    .name = "voids.jsonl", .part_prefix = "voids-", .record = "a void game", .torn = "it told of a void game"};

/// A game may be void twice in the same way.
inline const RecordFormat<VoidRecord> kVoidFormat{
    .files = kVoidFiles, .parse = &parse_void_record, .id_of = nullptr, .is_same = nullptr};

}  // namespace rootward
