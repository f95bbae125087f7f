// Reads and writes the `opening:` map.
#include "lab/arena/opening_settings.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "core/number_text.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/yaml_build.h"

namespace rootward {
namespace config {
namespace {

constexpr double kMaxRandomPlies = 1000;
constexpr int kMaxParts = 1'000'000;
constexpr std::string_view kPartAllowed = "K/N or K-L/N, parts from 1 to N, such as 1/6 or 2-6/6";

std::optional<BookPart> parse_part(std::string_view text) {
  BookPart part;
  const auto take = [&text](int& number) {
    const std::optional<int> taken = take_number<int>(text);
    number = taken.value_or(0);
    return taken.has_value();
  };
  const auto skip = [&text](char sign) {
    const bool is_there = text.starts_with(sign);
    if (is_there) text.remove_prefix(1);
    return is_there;
  };
  if (!take(part.first)) return std::nullopt;
  part.last = part.first;
  if (skip('-') && !take(part.last)) return std::nullopt;
  if (!skip('/') || !take(part.of) || !text.empty()) return std::nullopt;
  const bool is_right = part.first >= 1 && part.first <= part.last && part.last <= part.of && part.of <= kMaxParts;
  return is_right ? std::optional(part) : std::nullopt;
}

Field<OpeningSettings> part_field() {
  ParamSpec spec = text_spec("part");
  spec.help =
      "K/N: of the book only the Kth of N parts, into which its openings are dealt one after the other; K-L/N: "
      "several of them. What must not share openings takes different parts.";
  Field<OpeningSettings> field =
      other_field<OpeningSettings>(spec, [](const OpeningSettings& from) { return text_node(part_text(from.part)); });
  field.read = [](MapReader& map, OpeningSettings& into, ProblemList& problems) {
    const YamlNode* node = map.take("part");
    if (node == nullptr) return;
    const std::optional<BookPart> part = node->is_scalar() ? parse_part(node->text) : std::nullopt;
    if (part)
      into.part = *part;
    else
      problems.refuse(*node, kPartAllowed);
  };
  return std::move(field).stored_if([](const OpeningSettings& from) { return !from.part.is_whole(); });
}

ParamSpec balance_spec() {
  ParamSpec spec;
  spec.key = "balance";
  spec.type = ParamType::real_list;
  spec.help = "[low, high]: the first seat's expected score must lie between.";
  spec.low = 0;
  spec.high = 1;
  spec.min_count = spec.max_count = 2;
  return spec;
}

/// Its order is checked where it is read.
Field<OpeningSettings> balance_field() {
  const auto write = [](const OpeningSettings& from) {
    return value_node(std::vector<double>(from.balance->begin(), from.balance->end()));
  };
  Field<OpeningSettings> field = other_field<OpeningSettings>(balance_spec(), write);
  field.read = [](MapReader& map, OpeningSettings& into, ProblemList& problems) {
    const YamlNode* node = map.take("balance");
    ParamSpec given = balance_spec();
    given.required = true;  // a key without a value is a slip
    const std::optional<ParamValue> window = node == nullptr ? std::nullopt : read_value(*node, given, problems);
    if (!window) return;
    const auto& list = std::get<std::vector<double>>(*window);
    into.balance = {list[0], list[1]};
    if (list[0] > list[1]) problems.add(*node, "the lower end is above the upper; allowed: [low, high]");
  };
  return std::move(field).stored_if([](const OpeningSettings& from) { return from.balance.has_value(); });
}

}  // namespace

const FieldTable<OpeningSettings>& opening_fields() {
  static const FieldTable<OpeningSettings> kTable = {
      field(&OpeningSettings::random_plies,
            range_spec("random_plies", 0, kMaxRandomPlies, "Random moves, no passes, before the players begin."))
          .stored_if([](const OpeningSettings& from) { return from.book.empty(); }),
      field(&OpeningSettings::book,
            spec_of("book",
                    "A file of openings, one a line, an SGF file, or a folder of them, from this file's folder; in "
                    "place of `random_plies`. `file` is another name of the key."))
          .or_key("file")
          .stored_if([](const OpeningSettings& from) { return !from.book.empty(); }),
      field(&OpeningSettings::plies,
            range_spec("plies", 0, kMaxRandomPlies, "Only so many moves of each opening of the book; 0: all."))
          .stored_if([](const OpeningSettings& from) { return from.plies > 0; }),
      part_field(),
      balance_field(),
  };
  return kTable;
}

OpeningSettings read_opening(const YamlNode& node, ProblemList& problems) {
  OpeningSettings opening = read_map(opening_fields(), node, problems, {.path = node.path});
  const YamlNode* file = node.find("file");
  const YamlNode* book = node.find("book");
  if (file != nullptr && book != nullptr)
    problems.add(*file, "file and book are two names of one key; only one of both is allowed");
  if (file != nullptr) book = file;
  if (book == nullptr && node.find("plies") != nullptr)
    problems.add(*node.find("plies"), "cuts the openings of a book, and no book is given");
  if (book == nullptr && node.find("part") != nullptr)
    problems.add(*node.find("part"), "takes a part of a book, and no book is given");
  if (book != nullptr && node.find("random_plies") != nullptr)
    problems.add(*book, "openings come from random_plies or from a book; only one of both is allowed");
  if (book != nullptr && book->is_scalar() && book->text.empty())
    problems.add(*book, "\"\" is not allowed; allowed: the path of a file, from this one's folder");
  return opening;
}

YamlNode resolved_opening(const OpeningSettings& opening) { return written_map(opening_fields(), opening); }

}  // namespace config

std::string part_text(const BookPart& part) {
  if (part.first == part.last) return fmt::format("{}/{}", part.first, part.of);
  return fmt::format("{}-{}/{}", part.first, part.last, part.of);
}

}  // namespace rootward
