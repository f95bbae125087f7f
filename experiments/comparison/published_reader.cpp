// A published file's tree to its tables, and whether all their cells are there once.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/text.h"
#include "experiments/comparison/published.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/play/game.h"

namespace rootward::comparison {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

constexpr std::string_view kPublishedSchema = "rootward.published/1";
constexpr double kLargestBoard = 1000;
constexpr double kMostGames = 1e9;

using CellKey = std::tuple<int, std::string, std::string>;  // board, method, opponent

std::string cell_text(const CellKey& key) {
  return fmt::format("{} against {} on board {}", std::get<1>(key), std::get<2>(key), std::get<0>(key));
}

/// The dotted keys of an operator's map that were written.
void add_given_keys(const YamlNode& map, const std::string& before, std::vector<std::string>& keys) {
  for (const YamlEntry& entry : map.entries) {
    if (before.empty() && entry.key == "name") continue;
    if (entry.value.is_map())
      add_given_keys(entry.value, before + entry.key + '.', keys);
    else
      keys.push_back(before + entry.key);
  }
}

class PublishedReader {
 public:
  PublishedReader(const YamlNode& root, const std::string& file) : map_(root, problems_) { published_.file = file; }

  Published read() {
    read_head();
    for_each(map_.require("players", "a map of players"), [&](const YamlEntry& entry) { read_player(entry); });
    check_player(map_.find("standard"), published_.standard);
    check_player(map_.find("again"), published_.again);
    for_each(map_.take("variants"), [&](const YamlEntry& entry) { read_variant(entry); });
    for_each(map_.take("pooled"), [&](const YamlEntry& entry) {
      published_.pooled.push_back({entry.key, player_names(&entry.value)});
    });
    for_each_item(map_.require("tables", "a list of tables"), [&](const YamlNode& item) { read_table(item); });
    for_each_item(map_.take("conditions"), [&](const YamlNode& item) { read_condition(item); });
    for_each_item(map_.require("cells", "a list of cells"), [&](const YamlNode& item) { read_cell(item); });
    map_.finish();
    if (problems_.empty()) take_cells();
    problems_.throw_if_any();
    return std::move(published_);
  }

 private:
  /// A map reader that can also be asked what stands under a key.
  struct Root : MapReader {
    using MapReader::MapReader;
    [[nodiscard]] const YamlNode* find(std::string_view key) const { return node().find(key); }
  };

  std::string required_text(MapReader& map, const char* key, const char* allowed) {
    const YamlNode* node = map.require(key, allowed);
    return node == nullptr ? "" : config::read_name(*node, allowed, problems_).value_or("");
  }

  void read_head() {
    const std::string schema = required_text(map_, "schema", std::string(kPublishedSchema).c_str());
    if (const YamlNode* node = map_.find("schema"); node != nullptr && schema != kPublishedSchema)
      problems_.add(*node,
                    fmt::format("{} is not allowed; allowed: {}", config::written_text(*node), kPublishedSchema));
    published_.source = required_text(map_, "source", "who published it");
    published_.game = required_text(map_, "game", "a game's name");
    std::vector<std::string> known;
    for (const Described& game : games()) known.push_back(game.name);
    if (const YamlNode* node = map_.find("game");
        node != nullptr && std::ranges::find(known, published_.game) == known.end())
      problems_.add(*node, fmt::format("{} is no game{}", published_.game, hint_text(published_.game, known)));
    published_.standard = required_text(map_, "standard", "a player's name");
    published_.again = required_text(map_, "again", "a player's name");
  }

  template <class Visit>
  void for_each(const YamlNode* node, const Visit& visit) {
    if (node == nullptr) return;
    if (!node->is_map())
      problems_.add(*node, fmt::format("{} is not allowed; allowed: a map", config::written_text(*node)));
    for (const YamlEntry& entry : node->entries) visit(entry);
  }

  template <class Visit>
  void for_each_item(const YamlNode* node, const Visit& visit) {
    if (node == nullptr) return;
    if (!node->is_sequence())
      problems_.add(*node, fmt::format("{} is not allowed; allowed: a list", config::written_text(*node)));
    for (const YamlNode& item : node->items) visit(item);
  }

  void read_player(const YamlEntry& entry) {
    MapReader map(entry.value, problems_);
    PublishedPlayer player;
    player.name = entry.key;
    player.title = required_text(map, "title", "a text");
    if (const YamlNode* backup = map.require("backup", "an operator")) {
      if (auto choice = config::read_backup(*backup, problems_)) player.backup = std::move(*choice);
      add_given_keys(*backup, "", player.given);
    }
    map.finish();
    published_.players.push_back(std::move(player));
  }

  void check_player(const YamlNode* node, const std::string& name) {
    if (node == nullptr || published_.find(name) != nullptr) return;
    problems_.add(*node,
                  fmt::format("{} is no player{}", config::written_text(*node), hint_text(name, published_.names())));
  }

  std::vector<std::string> player_names(const YamlNode* node) {
    std::vector<std::string> names;
    for_each_item(node, [&](const YamlNode& item) {
      names.push_back(config::read_name(item, "a player's name", problems_).value_or(""));
      if (item.is_scalar()) check_player(&item, names.back());
    });
    return names;
  }

  std::vector<int> board_list(const YamlNode* node) {
    std::vector<int> boards;
    for_each_item(node, [&](const YamlNode& item) {
      if (const auto board = config::read_value(item, integer_spec("boards", 1, 1, kLargestBoard), problems_))
        boards.push_back(static_cast<int>(std::get<std::int64_t>(*board)));
    });
    return boards;
  }

  void read_variant(const YamlEntry& entry) {
    MapReader map(entry.value, problems_);
    Variant variant;
    variant.name = entry.key;
    variant.of = required_text(map, "of", "a player's name");
    check_player(entry.value.find("of"), variant.of);
    variant.boards = board_list(map.require("boards", "a list of boards"));
    map.finish();
    published_.variants.push_back(std::move(variant));
  }

  void read_table(const YamlNode& node) {
    MapReader map(node, problems_);
    PublishedTable table;
    table.title = required_text(map, "title", "a text");
    table.boards = board_list(map.require("boards", "a list of boards"));
    table.methods = player_names(map.require("methods", "a list of players"));
    table.opponents = player_names(map.require("opponents", "a list of players"));
    map.finish();
    published_.tables.push_back(std::move(table));
  }

  void read_condition(const YamlNode& node) {
    MapReader map(node, problems_);
    Condition condition;
    condition.what = required_text(map, "what", "a text");
    condition.boards = board_list(map.take("boards"));
    if (map.take("paper") != nullptr) condition.paper = std::get<std::string>(map.read(text_spec("paper")));
    condition.key = std::get<std::string>(map.read(text_spec("key")));
    condition.ours = std::get<std::string>(map.read(text_spec("ours")));
    if (node.is_map() && condition.key.empty() == condition.ours.empty())
      problems_.add(node, "a condition has either `key` or `ours`");
    map.finish();
    published_.conditions.push_back(std::move(condition));
  }

  void read_cell(const YamlNode& node) {
    constexpr double kPercent = 100;
    MapReader map(node, problems_);
    ParamSpec score = range_spec("score", 0, kPercent, "");
    score.required = true;
    score.low_open = true;
    PublishedCell cell;
    ParamSpec board = integer_spec("board", 1, 1, kLargestBoard);
    ParamSpec games = integer_spec("games", 1, 1, kMostGames);
    for (ParamSpec* spec : {&board, &games}) spec->required = true;
    cell.board = static_cast<int>(map.read_integer(board));
    cell.method = required_text(map, "method", "a player's name");
    cell.opponent = required_text(map, "opponent", "a player's name");
    check_player(node.find("method"), cell.method);
    check_player(node.find("opponent"), cell.opponent);
    const ParamValue percent = map.read(score);
    if (const auto* value = std::get_if<double>(&percent)) cell.score = *value / kPercent;
    if (cell.score >= 1) problems_.add(*node.find("score"), "100 is not allowed; allowed: a number in (0, 100)");
    cell.games = static_cast<std::uint64_t>(map.read_integer(games));
    map.finish();
    CellKey key{cell.board, cell.method, cell.opponent};
    const auto [at, is_new] = given_.try_emplace(std::move(key), Given{cell, &node});
    if (!is_new)
      problems_.add(node, fmt::format("the cell {} is there twice, first in line {}", cell_text(at->first),
                                      at->second.node->place.line));
  }

  /// Every cell of every table, once.
  void take_cells() {
    for (std::size_t i = 0; i < published_.tables.size(); ++i) {
      const PublishedTable& table = published_.tables[i];
      for (const int board : table.boards)
        for (const std::string& method : table.methods)
          for (const std::string& opponent : table.opponents) take_cell({board, method, opponent}, i);
    }
    for (const auto& [key, given] : given_)
      if (!given.is_taken) problems_.add(*given.node, fmt::format("no table has the cell {}", cell_text(key)));
  }

  void take_cell(const CellKey& key, std::size_t table) {
    const YamlNode& node = map_.find("tables")->items[table];
    const auto found = given_.find(key);
    if (found == given_.end()) {
      problems_.add(node, fmt::format("its cell {} is missing", cell_text(key)));
      return;
    }
    if (found->second.is_taken)
      problems_.add(node, fmt::format("its cell {} is an earlier table's too", cell_text(key)));
    found->second.is_taken = true;
    published_.cells.push_back(found->second.cell);
    published_.cells.back().table = table;
  }

  struct Given {
    PublishedCell cell;
    const YamlNode* node = nullptr;
    bool is_taken = false;
  };

  ProblemList problems_;
  Root map_;
  Published published_;
  std::map<CellKey, Given> given_;
};

}  // namespace

Published read_published_tree(const YamlNode& root, const std::string& file) {
  return PublishedReader(root, file).read();
}

Published parse_published(std::string_view yaml, const std::string& file) {
  return read_published_tree(config::configuration_tree(yaml, file, {}), file);
}

Published read_published(const std::string& file) { return parse_published(config::text_of(file), file); }

}  // namespace rootward::comparison
