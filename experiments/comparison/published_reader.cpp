// A published file's tree to its tables and cells.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/statistics/elo.h"
#include "core/text.h"
#include "experiments/comparison/published.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/named_choice.h"
#include "lab/config/yaml_build.h"
#include "lab/play/game.h"

namespace rootward::comparison {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlEntry;
using config::YamlNode;

constexpr std::string_view kPublishedSchema = "rootward.published/2";
constexpr double kLargestBoard = 1000;
constexpr double kMostGames = 1e9;
constexpr double kLargestElo = 4000;
constexpr double kLargestValue = 1e12;
constexpr double kPercent = 100;
constexpr std::array<const char*, 5> kNumberKeys = {"score", "elo", "value", "threshold", "sign"};

std::string cell_text(const PublishedCell& cell, bool is_of_runs) {
  return fmt::format("{}{} {} {}{}", cell.by.method, cell.by.opponent.empty() ? "" : " against " + cell.by.opponent,
                     is_of_runs ? "in run" : "on board", cell.by.place,
                     cell.measure.empty() ? "" : ", " + cell.measure);
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

/// A cell with what its table says of all its cells.
YamlNode with_tables_keys(YamlNode cell, const YamlNode& table) {
  for (const YamlEntry& entry : table.entries)
    if (entry.key != "title" && entry.key != "cells" && cell.find(entry.key) == nullptr) cell.entries.push_back(entry);
  return cell;
}

class PublishedReader {
 public:
  PublishedReader(const YamlNode& root, const std::string& file) : map_(root, problems_) { published_.file = file; }

  Published read() {
    read_head();
    for_each_item(map_.require("tables", "a list of tables"), [&](const YamlNode& item) { read_table(item); });
    for_each_item(map_.take("conditions"), [&](const YamlNode& item) { read_condition(item); });
    map_.finish();
    problems_.throw_if_any();
    return std::move(published_);
  }

 private:
  /// A map reader that can also be asked what stands under a key.
  struct Root : MapReader {
    using MapReader::MapReader;
    [[nodiscard]] const YamlNode* find(std::string_view key) const { return node().find(key); }
  };

  void read_head() {
    const std::string schema = map_.require_name("schema", kPublishedSchema);
    if (const YamlNode* node = map_.find("schema"); node != nullptr && schema != kPublishedSchema)
      problems_.refuse(*node, kPublishedSchema);
    published_.source = map_.require_name("source", "who published it");
    published_.game = map_.read_name("game", "a game's name");
    std::vector<std::string> known;
    for (const Described& game : games()) known.push_back(game.name);
    if (const YamlNode* node = map_.find("game");
        node != nullptr && std::ranges::find(known, published_.game) == known.end())
      problems_.add(*node, fmt::format("{} is no game{}", published_.game, hint_text(published_.game, known)));
    read_players();
  }

  /// Cells of boards need them: any run has such players. A run by its name has its own.
  void read_players() {
    const bool is_required = !published_.is_of_runs();
    for_each(is_required ? map_.require("players", "a map of players") : map_.take("players"),
             [&](const YamlEntry& entry) { read_player(entry); });
    for (auto [key, name] : {std::pair{"standard", &published_.standard}, std::pair{"again", &published_.again}}) {
      *name = is_required ? map_.require_name(key, "a player's name") : map_.read_name(key, "a player's name");
      check_player(map_.find(key), *name);
    }
    if (!published_.again.empty() && published_.standard.empty())
      problems_.add(*map_.find("again"), "`standard` is missing, whom it equals");
    for_each(map_.take("pooled"), [&](const YamlEntry& entry) {
      published_.pooled.push_back({entry.key, player_names(entry.value)});
    });
  }

  template <class Visit>
  void for_each(const YamlNode* node, const Visit& visit) {
    if (node == nullptr) return;
    if (!node->is_map()) problems_.refuse(*node, "a map");
    for (const YamlEntry& entry : node->entries) visit(entry);
  }

  template <class Visit>
  void for_each_item(const YamlNode* node, const Visit& visit) {
    if (node == nullptr) return;
    if (!node->is_sequence()) problems_.refuse(*node, "a list");
    for (const YamlNode& item : node->items) visit(item);
  }

  void read_player(const YamlEntry& entry) {
    MapReader map(entry.value, problems_);
    PublishedPlayer player;
    player.name = entry.key;
    player.title = map.require_name("title", "a text");
    if (const YamlNode* backup = map.require("backup", "an operator")) {
      if (auto choice = config::read_backup(*backup, problems_)) player.backup = std::move(*choice);
      add_given_keys(*backup, "", player.given);
    }
    map.finish();
    published_.players.push_back(std::move(player));
  }

  void check_player(const YamlNode* node, const std::string& name) {
    if (node == nullptr || published_.is_of_runs() || published_.find(name) != nullptr) return;
    std::vector<std::string> known;
    for (const PublishedPlayer& player : published_.players) known.push_back(player.name);
    problems_.add(*node, fmt::format("{} is no player{}", config::written_text(*node), hint_text(name, known)));
  }

  std::vector<std::string> player_names(const YamlNode& node) {
    std::vector<std::string> names;
    for_each_item(&node, [&](const YamlNode& item) {
      names.push_back(config::read_name(item, "a player's name", problems_).value_or(""));
      if (item.is_scalar()) check_player(&item, names.back());
    });
    return names;
  }

  /// The key of places, and what stands under it.
  [[nodiscard]] const char* place_key() const { return published_.is_of_runs() ? "run" : "board"; }

  std::string place_text(const YamlNode& node) {
    if (published_.is_of_runs())
      return config::read_name(node, "a run, by the end of its folder's name", problems_).value_or("");
    const auto board = config::read_value(node, integer_spec("board", 1, 1, kLargestBoard), problems_);
    return board ? fmt::format("{}", std::get<std::int64_t>(*board)) : "";
  }

  void read_table(const YamlNode& node) {
    const YamlNode* title = node.find("title");
    const YamlNode* cells = node.find("cells");
    if (!node.is_map() || title == nullptr || cells == nullptr) {
      problems_.add(node, "a table has `title`, `cells`, and what all of its cells have in common");
      return;
    }
    published_.tables.push_back({.title = config::read_name(*title, "a text", problems_).value_or(""), .places = {}});
    for_each_item(cells, [&](const YamlNode& item) {
      if (item.is_map())
        read_cell(with_tables_keys(item, node));
      else
        problems_.refuse(item, "a map");
    });
    if (cells->items.empty()) problems_.add(*cells, "a table has a cell at least");
  }

  void read_condition(const YamlNode& node) {
    MapReader map(node, problems_);
    Condition condition;
    condition.what = map.require_name("what", "a text");
    for_each_item(map.take(published_.is_of_runs() ? "runs" : "boards"),
                  [&](const YamlNode& item) { condition.places.push_back(place_text(item)); });
    if (map.take("paper") != nullptr) condition.paper = map.read_text("paper");
    condition.key = map.read_text("key");
    condition.ours = map.read_text("ours");
    if (node.is_map() && condition.key.empty() == condition.ours.empty())
      problems_.add(node, "a condition has either `key` or `ours`");
    map.finish();
    published_.conditions.push_back(std::move(condition));
  }

  /// A number in [low, high] or (low, high]; nothing where it is absent or wrong.
  std::optional<double> number(MapReader& map, const char* key, double low, double high, bool is_low_open = false) {
    const YamlNode* node = map.take(key);
    if (node == nullptr) return std::nullopt;
    ParamSpec spec = range_spec(key, low, high, "");
    spec.low_open = is_low_open;
    const auto value = config::read_value(*node, spec, problems_);
    return value ? std::optional(std::get<double>(*value)) : std::nullopt;
  }

  void read_cell(const YamlNode& node) {
    MapReader map(node, problems_);
    PublishedCell cell;
    cell.written = node.place;
    cell.path = node.path;
    cell.table = published_.tables.size() - 1;
    const std::size_t before = problems_.size();
    if (const YamlNode* place = map.require(place_key(), "where it is answered")) cell.by.place = place_text(*place);
    cell.by.method = map.require_name("method", "a player's name");
    check_player(node.find("method"), cell.by.method);
    cell.measure = map.read_name("measure", "what an estimates study measures");
    cell.by.opponent = cell.measure.empty() ? map.require_name("opponent", "a player's name")
                                            : map.read_name("opponent", "a player's name");
    check_player(node.find("opponent"), cell.by.opponent);
    for_each(map.take("also"), [&](const YamlEntry& entry) { read_reading(entry, cell); });
    read_number(node, map, cell);
    read_evidence(node, map, cell);
    map.finish();
    if (problems_.size() == before) add_cell(node, std::move(cell));
  }

  void read_reading(const YamlEntry& entry, PublishedCell& cell) {
    MapReader map(entry.value, problems_);
    Reading reading{.label = entry.key, .by = cell.by};
    if (const YamlNode* place = map.take(place_key())) reading.by.place = place_text(*place);
    reading.by.method = map.read_name("method", "a player's name", cell.by.method);
    reading.by.opponent = map.read_name("opponent", "a player's name", cell.by.opponent);
    for (const char* key : {"method", "opponent"})
      if (const YamlNode* node = entry.value.find(key)) check_player(node, node->text);
    map.finish();
    if (reading.by == cell.by) problems_.add(entry.value, "is the cell itself; allowed: another run or other players");
    cell.also.push_back(std::move(reading));
  }

  /// Which of the keys of a number it has, and the number.
  void read_number(const YamlNode& node, MapReader& map, PublishedCell& cell) {
    std::vector<std::string> given;
    for (const char* key : kNumberKeys)
      if (node.find(key) != nullptr) given.emplace_back(key);
    if (given.size() != 1) {
      for (const char* key : kNumberKeys) (void)map.take(key);
      problems_.add(node, fmt::format("a cell has one of {}; this one has {}", fmt::join(kNumberKeys, ", "),
                                      given.empty() ? "none" : fmt::format("{}", fmt::join(given, ", "))));
      return;
    }
    const std::string& key = given.front();
    const bool is_measured = key == "value" || key == "threshold";
    if (key != "sign" && is_measured == cell.measure.empty())
      problems_.add(*node.find(key), is_measured ? "is a number of an estimates study; its `measure` is missing"
                                                 : "is a number of games, which have no `measure`");
    if (key == "score") cell.value = number(map, "score", 0, kPercent).value_or(0) / kPercent;
    if (key == "elo") {
      cell.quantity = Quantity::elo;
      cell.value = score_of_elo(number(map, "elo", -kLargestElo, kLargestElo).value_or(0));
    }
    if (key == "value") {
      cell.quantity = Quantity::measured;
      cell.value = number(map, "value", -kLargestValue, kLargestValue).value_or(0);
    }
    if (key == "threshold") read_threshold(node, map, cell);
    if (key == "sign") read_sign(node, map, cell);
  }

  void read_threshold(const YamlNode& node, MapReader& map, PublishedCell& cell) {
    cell.quantity = Quantity::threshold;
    cell.value = number(map, "threshold", -kLargestValue, kLargestValue).value_or(0);
    if (map.require("passes", "the number that the measure passes there; of shares in percent") != nullptr)
      cell.level = number(map, "passes", -kLargestValue, kLargestValue).value_or(0);
    if (!cell.by.method.ends_with('*') || !cell.by.opponent.empty())
      problems_.add(node,
                    "a threshold lies along players whose names end in numbers; allowed: `method: NAME-*`, and no "
                    "`opponent`");
  }

  void read_sign(const YamlNode& node, MapReader& map, PublishedCell& cell) {
    const YamlNode& sign = *map.take("sign");
    if (sign.text != "+" && sign.text != "-") problems_.refuse(sign, "+ or -, in quotes");
    cell.sign = sign.text == "-" ? -1 : 1;
    if (!cell.measure.empty()) cell.quantity = Quantity::measured;
    if (!cell.measure.empty() && cell.by.opponent.empty())
      problems_.add(node, "the sign of a measured value is that of a difference; `opponent` is missing");
    cell.value = cell.measure.empty() ? 0.5 + 0.25 * cell.sign : cell.sign;
    cell.words = map.read_name("words", "the paper's own words");
  }

  /// How sure the number is: who read it where, and the paper's own error.
  void read_evidence(const YamlNode& node, MapReader& map, PublishedCell& cell) {
    const std::string sure = map.require_name("sure", "read, secondary or memory");
    const auto known = {Sure::read, Sure::secondary, Sure::memory};
    const auto found = std::ranges::find(known, sure, sure_name);
    if (found != known.end())
      cell.sure = *found;
    else if (node.find("sure") != nullptr)
      problems_.add(*node.find("sure"), fmt::format("{} is not allowed; allowed: read, secondary, memory", sure));
    if (cell.sure == Sure::memory && (cell.sign == 0 || !cell.words.empty()))
      problems_.add(node, "a number that nobody read has its sign alone: `sure: memory` allows `sign`");
    cell.source = map.read_name("source", "a text", published_.source);
    read_error(node, map, cell);
  }

  void read_error(const YamlNode& node, MapReader& map, PublishedCell& cell) {
    if (const auto games = number(map, "games", 1, kMostGames)) cell.games = static_cast<std::uint64_t>(*games);
    cell.half = number(map, "error", 0, kLargestValue, true).value_or(0);
    cell.margin = number(map, "margin", 0, kLargestValue, true).value_or(0);
    cell.is_of_unsplit = map.read_choice("pairs", {"all", "unsplit"}, "all") == "unsplit";
    if (!cell.measure.empty()) {
      cell.game = map.read_name("game", "a game's name in the estimates study");
      cell.simulations = static_cast<std::uint64_t>(number(map, "simulations", 1, kMostGames).value_or(0));
    }
    const bool is_number = cell.sign == 0 && cell.quantity != Quantity::threshold;
    if (is_number && cell.games == 0 && cell.half == 0)
      problems_.add(node, "a number has an error; one of `games` and `error`, half of its 95 % interval, is missing");
    if (!is_number && (cell.games > 0 || cell.half > 0))
      problems_.add(node, "`games` and `error` are of numbers; a sign and a threshold have none");
    const bool has_margin = cell.quantity == Quantity::measured || cell.quantity == Quantity::threshold;
    if (cell.margin > 0 && !has_margin)
      problems_.add(node, "`margin` is of measured values; scores are equal within 10 Elo of even");
    if (has_margin && !cell.has_even() && cell.margin == 0)
      problems_.add(node, "`margin` is missing, within which a value of ours counts as equal");
    if (cell.quantity == Quantity::elo) {
      if (cell.half > 0) cell.half *= cell.value * (1.0 - cell.value) / kEloPerLogit;
    } else if (cell.quantity == Quantity::score) {
      cell.half /= kPercent;
    }
    if (cell.is_of_unsplit && cell.quantity != Quantity::score) problems_.add(node, "`pairs: unsplit` is of a `score`");
  }

  void add_cell(const YamlNode& node, PublishedCell cell) {
    const auto [at, is_new] = written_.try_emplace(
        std::tuple{cell.by, cell.measure, cell.game, cell.simulations, cell.source}, node.place.line);
    if (!is_new) {
      problems_.add(node, fmt::format("the cell {} is there twice, first in line {}",
                                      cell_text(cell, published_.is_of_runs()), at->second));
      return;
    }
    PublishedTable& table = published_.tables.back();
    if (std::ranges::find(table.places, cell.by.place) == table.places.end()) table.places.push_back(cell.by.place);
    const auto other = std::ranges::find(published_.cells, cell.table, &PublishedCell::table);
    if (other != published_.cells.end() && other->by.opponent != cell.by.opponent) table.has_opponents = true;
    published_.cells.push_back(std::move(cell));
  }

  ProblemList problems_;
  Root map_;
  Published published_;
  /// Lines of cells by what they are of.
  std::map<std::tuple<Answerer, std::string, std::string, std::uint64_t, std::string>, int> written_;
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
