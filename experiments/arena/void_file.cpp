// Read for tables only, so a record needs no more than its fields' types.
#include "experiments/arena/void_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr const char* kVoidSchema = "rootward.void/1";
constexpr const char* kTornLine = "it told of a void game";
using nlohmann::json;

}  // namespace

std::string void_json_line(const VoidRecord& record) {
  nlohmann::ordered_json object;
  object["schema"] = kVoidSchema;
  object["id"] = record.id;
  object["pairing"] = record.pairing;
  object["pair"] = record.pair;
  object["seats"] = record.seats;
  object["seed"] = record.seed;
  object["player"] = record.player;
  object["reason"] = record.reason;
  object["message"] = record.message;
  object["opening"] = record.opening;
  object["moves"] = record.moves;
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

VoidRecord parse_void_record(const std::string& line) {
  try {
    const json object = json::parse(line);
    if (object.at("schema") != kVoidSchema) throw UsageError(fmt::format("schema: is not {}", kVoidSchema));
    VoidRecord record;
    record.id = object.at("id");
    record.pairing = object.at("pairing");
    record.pair = object.at("pair");
    record.seats = object.at("seats");
    record.seed = object.at("seed");
    record.player = object.at("player");
    record.reason = object.at("reason");
    record.message = object.at("message");
    record.opening = object.at("opening").get<std::vector<std::string>>();
    record.moves = object.at("moves").get<std::vector<std::string>>();
    return record;
  } catch (const json::exception& error) {
    throw UsageError(error.what());
  }
}

std::string voids_path(const std::string& folder, const Shard& shard) {
  return shard.is_whole() ? folder + "/voids.jsonl" : fmt::format("{}/voids-{}.jsonl", folder, shard.index);
}

std::vector<VoidRecord> read_voids(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("voids") && name.ends_with(".jsonl")) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<VoidRecord> records;
  const auto parse = [&records](const std::string& line) { records.push_back(parse_void_record(line)); };
  for (const std::string& file : files) read_line_file(file, parse, kTornLine);
  return records;
}

void VoidFileWriter::append(const VoidRecord& record) {
  if (!writer_) {
    const auto check = [](const std::string& line) { (void)parse_void_record(line); };
    writer_.emplace(path_, read_line_file(path_, check, kTornLine).whole_bytes, "a void game");
  }
  writer_->append(void_json_line(record));
}

}  // namespace rootward
