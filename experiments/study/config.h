// A study as configured: named steps, each a run or a table of runs; some are done once for every item of a list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/study/operator_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// What `$LIST` stands for in a step that runs over the list.
struct ListItem {
  std::string label;       ///< in names of folders and players
  config::YamlNode value;  ///< in place of `$LIST` alone
};

struct StudyList {
  std::string name;
  std::vector<ListItem> items;
};

/// The list that `operators` makes; its items' values are the operators.
inline constexpr const char* kOperatorList = "operator";

enum class StepKind : std::uint8_t { tournament, tuning, estimates, fair_tuned, grid };
/// Whether it is a run; else a table over runs.
inline bool is_run(StepKind kind) { return kind < StepKind::fair_tuned; }

/// The key under which a step has its configuration.
std::string_view step_key(StepKind kind);

/// Tuned players get as many simulations as cost what those of one operator cost in an earlier step.
struct EqualTime {
  std::string of;  ///< the operator's label
  std::string in;  ///< the step
};

/// A table of tuned operators over tournaments (fair_tuned.h).
struct FairTunedStep {
  std::string name;                                         ///< over the table
  std::string tunings;                                      ///< the step
  std::vector<std::pair<std::string, std::string>> finals;  ///< names of columns, and steps
  std::string sorted_by;                                    ///< one of them
};

/// How many games a tournament has in all, shared evenly by its pairings. It goes on with twice as many, up to `most`,
/// while the 95 % interval of what its tuned players gain holds 0 and the gain lies within `undecided`.
struct MemberGames {
  std::uint32_t first = 0;
  std::uint32_t most = 0;
  std::array<double, 2> undecided{10, 30};  ///< Elo, whatever its sign
};

/// A table of operators x domains (grid.h).
struct GridStep {
  std::string name;                   ///< over the table
  std::string domains;                ///< the list
  std::vector<std::string> finals;    ///< steps of tournaments over `operator` and the domains, with a control
  std::vector<std::string> pools;     ///< steps of tournaments of the same players against others
  std::vector<std::string> features;  ///< steps of estimates studies
  std::vector<std::string> held_out;  ///< domains
};

/// One of a step's runs: one for every item of its lists.
struct Member {
  std::string label;                      ///< "softmax-1"; "" of a step without `each`
  std::string place;                      ///< from the study's folder: "tune/softmax-1", "final"
  std::map<std::string, std::size_t> at;  ///< by list: which of its items
};

struct StudyStep {
  std::string name;
  config::Place place;
  StepKind kind = StepKind::tournament;
  std::vector<std::string> each;        ///< lists; the first changes fastest
  std::vector<std::string> except;      ///< labels of items that are left out
  std::vector<Member> members;          ///< in the order in which they are run
  config::YamlNode configuration;       ///< of a run: laid over its bases, `$LIST` as written
  bool has_name = false;                ///< of its own: members are called so
  std::uint32_t evaluations = 60;       ///< of a tuning
  std::string tuned_players;            ///< the step of tunings whose players join; "" = none
  std::string control;                  ///< the operator whose first tuning all tuned players meet; "" = none
  std::optional<EqualTime> equal_time;  ///< of these players
  std::optional<MemberGames> games;     ///< else the schedule's own
  FairTunedStep table{};
  GridStep grid{};
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

}  // namespace rootward::study
