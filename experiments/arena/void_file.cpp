// Read for tables only, so a record needs no more than its fields' types.
#include "experiments/arena/void_file.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

#include "core/json_fields.h"

namespace rootward {
namespace {

constexpr const char* kVoidSchema = "rootward.void/1";

}  // namespace

std::string void_json_line(const VoidRecord& record) {
  Json object;
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
  return dump_json(object);
}

VoidRecord parse_void_record(const std::string& line) {
  const Json object = parse_json_record(line, kVoidSchema);
  const auto two_texts = [&object](const char* key) {
    const Json& list = json_list(object, key, 2);
    return std::array<std::string, 2>{json_text(list[0], key), json_text(list[1], key)};
  };
  VoidRecord record;
  record.id = text_field(object, "id");
  record.pairing = two_texts("pairing");
  record.pair = static_cast<std::uint32_t>(count_field(object, "pair", std::numeric_limits<std::uint32_t>::max()));
  record.seats = two_texts("seats");
  record.seed = count_field(object, "seed");
  record.player = text_field(object, "player");
  record.reason = text_field(object, "reason");
  record.message = text_field(object, "message");
  record.opening = texts_field(object, "opening");
  record.moves = texts_field(object, "moves");
  return record;
}

}  // namespace rootward
