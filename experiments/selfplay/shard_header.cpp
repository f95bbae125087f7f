// Schema rootward.games/1.
#include "experiments/selfplay/shard_header.h"

#include <limits>

#include "core/errors.h"
#include "core/json_fields.h"
#include "experiments/store/line_checksum.h"

namespace rootward::selfplay {
namespace {

constexpr const char* kGamesSchema = "rootward.games/1";
constexpr std::uint64_t kMostActions = 65535;
constexpr std::uint64_t kMostPoints = 65535;
constexpr std::uint64_t kMostGames = 100'000;

}  // namespace

std::string header_json(const ShardHeader& header, std::optional<std::size_t> games) {
  Json object;
  object["schema"] = kGamesSchema;
  object["game"] = header.game;
  object["network"] = header.network;
  object["network_file"] = header.network_file;
  object["search"] = header.search;
  object["generation"] = header.generation;
  object["seed"] = header.seed;
  object["planes"] = header.planes;
  if (header.smoothing > 0) object["smoothing"] = header.smoothing;
  object["actions"] = header.shape.actions;
  object["points"] = header.shape.points;
  if (games) object["games"] = *games;
  return with_checksum(dump_json(object));
}

ReadHeader parse_header(std::string_view json) {
  std::string text(json);
  if (take_checksum(text) != Checksum::right) throw UsageError("the header is not what its checksum says");
  const Json object = parse_json_record(text, kGamesSchema);
  ReadHeader read;
  read.header.game = text_field(object, "game");
  read.header.network = text_field(object, "network");
  read.header.network_file = text_field(object, "network_file");
  read.header.search = text_field(object, "search");
  read.header.generation = count_field(object, "generation");
  read.header.seed = count_field(object, "seed");
  read.header.planes = text_field(object, "planes");
  if (object.contains("smoothing")) read.header.smoothing = real_field(object, "smoothing", 0, 1);
  read.header.shape.actions = count_field(object, "actions", kMostActions);
  read.header.shape.points = count_field(object, "points", kMostPoints);
  if (object.contains("games")) read.games = count_field(object, "games", kMostGames);
  return read;
}

}  // namespace rootward::selfplay
