// A study as configured: named steps, each a run or a table of runs; some are done once for every item of a list.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/comparison/published.h"
#include "experiments/study/factorial.h"
#include "experiments/study/operator_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// What `$LIST` stands for in a step that runs over the list.
struct ListItem {
  std::string label;       ///< in names of folders and players
  config::YamlNode value;  ///< in place of `$LIST` alone
};

/// The best players of a step with rounds. Their values, {name, backup, ..}, are known once that is played.
struct BestOf {
  std::string step;
  std::uint32_t count = 1;
};

struct StudyList {
  std::string name;
  std::vector<ListItem> items;
  std::optional<BestOf> best_of{};  ///< else the items stand in the file
  bool is_value = false;            ///< its only item stands for it in steps that do not run over it, too
};

/// Keys beside `lists` that make a list of one value for the whole study.
inline constexpr const char* kStudyValues[] = {"game", "evaluator", "selection"};

/// The list that `operators` makes; its items' values are the operators.
inline constexpr const char* kOperatorList = "operator";

enum class StepKind : std::uint8_t {
  tournament,
  tuning,
  estimates,
  selfplay,
  fair_tuned,
  grid,
  discovered,
  compare,
  effects,
  summary,
  surface
};
/// Whether it is a run; else a table over runs.
inline bool is_run(StepKind kind) { return kind < StepKind::fair_tuned; }

/// The key under which a step has its configuration.
std::string_view step_key(StepKind kind);

/// Tuned players get as many simulations as cost what those of one operator cost in an earlier step.
struct EqualTime {
  std::string of;                ///< the operator's label
  std::string in;                ///< the step
  bool is_of_reference = false;  ///< `of` is the tournaments' reference, beside which one tuned player stands
};

/// A table of tuned operators over tournaments (fair_tuned.h).
struct FairTunedStep {
  std::string name;                                         ///< over the table
  std::string tunings;                                      ///< the step
  std::vector<std::pair<std::string, std::string>> finals;  ///< names of columns, and steps
  std::string sorted_by;                                    ///< one of them
};

/// How many games a tournament has in all, shared evenly by its pairings. It goes on with twice as many, up to `most`,
/// while the 95 % interval of what its tuned players gain holds 0 and the gain lies within `undecided`. With a margin
/// it goes on until the gain is shown to differ from 0 or to be smaller than that, as a grid will judge (grid.h).
struct MemberGames {
  std::uint32_t first = 0;
  std::uint32_t most = 0;
  std::array<double, 2> undecided{10, 30};  ///< Elo, whatever its sign
  std::optional<double> margin{};           ///< Elo
};

/// A tournament's players are thinned out: who is no reference plays round by round, and the best go on.
struct Rounds {
  std::vector<std::uint32_t> pairs;  ///< a pairing, round by round
  double keep = 0.34;                ///< share of the players that goes on to the next round; one at least

  /// Of so many players, rounded up: 0.07 of 100 are 7, though their product is a little more.
  [[nodiscard]] std::size_t kept_of(std::size_t players) const {
    constexpr double kRounding = 1e-9;
    return std::max<std::size_t>(1,
                                 static_cast<std::size_t>(std::ceil(keep * static_cast<double>(players) - kRounding)));
  }
};

/// Players of the rounds that a grammar makes (grammar.h), generation by generation.
struct FormulaSearch {
  std::uint32_t generations = 5;
  std::uint32_t count = 60;    ///< of a generation
  std::uint32_t parents = 10;  ///< the best so far, of whom later generations are made
  double fresh = 0.3;          ///< share of later generations that is drawn anew
};

/// A table of what a search for formulas found (discovered.h).
struct DiscoveredStep {
  std::string name;          ///< over the table
  std::string search;        ///< the step with formulas
  std::string control;       ///< the step of tunings of whom they meet; "" = it was not tuned
  std::string confirmation;  ///< the step of tournaments of the tuned survivors
};

/// A step of tunings and the path of a parameter that they set, "search.selection.c". Its mean over them stands for it,
/// geometric where the parameter's scale is logarithmic.
using TunedMean = std::pair<std::string, std::string>;

/// A table of operators x domains (grid.h).
struct GridStep {
  std::string name;                   ///< over the table
  std::string domains;                ///< the list
  std::vector<std::string> finals;    ///< steps of tournaments over `operator` and the domains, with a control
  std::vector<std::string> pools;     ///< steps of tournaments of the same players against others
  std::vector<std::string> features;  ///< steps of estimates studies
  std::vector<std::string> held_out;  ///< domains
  std::optional<double> margin;       ///< Elo within which an operator is called equal to the control
};

/// Tournaments and estimates studies beside a paper's results (compared.h).
struct CompareStep {
  std::vector<std::string> runs;  ///< steps
  comparison::Published published;
};

/// A number in which players differ, by its path in a player: "search.selection.c".
struct SurfaceAxis {
  std::string path;
  bool is_log = false;
};

/// Players whose names begin alike, and the numbers in which they differ, one or two.
struct SurfaceSpec {
  std::string name;
  std::string players;  ///< how their names begin
  std::vector<SurfaceAxis> axes;
};

/// A table of where surfaces are highest (surface.h).
struct SurfaceStep {
  std::string name;  ///< over the table
  std::string of;    ///< a step of tournaments with one reference
  std::vector<SurfaceSpec> surfaces;
};

/// One of a step's runs: one for every item of its lists, in every round.
struct Member {
  std::string label;                      ///< "softmax-1"; "" of a step without `each`
  std::string place;                      ///< from the study's folder: "tune/softmax-1", "final"
  std::map<std::string, std::size_t> at;  ///< by list: which of its items
  std::uint32_t round = 0;                ///< from 0
};

struct StudyStep {
  std::string name;
  config::Place place;
  StepKind kind = StepKind::tournament;
  std::vector<std::string> each;        ///< lists; the first changes fastest
  std::vector<std::string> except;      ///< labels of items that are left out
  std::string over;                     ///< of a tuning: the list whose items are an evaluation's games; "" = one game
  std::vector<std::string> joined;      ///< of a tournament: lists whose items all play in it
  std::vector<Member> members;          ///< in the order in which they are run
  std::vector<Member> tunings;          ///< of a tuning: whom they make; its members, but with `over`
  config::YamlNode configuration;       ///< of a run: laid over its bases, `$LIST` as written
  bool has_name = false;                ///< of its own: members are called so
  std::uint32_t evaluations = 60;       ///< of a tuning
  config::YamlNode generation;          ///< of self-play: {generation, network}, `$LIST` as written
  std::string tuned_players;            ///< the step of tunings whose players join; "" = none
  std::string control;                  ///< the operator whose tunings, or first, all others meet; "" = none
  std::optional<EqualTime> equal_time;  ///< of these players
  std::optional<MemberGames> games;     ///< else the schedule's own
  std::optional<Rounds> rounds;         ///< of a tournament
  std::optional<FormulaSearch> formulas;
  std::vector<TunedMean> means;  ///< in its configuration
  FairTunedStep table{};
  GridStep grid{};
  CompareStep compared{};
  EffectsStep effects{};
  SummaryStep summary{};
  DiscoveredStep discovered{};
  SurfaceStep surface{};

  /// Whether the players of its tournaments follow from the round before.
  [[nodiscard]] bool has_rounds() const { return rounds || !over.empty(); }
  [[nodiscard]] std::uint32_t round_count() const;
  /// Whether its members are tournaments.
  [[nodiscard]] bool plays_tournaments() const { return kind == StepKind::tournament || !over.empty(); }
};

struct StudyConfig {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;                ///< of every step whose configuration names none
  std::vector<TunedOperator> operators;  ///< of the list "operator"; none where the file has no `operators`
  std::vector<StudyList> lists;
  std::vector<StudyStep> steps;  ///< each takes from steps before it alone
  std::string file;              ///< names of books count from its folder
  config::YamlNode tree;         ///< as it is stored: bases laid under, `$LIST` as written
};

/// Reads and checks a study; every member of every step is read as it would be run. Throws UsageError with every
/// problem found, each with its place.
StudyConfig read_study(const std::string& file, const std::vector<Override>& overrides = {});
/// The same from text, without its members, which check_members() reads; `file` names it in errors.
StudyConfig parse_study(std::string_view yaml, const std::string& file, const std::vector<Override>& overrides = {});

const StudyStep& step_of(const StudyConfig& study, std::string_view name);
/// Whether a grid is made of the step's tournaments, and nothing that asks more of them than their gains.
bool is_in_grid(const StudyConfig& study, const StudyStep& step);
/// What is kept of a step's runs when their games are dropped; `games`: these, for a table or a later step needs them.
enum class Kept : std::uint8_t { games, recommendation, gain, tables };
Kept kept_without_games(const StudyConfig& study, const StudyStep& step);
const StudyList& list_of(const StudyConfig& study, std::string_view name);
/// Every earlier step without which the step's runs are not known.
std::set<std::string> taken_steps(const StudyConfig& study, const StudyStep& step);

}  // namespace rootward::study
