// The run's entries become rows of named cells, in which alarms look for what goes wrong.
#include "experiments/selfplay/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/escape.h"
#include "core/json_fields.h"
#include "core/number_text.h"

namespace rootward::selfplay {
namespace {

constexpr const char* kTrainingSchema = "rootward.training/1";
constexpr std::size_t kRisingLosses = 5;        ///< generations in a row
constexpr double kLeastEarlyEntropy = 0.3;      ///< nats
constexpr double kLeastShareOfBlack = 0.1;      ///< and of White
constexpr double kManyGames = 100;              ///< of a generation: fewer say little
constexpr double kYoungGames = 5000;            ///< before that games may be long
constexpr double kLongestGames = 130.0 / 81.0;  ///< plies a point of the board
constexpr double kMostRepeated = 0.05;          ///< of the games
constexpr double kMostClipped = 0.01;           ///< of the steps

constexpr double kLearntGames = 2000;        ///< of Go, after which a network knows something of
constexpr double kMostValueError = 0.9;      ///< .. results (1: nothing), and of
constexpr double kMostOwnershipLoss = 0.62;  ///< .. owners (0.69: nothing)

/// What a milestone is to gain on the one before, in Elo, by games.
struct Gate {
  double games = 0;
  double elo = 0;
};
constexpr std::array<Gate, 4> kGates = {{{5'000, 100}, {10'000, 80}, {20'000, 60}, {50'000, 40}}};

std::string cell_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return dump_json(value);
}

/// Objects that merely group: what they hold stands in the journal under its own name.
bool is_group(std::string_view name) { return name.empty() || name == "stats" || name == "answers"; }

std::string joined_name(const std::string& prefix, std::string name) {
  std::ranges::replace(name, '-', '_');
  if (prefix.empty() || is_group(name)) return is_group(name) ? prefix : name;
  return prefix + (prefix.ends_with('_') ? "" : "_") + name;
}

/// How far values in self-play were from the results, from a ply on to the next column's. Other tables within a row
/// stay in state.json.gz.
void add_value_of_ply(const Json& entry, JournalRow& row) {
  if (entry.contains("ply") && entry.contains("squared_error"))
    row.add("value_error_" + dump_json(entry["ply"]), cell_text(entry["squared_error"]));
}

void add_cells(const Json& object, const std::string& prefix, JournalRow& row) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = joined_name(prefix, key);
    if (value.is_object()) {
      add_cells(value, name, row);
    } else if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i].is_object()) {
          add_value_of_ply(value[i], row);
        } else {
          row.add(fmt::format("{}_{}", name, i), cell_text(value[i]));
        }
      }
    } else if (!value.is_null()) {
      row.add(name, cell_text(value));
    }
  }
}

bool has_rising_losses(const Journal& journal, std::size_t generation) {
  if (generation < kRisingLosses) return false;
  for (std::size_t i = generation - kRisingLosses; i < generation; ++i) {
    const std::optional<double> before = journal.rows[i].number("held_out_policy");
    const std::optional<double> after = journal.rows[i + 1].number("held_out_policy");
    if (!before || !after || *after <= *before) return false;
  }
  return true;
}

std::optional<std::string> gate_alarm(const JournalRow& row) {
  const std::optional<double> at = row.number("milestone_at");
  if (!at) return std::nullopt;
  const auto gate = std::ranges::find(kGates, *at, &Gate::games);
  if (gate == kGates.end()) return std::nullopt;
  const std::optional<double> found = row.number("milestone_gain");
  if (!found) return fmt::format("after {} games nothing was compared: the network before is not here", *at);
  const double gain = *found, low = row.number("milestone_interval_0").value_or(0);
  if (gain >= gate->elo && low > 0) return std::nullopt;
  return fmt::format(
      "{} games gained {:.0f} Elo (at least {:.0f}) on the milestone before; {:.0f} are wanted, and more "
      "than 0 for sure",
      *at, gain, low, gate->elo);
}

/// Whether the run came to so many games in this generation.
bool has_just_reached(const Journal& journal, std::size_t generation, double games) {
  const auto at = [&journal](std::size_t i) { return journal.rows[i].number("games").value_or(0); };
  return at(generation) >= games && (generation == 0 || at(generation - 1) < games);
}

void add_learning_alarms(const Journal& journal, std::size_t generation, std::vector<std::string>& alarms) {
  if (!journal.is_go || !has_just_reached(journal, generation, kLearntGames)) return;
  const auto ask = [&](const char* column, double most, const char* what) {
    const std::optional<double> found = journal.rows[generation].number(column);
    if (found && *found >= most)
      alarms.push_back(fmt::format("after {} games the {} on held-out games is {:.3f}; less than {} is wanted",
                                   kLearntGames, what, *found, most));
  };
  ask("held_out_value", kMostValueError, "value's squared error");
  ask("held_out_ownership", kMostOwnershipLoss, "ownership loss");
}

}  // namespace

std::string_view JournalRow::text(std::string_view name) const {
  const auto cell = std::ranges::find(cells_, name, &Cell::first);
  return cell == cells_.end() ? std::string_view() : std::string_view(cell->second);
}

std::optional<double> JournalRow::number(std::string_view name) const { return parse_number<double>(text(name)); }

Journal parse_journal(std::string_view text) {
  const Json state = parse_json_record(text, kTrainingSchema);
  const Json& config = json_field(state, "config");
  const Json& shape = json_field(config, "shape");
  constexpr std::uint64_t kMostLines = 64;
  Journal journal{.name = text_field(config, "name"),
                  .points = static_cast<double>(count_field(shape, "lines", kMostLines) *
                                                count_field(shape, "columns", kMostLines))};
  if (config.contains("game")) journal.is_go = text_field(json_field(config, "game"), "name") == "go";
  for (const Json& stored : json_list(state, "journal")) {
    if (!stored.is_object()) wrong_json("journal", "its rows are objects");
    JournalRow row;
    row.add("generation", std::to_string(journal.rows.size()));
    for (const char* first : {"games", "rows", "samples"})
      if (stored.contains(first)) row.add(first, cell_text(stored[first]));
    Json rest = stored;
    for (const char* first : {"games", "rows", "samples"}) rest.erase(first);
    if (rest.contains("stats") && rest["stats"].is_object()) {
      Json& stats = rest["stats"];
      if (stats.contains("games")) row.add("played", cell_text(stats["games"]));
      for (const char* same : {"generation", "games", "rows"}) stats.erase(same);
    }
    add_cells(rest, "", row);
    journal.rows.push_back(std::move(row));
  }
  return journal;
}

std::vector<std::string> alarms_of(const Journal& journal, std::size_t generation) {
  const JournalRow& row = journal.rows.at(generation);
  const auto number = [&row](const char* name, double absent) { return row.number(name).value_or(absent); };
  std::vector<std::string> alarms;
  if (const double refused = number("refused", 0); refused > 0)
    alarms.push_back(fmt::format("{} steps had numbers that are not finite", refused));
  if (const double wrong = number("not_finite", 0); wrong > 0)
    alarms.push_back(fmt::format("{} numbers of the generation are not finite", wrong));
  if (has_rising_losses(journal, generation))
    alarms.push_back(fmt::format("the policy loss on held-out games rose {} generations in a row", kRisingLosses));
  if (const double entropy = number("early_entropy", kLeastEarlyEntropy); entropy < kLeastEarlyEntropy)
    alarms.push_back(fmt::format("policies of plies 1 to 8 have an entropy of {:.2f} nats; {} are wanted", entropy,
                                 kLeastEarlyEntropy));
  const bool has_many_games = number("played", 0) >= kManyGames;
  if (const double black = number("black_share", 0.5);
      has_many_games && (black < kLeastShareOfBlack || black > 1 - kLeastShareOfBlack))
    alarms.push_back(fmt::format("Black wins {:.1f} % of the games", 100 * black));
  if (const double plies = number("plies_mean", 0);
      number("games", 0) > kYoungGames && plies > kLongestGames * journal.points)
    alarms.push_back(fmt::format("games take {:.0f} plies, on {:.0f} points", plies, journal.points));
  if (const double repeated = number("repeated", 0); has_many_games && repeated > kMostRepeated)
    alarms.push_back(fmt::format("{:.1f} % of the games went as one before", 100 * repeated));
  if (const double clipped = number("clipped", 0); clipped > kMostClipped * number("steps", 0))
    alarms.push_back(fmt::format("the gradient was clipped in {} of {} steps", clipped, number("steps", 0)));
  if (const double spared = number("spared", 0), wrong = number("spared_wrongly", 0);
      wrong > kMostSparedWrongly * spared)
    alarms.push_back(fmt::format("{} of {} games that went on after a resignation were not lost", wrong, spared));
  add_learning_alarms(journal, generation, alarms);
  if (std::optional<std::string> alarm = gate_alarm(row)) alarms.push_back(std::move(*alarm));
  return alarms;
}

std::string journal_csv(const Journal& journal) {
  std::vector<std::string> columns;
  for (const JournalRow& row : journal.rows)
    for (const auto& [name, shown] : row.cells())
      if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
  std::string text = fmt::format("{},alarms\n", fmt::join(columns, ","));
  for (std::size_t i = 0; i < journal.rows.size(); ++i) {
    for (const std::string& column : columns) text += csv_cell(journal.rows[i].text(column)) + ',';
    text += csv_cell(fmt::format("{}", fmt::join(alarms_of(journal, i), "; "))) + '\n';
  }
  return text;
}

}  // namespace rootward::selfplay
