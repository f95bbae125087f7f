// Reads and writes the `opening:` map.
#include "experiments/arena/opening_settings.h"

#include <vector>

#include "experiments/config/key_specs.h"
#include "experiments/config/map_reader.h"
#include "experiments/config/yaml_build.h"

namespace rootward::config {
namespace {

constexpr double kMaxRandomPlies = 1000;

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
      balance_field(),
  };
  return kTable;
}

OpeningSettings read_opening(const YamlNode& node, ProblemList& problems) {
  OpeningSettings opening{.path = node.path};
  MapReader map(node, problems);
  read_fields(opening_fields(), map, opening, problems);
  map.finish();
  const YamlNode* file = node.find("file");
  const YamlNode* book = node.find("book");
  if (file != nullptr && book != nullptr)
    problems.add(*file, "file and book are two names of one key; only one of both is allowed");
  if (file != nullptr) book = file;
  if (book == nullptr && node.find("plies") != nullptr)
    problems.add(*node.find("plies"), "cuts the openings of a book, and no book is given");
  if (book != nullptr && node.find("random_plies") != nullptr)
    problems.add(*book, "openings come from random_plies or from a book; only one of both is allowed");
  if (book != nullptr && book->is_scalar() && book->text.empty())
    problems.add(*book, "\"\" is not allowed; allowed: the path of a file, from this one's folder");
  return opening;
}

YamlNode resolved_opening(const OpeningSettings& opening) { return written_map(opening_fields(), opening); }

}  // namespace rootward::config
