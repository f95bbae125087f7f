// Void games, one a line of voids.jsonl (voids-K.jsonl for shard K), append-only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/arena/void_record.h"
#include "experiments/store/line_file.h"
#include "experiments/store/shard.h"

namespace rootward {

/// One line, schema rootward.void/1, without the newline.
std::string void_json_line(const VoidRecord& record);
/// Throws UsageError saying what is wrong.
VoidRecord parse_void_record(const std::string& line);

std::string voids_path(const std::string& folder, const Shard& shard);
/// voids.jsonl and those of shards, where they are there.
std::vector<std::string> void_files(const std::string& folder);
/// The void games of a results folder, all its files; a torn last line of a file is left out. Throws RunError naming
/// file and line for any other line that cannot be read.
std::vector<VoidRecord> read_voids(const std::string& folder, DamagedLines damaged = DamagedLines::refuse);

/// Opens the file with its first record.
class VoidFileWriter {
 public:
  explicit VoidFileWriter(std::string path) : path_(std::move(path)) {}
  /// The first record cuts off a torn last line. Throws RunError where the disk is full or fails, and for a corrupt
  /// line in the file.
  void append(const VoidRecord& record);

 private:
  std::string path_;
  std::optional<LineFileWriter> writer_;
};

}  // namespace rootward
