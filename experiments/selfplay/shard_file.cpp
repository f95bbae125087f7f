// Reading and writing of shards. A finished one: RWGAMES1, u32 length, header, then blocks of 50 games (u32 packed
// length, u32 unpacked length, u32 CRC-32 of the packed bytes, zlib). An unfinished one: the records themselves after
// the header. A record: u32 length, u32 CRC-32, the game's bytes.
#include "experiments/selfplay/shard_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/errors.h"
#include "core/json_record.h"
#include "experiments/selfplay/byte_text.h"
#include "lab/store/line_checksum.h"

namespace rootward::selfplay {
namespace {

constexpr const char* kGamesSchema = "rootward.games/1";
constexpr std::uint64_t kMostActions = 65535;
constexpr std::uint64_t kMostPoints = 65535;
constexpr std::uint64_t kMostShardGames = 100'000;
constexpr std::string_view kShardMagic = "RWGAMES1";
constexpr std::size_t kGamesPerBlock = 50;
constexpr std::size_t kLongestHeader = std::size_t{1} << 20;
constexpr std::size_t kLargestBlock = std::size_t{1} << 28;  ///< unpacked
constexpr std::size_t kMostRatio = 1032;                     ///< zlib never packs tighter

/// A header as it is stored: `games` is there in finished shards alone.
struct StoredHeader {
  ShardHeader header;
  std::optional<std::size_t> games;
};

constexpr auto kHeaderFields = [](auto& stored, const auto& field) {
  auto& header = stored.header;
  field("game", header.game);
  field("network", header.network);
  field("network_file", header.network_file);
  field("search", header.search);
  field("generation", header.generation);
  field("seed", header.seed);
  field("planes", header.planes);
  field.optional("smoothing", header.smoothing, 0, 1);
  field.optional("origin", header.origin);
  field.optional("licence", header.licence);
  field("actions", header.shape.actions, kMostActions);
  field("points", header.shape.points, kMostPoints);
  field.optional("games", stored.games, kMostShardGames);
};

/// One line that ends with a checksum.
std::string header_json(const ShardHeader& header, std::optional<std::size_t> games) {
  return with_checksum(dump_json(json_of_record(kGamesSchema, StoredHeader{header, games}, kHeaderFields)));
}

StoredHeader parse_header(std::string_view json) {
  std::string text(json);
  if (take_checksum(text) != Checksum::right) throw UsageError("the header is not what its checksum says");
  return record_of_json<StoredHeader>(parse_json_record(text, kGamesSchema), kHeaderFields);
}

std::uint32_t crc_of(std::string_view bytes) {
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), data, bytes.size()));
}

std::string record_bytes(const ShardGame& game, const ShardShape& shape) {
  const std::string payload = encode_game(game, shape);
  std::string record;
  append_number(record, static_cast<std::uint32_t>(payload.size()));
  append_number(record, crc_of(payload));
  return record + payload;
}

ShardGame take_record(ByteReader& reader, const ShardShape& shape) {
  const auto length = reader.take<std::uint32_t>("a record's length");
  const auto crc = reader.take<std::uint32_t>("a record's checksum");
  const std::string_view payload = reader.take_bytes(length, "a record");
  if (crc_of(payload) != crc) reader.refuse("the record before is not what its checksum says");
  try {
    return decode_game(payload, shape);
  } catch (const std::invalid_argument& error) {
    reader.refuse(fmt::format("the record of {} bytes before: {}", length, error.what()));
  }
}

std::string file_start(const ShardHeader& header, std::optional<std::size_t> games) {
  const std::string json = header_json(header, games);
  std::string bytes(kShardMagic);
  append_number(bytes, static_cast<std::uint32_t>(json.size()));
  return bytes + json;
}

StoredHeader take_header(ByteReader& reader) {
  if (reader.take_bytes(std::min(kShardMagic.size(), reader.left()), "the file's kind") != kShardMagic)
    throw std::invalid_argument(fmt::format("offset 0: no file of games: it does not begin with {}", kShardMagic));
  const auto length = reader.take<std::uint32_t>("the header's length");
  if (length > kLongestHeader) reader.refuse(fmt::format("a header of {} bytes", length));
  const std::string_view json = reader.take_bytes(length, "the header");
  try {
    return parse_header(json);
  } catch (const UsageError& error) {
    reader.refuse(fmt::format("the header before: {}", error.what()));
  }
}

/// The bytes up to the header's end, as far as the file has them.
std::string read_start(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(kShardMagic.size() + sizeof(std::uint32_t), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) return read_whole_file(path, kLargestShard);
  ByteReader length(std::string_view(bytes).substr(kShardMagic.size()));
  std::string header(std::min<std::size_t>(length.take<std::uint32_t>("the header's length"), kLongestHeader), '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  header.resize(static_cast<std::size_t>(file.gcount()));
  return bytes + header;
}

std::string packed_block(std::string_view records) {
  uLongf size = compressBound(static_cast<uLong>(records.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(records.data()),
                static_cast<uLong>(records.size()), Z_BEST_COMPRESSION) != Z_OK)
    throw RunError("cannot compress games");
  packed.resize(size);
  std::string block;
  append_number(block, static_cast<std::uint32_t>(packed.size()));
  append_number(block, static_cast<std::uint32_t>(records.size()));
  append_number(block, crc_of(packed));
  return block + packed;
}

std::string take_block(ByteReader& reader) {
  const auto packed_size = reader.take<std::uint32_t>("a block's length");
  const auto size = reader.take<std::uint32_t>("a block's unpacked length");
  const auto crc = reader.take<std::uint32_t>("a block's checksum");
  if (size > kLargestBlock || size > packed_size * kMostRatio)
    reader.refuse(fmt::format("a block of {} bytes cannot unpack to {}", packed_size, size));
  const std::string_view packed = reader.take_bytes(packed_size, "a block");
  if (crc_of(packed) != crc) reader.refuse("the block before is not what its checksum says");
  std::string records(size, '\0');
  uLongf got = size;
  const int result = uncompress(reinterpret_cast<Bytef*>(records.data()), &got,
                                reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size()));
  if (result != Z_OK || got != size) reader.refuse("the block before does not unpack");
  return records;
}

Shard take_shard(std::string_view bytes) {
  ByteReader reader(bytes);
  const StoredHeader start = take_header(reader);
  if (!start.games) reader.refuse("the shard is not finished: run the same command again");
  Shard shard{start.header, {}};
  while (!reader.at_end()) {
    const std::size_t begin = reader.offset();
    const std::string block = take_block(reader);
    ByteReader records(block);
    try {
      while (!records.at_end()) shard.games.push_back(take_record(records, shard.header.shape));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("offset {}: unpacked block, {}", begin, error.what()));
    }
    if (shard.games.size() > *start.games) reader.refuse("more games than the header says");
  }
  if (shard.games.size() != *start.games)
    reader.refuse(fmt::format("{} games, the header says {}", shard.games.size(), *start.games));
  for (std::size_t i = 1; i < shard.games.size(); ++i)
    if (shard.games[i].number <= shard.games[i - 1].number) reader.refuse("the games' numbers do not rise");
  return shard;
}

}  // namespace

Origin own_origin() { return {.path = "self-play from the rules alone", .licence = "MIT"}; }

std::string told_licence(const std::string& licence) { return licence.empty() ? "not stated" : licence; }

Origin origin_of(const ShardHeader& header) {
  const auto of_others = [&header](std::string path) {
    return Origin{.path = std::move(path), .licence = told_licence(header.licence)};
  };
  if (!header.origin.empty()) return of_others(header.origin);
  // Shards from before headers told their origin.
  if (header.search == "{name: sgf}") return of_others(std::string(kSgfOrigin));
  if (header.search == "{name: relabel}") return of_others("labelled by " + header.network_file);
  return own_origin();
}

std::string shard_path(const std::string& folder, std::uint64_t generation, std::uint64_t shard) {
  return fmt::format("{}/{:05}-{:03}{}", folder, generation, shard, kShardEnd);
}

bool is_shard(std::string_view path) { return path.ends_with(kShardEnd); }

std::string unfinished_path(const std::string& shard) { return shard + ".part"; }

Shard read_shard(const std::string& path) { return parse_shard(read_whole_file(path, kLargestShard), path); }

ShardHeader read_shard_header(const std::string& path) {
  const std::string bytes = read_start(path);
  ByteReader reader(bytes);
  try {
    return take_header(reader).header;
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

std::uint64_t stored_games(const std::string& path) {
  const std::string stored = file_exists(path) ? path : unfinished_path(path);
  if (!file_exists(stored)) return 0;
  const std::string start = read_start(stored);
  ByteReader header(start);
  try {
    if (const std::optional<std::size_t> games = take_header(header).games) return *games;
  } catch (const std::invalid_argument&) {
    return 0;  // whoever goes on with it says what is wrong
  }
  std::ifstream file(stored, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  std::string lengths(2 * sizeof(std::uint32_t), '\0');  // a record's own, and its checksum
  std::uint64_t games = 0;
  for (std::uint64_t at = header.offset(); file.seekg(static_cast<std::streamoff>(at)); ++games) {
    if (!file.read(lengths.data(), static_cast<std::streamsize>(lengths.size()))) break;
    at += lengths.size() + ByteReader(lengths).take<std::uint32_t>("a record's length");
    if (at > size) break;
  }
  return games;
}

Shard parse_shard(std::string_view bytes, const std::string& shown) {
  try {
    return take_shard(bytes);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: {}", shown, error.what()));
  }
}

std::string shard_bytes(const ShardHeader& header, std::vector<ShardGame> games) {
  std::ranges::sort(games, {}, &ShardGame::number);
  std::string bytes = file_start(header, games.size());
  for (std::size_t first = 0; first < games.size(); first += kGamesPerBlock) {
    std::string records;
    for (std::size_t i = first; i < std::min(first + kGamesPerBlock, games.size()); ++i)
      records += record_bytes(games[i], header.shape);
    bytes += packed_block(records);
  }
  return bytes;
}

ShardWriter::ShardWriter(std::string path, ShardHeader header) : path_(std::move(path)), header_(std::move(header)) {
  const std::string part = unfinished_path(path_);
  if (!file_exists(part)) {
    write_file_atomically(part, file_start(header_, std::nullopt));
  }
  go_on(read_whole_file(part, kLargestShard));
  fd_ = open_own_file(part, O_WRONLY | O_APPEND);
  if (::ftruncate(fd_.get(), static_cast<off_t>(bytes_)) != 0)
    throw RunError(file_error_text(part, "cannot cut off the torn record", errno));
}

void ShardWriter::go_on(const std::string& bytes) {
  ByteReader reader(bytes);
  try {
    const ShardHeader stored = take_header(reader).header;
    if (stored != header_)
      throw UsageError(fmt::format("{}: its games were played otherwise:\nstored {}\nnow    {}", unfinished_path(path_),
                                   header_json(stored, std::nullopt), header_json(header_, std::nullopt)));
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: {}", unfinished_path(path_), error.what()));
  }
  bytes_ = reader.offset();
  try {
    while (!reader.at_end()) {
      numbers_.insert(take_record(reader, header_.shape).number);
      bytes_ = reader.offset();
    }
  } catch (const std::invalid_argument&) {
    // The tail is torn: its games are played again.
  }
}

void ShardWriter::append(const ShardGame& game) {
  const std::string part = unfinished_path(path_);
  if (numbers_.contains(game.number)) throw RunError(fmt::format("{}: game {} is there already", part, game.number));
  const std::string record = record_bytes(game, header_.shape);
  ssize_t written = -1;
  do {
    written = ::write(fd_.get(), record.data(), record.size());
  } while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(record.size())) {
    const int reason = written < 0 ? errno : ENOSPC;  // a short write means a full disk or a reached limit as well
    (void)!::ftruncate(fd_.get(), static_cast<off_t>(bytes_));
    throw RunError(file_error_text(part, "cannot store a game", reason));
  }
  bytes_ += record.size();
  numbers_.insert(game.number);
}

void ShardWriter::finish() {
  const std::string part = unfinished_path(path_);
  const std::string bytes = read_whole_file(part, kLargestShard);
  ByteReader reader(bytes);
  std::vector<ShardGame> games;
  try {
    (void)take_header(reader);
    while (!reader.at_end()) games.push_back(take_record(reader, header_.shape));
  } catch (const std::invalid_argument& error) {
    throw RunError(fmt::format("{}: was changed while it was written: {}", part, error.what()));
  }
  write_file_atomically(path_, shard_bytes(header_, std::move(games)));
  if (::unlink(part.c_str()) != 0) throw RunError(file_error_text(part, "cannot remove it", errno));
}

}  // namespace rootward::selfplay
