// Games first, then what was said about them.
#include "experiments/tuning/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "core/errors.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/journal.h"
#include "experiments/tuning/tune_journal.h"
#include "lab/store/run_folder.h"

namespace rootward::tuning {
namespace {

/// Equal, numbers but for rounding.
bool is_same_value(const Json& a, const Json& b) {
  constexpr double kRounding = 1e-9;
  if (a.is_number() && b.is_number()) {
    const double size = std::fabs(a.get<double>());
    return std::fabs(a.get<double>() - b.get<double>()) <= kRounding * (1 + size);
  }
  if (!a.is_array() || !b.is_array() || a.size() != b.size()) return a == b;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!is_same_value(a[i], b[i])) return false;
  return true;
}

/// Where no game is stored: whether the counts of a line agree with each other.
std::string own_problem(const Json& line, std::uint64_t count) {
  const std::array<std::uint64_t, 3> outcomes = {count_field(line, "wins"), count_field(line, "draws"),
                                                 count_field(line, "losses")};
  if (outcomes[0] + outcomes[1] + outcomes[2] != count || 2 * count_field(line, "pairs") != count)
    return fmt::format("its wins, draws, losses and pairs are not those of {} games", count);
  const std::vector<std::uint64_t> outcomes_of_pairs = json_counts(json_list(line, "pentanomial", 5), "pentanomial");
  std::uint64_t pairs = 0;
  std::uint64_t half_points = 0;
  for (std::size_t i = 0; i < outcomes_of_pairs.size(); ++i) {
    pairs += outcomes_of_pairs[i];
    half_points += i * outcomes_of_pairs[i];
  }
  if (2 * pairs != count || half_points != 2 * outcomes[0] + outcomes[1])
    return "its pentanomial is of other games than its wins, draws and losses";
  return "";
}

class TuningCheck {
 public:
  explicit TuningCheck(const TuningConfig& tuning) : tuning_(tuning) {}

  std::string game_problem(const std::string& text, const std::string& place) {
    const auto [key, game] = parse_evaluation_game(text);
    std::string problem = repetition_problem(key, game, place);
    if (problem.empty()) games_[key].add(game);
    return problem;
  }

  /// Of a game that a task has told: evaluations are counted from those that were taken over. Games on the clock do not
  /// come out the same twice.
  std::string attempt_problem(const std::string& text, const std::string& place, const std::string& folder_key) {
    const auto [key, game] = parse_evaluation_game(text);
    if (key != folder_key) return fmt::format("it is a game of evaluation {}, in the folder of {}", key, folder_key);
    return is_reproducible(tuning_) ? repetition_problem(key, game, place) : "";
  }

  [[nodiscard]] std::string evaluation_problem(const std::string& text, std::string_view schema) {
    const Json line = parse_journal_line(text, schema);
    evaluated_.insert(dump_json(json_field(line, "id")));
    const EvaluationRequest request{.id = line.at("id"),
                                    .point = read_point(tuning_, json_field(line, "params")),
                                    .seed = count_field(line, "seed"),
                                    .games = 0};
    const std::string key = evaluation_key(tuning_, request.point, request.seed);
    const std::uint64_t count = count_field(line, "games");
    const auto found = games_.find(key);
    if (games_.empty()) return own_problem(line, count);
    const std::uint32_t complete = found == games_.end() ? 0 : found->second.complete_pairs();
    if (count % 2 != 0 || count / 2 > complete)
      return fmt::format("has {} games, but {} of them are stored", count, 2 * complete);
    const EvaluationGames none;
    const EvaluationResult result =
        evaluate_games(tuning_, found == games_.end() ? none : found->second, static_cast<std::uint32_t>(count / 2));
    const Json again = result_json(tuning_, request, result);
    for (const char* name : kRecounted)
      if (line.contains(name) && !is_same_value(line.at(name), again.at(name)))
        return fmt::format("{} is {}, its games say {}", name, shown_json(line.at(name)), shown_json(again.at(name)));
    return "";
  }

  void take_asked(std::uint64_t id) { asked_.insert(std::to_string(id)); }
  /// Points that were asked for and that no evaluation tells of, and the other way about.
  void add_missing_lines(const std::string& folder, FolderCheck& found) const {
    const auto missing = [&](const std::set<std::string>& wanted, const std::set<std::string>& there) {
      std::vector<std::string> ids;
      std::ranges::set_difference(wanted, there, std::back_inserter(ids));
      return ids;
    };
    add_missing(folder, "evaluations that were asked for", missing(asked_, evaluated_), found);
  }

 private:
  std::string repetition_problem(const std::string& key, const EvaluationGame& game, const std::string& place) {
    const std::string id = fmt::format("game {} pair {} game {}", key, game.pair, game.game_of_pair);
    return places_.problem(id, fmt::format("score {}", game.score), place);
  }

  // Not the intervals, which nobody reads: they follow from the rest.
  static constexpr std::array<const char*, 10> kRecounted = {"wins",        "draws",  "losses", "pairs", "mean",
                                                             "pentanomial", "stderr", "elo",    "seed",  "config_hash"};

  const TuningConfig& tuning_;
  std::map<std::string, EvaluationGames> games_;
  std::set<std::string> asked_;      // ids of tune
  std::set<std::string> evaluated_;  // ids as JSON
  RecordPlaces places_;
};

void check_attempts(const std::string& folder, TuningCheck& check, FolderCheck& found) {
  for (const std::string& key : keys_of_attempts(folder)) {
    try {
      (void)checked_attempts(folder, key);
    } catch (const UsageError& error) {
      found.problems.emplace_back(error.what());
    }
    const auto check_game = [&](const std::string& line, const std::string& place) {
      return check.attempt_problem(line, place, key);
    };
    for (const std::string& file : attempt_files(folder, key)) check_lines(file, kGameSchema, check_game, found);
  }
}

/// Points that were asked for, and evaluations of other folders.
void check_tune_journal(const std::string& folder, const TuningConfig& tuning, TuningCheck& check, FolderCheck& found) {
  const auto check_asked = [&](const std::string& line, const std::string&) {
    const Json asked = parse_journal_line(line, kAskedSchema);
    check.take_asked(count_field(asked, "id"));
    (void)json_field(asked, "params");  // may lie outside of the space: such an evaluation has failed
    return std::string();
  };
  check_lines(journal_path(folder, JournalPart::asked), "", check_asked, found);
  TuneJournalContent content;
  const auto check_imported = [&](const std::string& line, const std::string&) {
    add_journal_line(JournalPart::imported, tuning, line, content);
    return std::string();
  };
  check_lines(journal_path(folder, JournalPart::imported), "", check_imported, found);
}

}  // namespace

FolderCheck check_tuning_folder(const std::string& folder) {
  FolderCheck found;
  const std::string path = manifest_path(folder);
  const Manifest manifest = read_manifest(folder);
  const TuningConfig tuning = parse_tuning(manifest.resolved_config, path);
  check_config_hash(path, manifest, config_hash(tuning), found);
  TuningCheck check(tuning);
  check_lines(
      games_path(folder), "",
      [&check](const std::string& line, const std::string& place) { return check.game_problem(line, place); }, found);
  if (stored_form(games_path(folder)).empty())
    found.notes.push_back(
        fmt::format("{}: is not stored: evaluations are held against their own counts alone", games_path(folder)));
  for (const auto& [name, schema] : {std::pair{"evaluations", kEvaluationSchema}, std::pair{"tests", kTestSchema}})
    check_lines(
        fmt::format("{}/{}.jsonl", folder, name), "",
        [&check, is = schema](const std::string& line, const std::string&) {
          return check.evaluation_problem(line, is);
        },
        found);
  check_attempts(folder, check, found);
  check_tune_journal(folder, tuning, check, found);
  if (check_records(folder, manifest, found)) check.add_missing_lines(folder, found);
  return found;
}

}  // namespace rootward::tuning
