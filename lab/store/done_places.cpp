// One line of JSON with a checksum; the bits are hexadecimal digits, four places each, the lowest bit first.
#include "lab/store/done_places.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "core/rng.h"
#include "lab/store/folder_layout.h"
#include "lab/store/line_checksum.h"
#include "lab/store/record_file.h"

namespace rootward {
namespace {

constexpr const char* kDoneSchema = "rootward.done/1";
constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string digits_of(const DonePlaces& places) {
  std::string digits((places.size() + 3) / 4, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) {
    unsigned digit = 0;
    for (std::size_t bit = 0; bit < 4 && 4 * i + bit < places.size(); ++bit)
      if (places[4 * i + bit]) digit |= 1U << bit;
    digits[i] = kHexDigits[digit];
  }
  return digits;
}

/// Throws UsageError where a digit is none.
DonePlaces places_of(std::string_view digits) {
  DonePlaces places(4 * digits.size());
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::size_t digit = kHexDigits.find(digits[i]);
    if (digit == std::string_view::npos) throw UsageError("done: no hexadecimal digits");
    for (std::size_t bit = 0; bit < 4; ++bit) places[4 * i + bit] = (digit >> bit & 1U) != 0;
  }
  return places;
}

/// 0 where there is no such file.
std::uintmax_t size_of(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace

std::size_t meaning_of(std::string_view text) {
  constexpr unsigned kExact = 53;  // bits of a number that any reader of JSON keeps
  return (hash_name(text) >> (64 - kExact)) | 1U;
}

std::string done_path(const std::string& folder, const RecordFiles& files) {
  const std::string_view main = files.joined_in();
  return path_in(folder, std::string(main.substr(0, main.find('.'))) + ".done");
}

std::optional<Joined> read_joined(const std::string& folder, const RecordFiles& files) {
  const std::string path = done_path(folder, files);
  try {
    if (!file_exists(path)) return std::nullopt;
    std::string text = read_whole_file(path);
    if (!text.ends_with('\n')) return std::nullopt;
    text.pop_back();
    if (take_checksum(text) != Checksum::right) return std::nullopt;
    const Json object = parse_json_record(text, kDoneSchema);
    if (count_field(object, "bytes") != size_of(path_in(folder, files.joined_in()))) return std::nullopt;
    Joined joined{.meaning = count_field(object, "meaning")};
    joined.places = places_of(text_field(object, "done"));
    for (const Json& name : json_list(object, "attempts")) joined.attempts.insert(json_text(name, "attempts"));
    return joined;
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

std::optional<DonePlaces> read_done_places(const std::string& folder, const RecordFiles& files, std::size_t meaning) {
  std::optional<Joined> joined = read_joined(folder, files);
  if (!joined || joined->meaning != meaning) return std::nullopt;
  return std::move(joined->places);
}

void write_joined(const std::string& folder, const RecordFiles& files, const Joined& joined) {
  Json object;
  object["schema"] = kDoneSchema;
  object["bytes"] = size_of(path_in(folder, files.joined_in()));
  object["meaning"] = joined.meaning;
  object["done"] = digits_of(joined.places);
  object["attempts"] = joined.attempts;
  write_file_atomically(done_path(folder, files), with_checksum(dump_json(object)) + '\n');
}

}  // namespace rootward
