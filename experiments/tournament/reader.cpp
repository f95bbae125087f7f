// The top of the file, and what has to fit together across its parts.
#include "experiments/tournament/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/text.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/schedule_reader.h"
#include "lab/arena/game_setup.h"
#include "lab/config/game_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/map_reader.h"
#include "lab/config/player_reader.h"
#include "lab/config/yaml_scalar.h"
#include "lab/play/engine_kinds.h"

namespace rootward::tournament {

using namespace config;
namespace {

class TournamentReader {
 public:
  explicit TournamentReader(const YamlNode& root) : root_(root), map_(root, problems_) {}

  TournamentConfig read() {
    check_kind(root_, FileKind::tournament);
    read_fields(tournament_fields(), map_, config_, problems_);
    if (const YamlNode* game = map_.require("game", "a game's name, or a map with its name and parameters")) {
      game_ = read_game(*game, problems_);
      if (game_.id) config_.game = *game_.id;
    }
    const YamlNode* defaults = map_.take("defaults");
    if (const YamlNode* players = map_.require("players", "a map from names to players"))
      read_players(with_schedules_budgets(*players), defaults);
    if (const YamlNode* tunings = map_.take("tunings")) read_tunings(*tunings);
    if (const YamlNode* schedule = map_.require("schedule", "a map with type and pairs")) {
      config_.schedule = read_schedule(*schedule, problems_);
      check_reference(*schedule);
      check_pairings(*schedule);
      check_leave_out(*schedule);
      check_budgets(*schedule);
      check_adjudication(*schedule);
    }
    if (const YamlNode* hypotheses = map_.take("hypotheses")) read_hypotheses(*hypotheses);
    if (const YamlNode* stop = map_.take("stop")) config_.sprt = read_stop(*stop, problems_);
    config_.scoring = read_scoring(map_.take("scoring"), has_points_to_score(), problems_);
    map_.finish();
    problems_.throw_if_any();
    if (config_.schedule.type == ScheduleType::pairings) leave_idle_players_out();
    return std::move(config_);
  }

 private:
  void read_players(const YamlNode& players, const YamlNode* defaults) {
    const YamlNode search = defaults_search(defaults, problems_);
    MapReader map(players, problems_);
    if (!map.is_map()) return;
    DefaultsMerger merger(search);
    PlayerReader reader(game_.game.get(), merger, problems_);
    bool all_read = true;
    for (const YamlEntry& entry : players.entries) {
      check_name(entry);
      std::optional<PlayerSpec> spec = reader.read(entry.key, entry.value);
      all_read = all_read && spec;
      if (spec) config_.players.push_back(std::move(*spec));
    }
    if (all_read) merger.report_unread(problems_);
    if (players.entries.size() < 2)
      problems_.add(players, fmt::format("{} players; at least two are needed", players.entries.size()));
  }

  void check_name(const YamlEntry& entry) {
    check_player_name(entry, problems_);
    names_.insert(entry.key);
    const auto [found, is_new] = names_in_lower_case_.emplace(lower_case(entry.key), entry.key);
    if (!is_new)
      problems_.add(entry.key_place, entry.value.path,
                    fmt::format("duplicate name: {} is there already; names differ in more than the case of letters",
                                found->second));
  }

  void read_tunings(const YamlNode& tunings) {
    config_.tunings = read_tuned_scores(tunings, problems_);
    for (const YamlEntry& entry : tunings.entries) check_is_player(entry.key, entry.value);
  }

  void read_hypotheses(const YamlNode& list) {
    config_.hypotheses = read_expectations(list, problems_);
    bool are_players = true;
    for (const Expectation& one : config_.hypotheses)
      for (const std::string& name : {one.first, one.second}) {
        check_is_player(name, list);
        are_players = are_players && names_.contains(name);
      }
    if (!are_players || !knows_all_players() || root_.find("schedule") == nullptr) return;
    const std::vector<Pairing> pairings = make_pairings(config_);
    for (const Expectation& one : config_.hypotheses) {
      const auto is_of_both = [&](const Pairing& pairing) {
        const auto [a, b] = pairing_names(config_, pairing);
        return (a == one.first && b == one.second) || (a == one.second && b == one.first);
      };
      if (std::ranges::none_of(pairings, is_of_both))
        problems_.add(list, fmt::format("{} and {} do not meet", one.first, one.second));
    }
  }

  /// A list of pairings may take some of a file's players: who meets nobody is no part of the tournament.
  void leave_idle_players_out() {
    std::set<std::string> playing(config_.schedule.references.begin(), config_.schedule.references.end());
    for (const auto& pairing : config_.schedule.pairings) playing.insert(pairing.begin(), pairing.end());
    std::erase_if(config_.players, [&](const PlayerSpec& player) { return !playing.contains(player.name); });
    std::erase_if(config_.tunings, [&](const auto& score) { return !playing.contains(score.first); });
  }

  void check_adjudication(const YamlNode& schedule) {
    const YamlNode* rule = schedule.find("adjudicate");
    if (rule == nullptr || !knows_all_players()) return;
    std::set<std::string> told;
    for (const Pairing& pairing : make_pairings(config_))
      for (const std::size_t index : {pairing.a, pairing.b}) {
        const PlayerSpec& player = config_.players[index];
        if (search_of(player) || !told.insert(player.name).second) continue;
        problems_.add(*rule, fmt::format("{} is no search and has no mean to agree with (it is of the kind {}); leave "
                                         "adjudicate out, or that player's pairings",
                                         player.name, player.kind));
      }
  }

  /// Where the game could not be read, that is what is told.
  [[nodiscard]] bool has_points_to_score() const {
    return std::ranges::any_of(config_.players, is_engine) &&
           (game_.game == nullptr || game_.game->start()->margin().has_value());
  }

  void check_reference(const YamlNode& schedule) {
    const YamlNode* reference = schedule.find("reference");
    if (reference == nullptr) return;
    check_is_player(*reference);
    for (const YamlNode& name : reference->items) check_is_player(name);
    if (config_.schedule.type == ScheduleType::gauntlet && config_.schedule.references.size() > 1 &&
        config_.schedule.references.size() == names_.size())
      problems_.add(*reference, "every player is a reference, and references do not meet each other");
  }
  void check_pairings(const YamlNode& schedule) {
    const YamlNode* list = schedule.find("pairings");
    if (list == nullptr) list = schedule.find("pairs");
    if (list == nullptr || config_.schedule.type != ScheduleType::pairings) return;
    std::set<std::array<std::string, 2>> seen;
    for (const YamlNode& pairing : list->items) {
      for (const YamlNode& name : pairing.items) check_is_player(name);
      if (pairing.items.size() != 2 || !pairing.items[0].is_scalar() || !pairing.items[1].is_scalar()) continue;
      std::array<std::string, 2> names = {pairing.items[0].text, pairing.items[1].text};
      if (names[0] == names[1]) {
        problems_.add(pairing, fmt::format("{} would meet itself; the same player under another name may", names[0]));
        continue;
      }
      std::ranges::sort(names);
      if (!seen.insert(names).second)
        problems_.add(pairing, fmt::format("{} and {} stand in the list already", names[0], names[1]));
    }
  }
  /// The players, once with each budget where the schedule lists budgets.
  [[nodiscard]] YamlNode with_schedules_budgets(const YamlNode& players) {
    const YamlNode* schedule = root_.find("schedule");
    const YamlNode* list = schedule == nullptr ? nullptr : schedule->find("budgets");
    const auto budgets = list == nullptr ? std::nullopt : budgets_of(*list);
    return budgets && players.is_map() ? with_budgets(players, *budgets, problems_) : players;
  }
  void check_budgets(const YamlNode& schedule) {
    if (config_.schedule.type != ScheduleType::budgets || !knows_all_players()) return;
    if (make_pairings(config_).empty())
      problems_.add(schedule,
                    "no two players differ in their simulations alone; list `budgets` here, or give players "
                    "budgets of their own");
  }
  /// A pairing that the schedule does not have is a slip of the pen.
  void check_leave_out(const YamlNode& schedule) {
    const YamlNode* leave_out = schedule.find("leave_out");
    if (leave_out == nullptr) return;
    for (const YamlNode& pairing : leave_out->items)
      for (const YamlNode& name : pairing.items) check_is_player(name);
    const bool has_stranger = std::ranges::any_of(config_.schedule.leave_out, [this](const auto& pairing) {
      return !names_.contains(pairing[0]) || !names_.contains(pairing[1]);
    });
    if (has_stranger || !knows_all_players()) return;
    TournamentConfig all = config_;
    all.schedule.leave_out.clear();
    const std::size_t left = make_pairings(config_).size();
    if (left == 0) problems_.add(*leave_out, "no pairing would be left");
    if (left + config_.schedule.leave_out.size() != make_pairings(all).size())
      problems_.add(*leave_out, "each must be a pairing of the schedule, and stand there once");
  }
  /// Where some player or name could not be read, that is what is told.
  [[nodiscard]] bool knows_all_players() const {
    const auto is_known = [this](const std::string& name) { return names_.contains(name); };
    const auto are_known = [this](const auto& pairing) {
      return names_.contains(pairing[0]) && names_.contains(pairing[1]);
    };
    return config_.players.size() == names_.size() && std::ranges::all_of(config_.schedule.references, is_known) &&
           std::ranges::all_of(config_.schedule.pairings, are_known);
  }
  void check_is_player(const YamlNode& name) {
    if (name.is_scalar()) check_is_player(name.text, name);
  }
  /// `where` is what a problem is told of.
  void check_is_player(const std::string& name, const YamlNode& where) {
    if (names_.contains(name)) return;
    const std::vector<std::string> known(names_.begin(), names_.end());
    problems_.add(where, fmt::format("no player is called {}; players: {}{}", name, fmt::join(known, ", "),
                                     hint_text(name, known)));
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  TournamentConfig config_;
  ReadGame game_;
  std::set<std::string> names_;
  std::map<std::string, std::string> names_in_lower_case_;
};

}  // namespace

TournamentConfig read_tournament_tree(const YamlNode& root, const std::string& file) {
  TournamentConfig config = TournamentReader(root).read();
  config.file = file;
  config.named_files = named_files_of(root, file);
  return config;
}

PlayerSpec read_player_of(const YamlNode& root, const std::string& name, const NamedParams& game_id) {
  ProblemList problems;
  MapReader map(root, problems);
  for (const Field<TournamentConfig>& field : tournament_fields()) map.take(field.spec.key);
  map.finish();
  const YamlNode defaults = defaults_search(root.find("defaults"), problems);
  DefaultsMerger merger(defaults);
  const std::unique_ptr<Game> game = make_game(game_id);
  std::optional<PlayerSpec> spec;
  if (const YamlNode* players = map.require("players", "a map from names to players")) {
    std::vector<std::string> known;
    for (const YamlEntry& entry : players->entries) known.push_back(entry.key);
    if (const YamlNode* player = players->find(name))
      spec = PlayerReader(game.get(), merger, problems).read(name, *player);
    else
      problems.add(*players, fmt::format("no player is called {}; players: {}{}", name, fmt::join(known, ", "),
                                         hint_text(name, known)));
  }
  problems.throw_if_any();
  return std::move(spec).value();
}

}  // namespace rootward::tournament
