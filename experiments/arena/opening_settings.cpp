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
  spec.required = true;
  spec.low = 0;
  spec.high = 1;
  spec.min_count = spec.max_count = 2;
  return spec;
}

}  // namespace

OpeningSettings read_opening(const YamlNode& node, ProblemList& problems) {
  OpeningSettings opening{.path = node.path};
  MapReader map(node, problems);
  const YamlNode* plies = map.take("random_plies");
  const YamlNode* file = map.take("file");
  const YamlNode* book = map.take("book");
  const YamlNode* balance = map.take("balance");
  opening.random_plies =
      static_cast<int>(map.read_integer(integer_spec("random_plies", opening.random_plies, 0, kMaxRandomPlies)));
  opening.book = map.read_text(text_spec(file != nullptr ? "file" : "book"));
  opening.plies = static_cast<int>(map.read_integer(integer_spec("plies", opening.plies, 0, kMaxRandomPlies)));
  if (balance != nullptr) {
    if (const std::optional<ParamValue> window = read_value(*balance, balance_spec(), problems)) {
      const auto& list = std::get<std::vector<double>>(*window);
      opening.balance = {list[0], list[1]};
      if (list[0] > list[1]) problems.add(*balance, "the lower end is above the upper; allowed: [low, high]");
    }
  }
  map.finish();
  if (file != nullptr && book != nullptr)
    problems.add(*file, "file and book are two names of one key; only one of both is allowed");
  if (file != nullptr) book = file;
  if (book == nullptr && map.take("plies") != nullptr)
    problems.add(*map.take("plies"), "cuts the openings of a book, and no book is given");
  if (plies != nullptr && book != nullptr)
    problems.add(*book, "openings come from random_plies or from a book; only one of both is allowed");
  if (book != nullptr && book->is_scalar() && book->text.empty())
    problems.add(*book, "\"\" is not allowed; allowed: the path of a file, from this one's folder");
  return opening;
}

YamlNode resolved_opening(const OpeningSettings& opening) {
  YamlNode node = map_node();
  if (opening.book.empty())
    add(node, "random_plies", count_node(static_cast<std::uint64_t>(opening.random_plies)));
  else
    add(node, "book", text_node(opening.book));
  if (opening.plies > 0) add(node, "plies", count_node(static_cast<std::uint64_t>(opening.plies)));
  if (opening.balance)
    add(node, "balance", value_node(std::vector<double>(opening.balance->begin(), opening.balance->end())));
  return node;
}

}  // namespace rootward::config
