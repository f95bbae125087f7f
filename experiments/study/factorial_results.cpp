// Variants by their switches, and what follows from their estimates.
#include "experiments/study/factorial_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/statistics/planning.h"
#include "experiments/study/items.h"
#include "experiments/study/members.h"

namespace rootward::study {
namespace {

constexpr double kSuspectErrors = 2.576;  // standard errors from 0: p = 0.01
constexpr double kBrokenErrors = 3.291;   // p = 0.001

const StudyList& list_named(const StudyConfig& study, const std::string& name) {
  return *std::ranges::find(study.lists, name, &StudyList::name);
}

/// A variant of the factorial: the items of its switches, and its name.
struct Variant {
  std::string name;
  std::map<std::string, std::size_t> at;
};

/// In the order of SharedEstimates in factorial_effects().
std::vector<Variant> variants_of(const StudyConfig& study, const EffectsStep& step) {
  std::vector<Variant> variants;
  if (step.switches.empty()) return variants;
  const std::size_t count = step.switches.size();
  for (std::size_t v = 0; v < std::size_t{1} << count; ++v) {
    Variant variant;
    for (std::size_t i = 0; i < count; ++i) {
      const Switch& thrown = step.switches[i];
      const StudyList& list = list_named(study, thrown.name);
      const std::string& label = (v >> (count - 1 - i) & 1U) == 0 ? thrown.to : thrown.from;
      variant.at[thrown.name] =
          static_cast<std::size_t>(std::ranges::find(list.items, label, &ListItem::label) - list.items.begin());
      variant.name += (variant.name.empty() ? "" : "-") + label;
    }
    variants.push_back(std::move(variant));
  }
  return variants;
}

UsageError wrong_in(const StudyStep& step, std::string message) {
  return UsageError({Problem{.file = step.place.source,
                             .line = step.place.line,
                             .column = step.place.column,
                             .path = "steps." + step.name,
                             .message = std::move(message)}});
}

/// The run in which a variant played: of a step over the switches' lists that of its items, else the only one.
const Member& member_at(const StudyStep& step, const StudyStep& played, const Variant& variant) {
  std::vector<const Member*> found;
  for (const Member& member : played.members)
    if (std::ranges::all_of(member.at, [&](const auto& item) {
          const auto own = variant.at.find(item.first);
          return own == variant.at.end() || own->second == item.second;
        }))
      found.push_back(&member);
  if (found.size() != 1)
    throw wrong_in(step, fmt::format("{} tournaments of {} have the variant {}; allowed: one: a step without rounds, "
                                     "over lists of switches alone",
                                     found.size(), played.name, variant.name));
  return *found.front();
}

PairingNames labelled(const StudyConfig& study, const StudyStep& step, const std::map<std::string, std::size_t>& at,
                      const PairingNames& names) {
  return {labelled_text(study, step, at, names[0]), labelled_text(study, step, at, names[1])};
}

class EffectsReader {
 public:
  EffectsReader(const StudyConfig& study, const StudyStep& step, const TableOf& table_of)
      : study_(study), step_(step), played_(step_of(study, step.effects.of)), table_of_(table_of) {}

  EffectsResults read() {
    const EffectsStep& step = step_.effects;
    results_.step = &step;
    std::vector<std::string> names;
    std::vector<SharedEstimate> estimates;
    for (const Variant& variant : variants_of(study_, step)) {
      results_.variants.push_back({variant.name, estimate(member_at(step_, played_, variant),
                                                          labelled(study_, step_, variant.at, step.pairing))});
      estimates.push_back(results_.variants.back().estimate);
    }
    for (const auto& [name, pairing] : step.others.variants)
      results_.others.push_back({name, estimate(played_.members.front(), pairing)});
    if (!step.again.front().empty()) results_.again = estimate(played_.members.front(), step.again);
    for (const Switch& one : step.switches) names.push_back(one.name);
    if (!names.empty()) {
      results_.effects = factorial_effects(names, estimates);
      results_.switches = switch_effects(names, estimates);
    }
    results_.compared = compared();
    results_.games.assign(games_.begin(), games_.end());
    return std::move(results_);
  }

 private:
  SharedEstimate estimate(const Member& member, const PairingNames& names) {
    const tournament::ResultTable& table = table_of_(member);
    results_.is_fixed = results_.is_fixed && table.is_fixed;
    const auto row = std::ranges::find_if(
        table.pairings, [&](const tournament::PairingRow& one) { return one.a == names[0] && one.b == names[1]; });
    if (row == table.pairings.end())
      throw RunError(
          fmt::format("{}: {} and {} have played no games of {}", step_.name, names[0], names[1], member.place));
    games_.insert(row->counts.games());
    if (row->range.score <= 0 || row->range.score >= 1) results_.bounds.push_back(row->a);
    return shared_estimate(row->range.score, row->range.ci95, row->counts.games(), row->pair_means());
  }

  [[nodiscard]] std::vector<const SharedEstimate*> named(const std::vector<std::string>& names) const {
    std::vector<const SharedEstimate*> found;
    for (const std::string& name : names)
      for (const auto* all : {&results_.others, &results_.variants})
        if (const auto one = std::ranges::find(*all, name, &NamedEstimate::name); one != all->end()) {
          found.push_back(&one->estimate);
          break;
        }
    return found;
  }

  [[nodiscard]] std::vector<JudgedEffect> compared() const {
    std::vector<std::pair<std::string, SharedEstimate>> rows;
    for (const SideVariants::Compared& one : step_.effects.others.compared)
      rows.emplace_back(one.what.name, mean_difference(named(one.of), named(one.less)));
    return judge_effects(rows);
  }

  const StudyConfig& study_;
  const StudyStep& step_;
  const StudyStep& played_;
  const TableOf& table_of_;
  EffectsResults results_;
  std::set<std::uint64_t> games_;
};

const Switch& switch_named(const std::vector<Switch>& switches, const std::string& name) {
  return *std::ranges::find(switches, name, &Switch::name);
}

bool moves(const JudgedEffect& effect) { return effect.holm_p < kSignificance; }

/// "simulations" of "x1: simulations".
std::string without_table(const std::string& name) {
  const std::size_t at = name.rfind(": ");
  return at == std::string::npos ? name : name.substr(at + 2);
}

std::string beside_prediction(const Switch& thrown, const JudgedEffect& effect) {
  if (thrown.predicted == Predicted::open) return "nothing was predicted of it";
  return thrown.is_as_predicted(effect.elo) ? "as predicted" : "against what was predicted";
}

}  // namespace

bool Switch::is_as_predicted(double elo) const {
  return predicted == Predicted::adds ? elo > 0 : predicted == Predicted::takes && elo < 0;
}

AgainVerdict EffectsResults::again_verdict() const {
  if (!again) return AgainVerdict::even;
  const double errors = std::abs(again->elo) / again->error();
  if (errors > kBrokenErrors) return AgainVerdict::broken;
  return errors > kSuspectErrors ? AgainVerdict::suspect : AgainVerdict::even;
}

const std::vector<JudgedEffect>& EffectsResults::thrown() const { return step->switches.empty() ? compared : switches; }

std::vector<Switch> EffectsResults::thrown_switches() const {
  if (!step->switches.empty()) return step->switches;
  std::vector<Switch> all;
  for (const SideVariants::Compared& one : step->others.compared) all.push_back(one.what);
  return all;
}

EffectsResults read_effects_results(const StudyConfig& study, const StudyStep& step, const TableOf& table_of) {
  return EffectsReader(study, step, table_of).read();
}

void check_effects(const StudyConfig& study, const StudyStep& step,
                   const std::function<std::vector<PairingNames>(const Member&)>& pairings_of) {
  const StudyStep& played = step_of(study, step.effects.of);
  const auto check = [&](const Member& member, const PairingNames& names) {
    if (std::ranges::count(pairings_of(member), names) > 0) return;
    throw wrong_in(step, fmt::format("{} has no pairing [{}, {}]", member.place, names[0], names[1]));
  };
  for (const Variant& variant : variants_of(study, step.effects))
    check(member_at(step, played, variant), labelled(study, step, variant.at, step.effects.pairing));
  for (const auto& [name, pairing] : step.effects.others.variants) check(played.members.front(), pairing);
  if (!step.effects.again.front().empty()) check(played.members.front(), step.effects.again);
}

SummaryResults summarise(const SummaryStep& step, std::vector<std::pair<std::string, EffectsResults>> tables) {
  SummaryResults summary;
  summary.step = &step;
  summary.tables = std::move(tables);
  std::set<std::string> counted;
  for (const auto& [name, table] : summary.tables) {
    if (!table.is_fixed) summary.exploratory.push_back(name);
    if (table.again_verdict() == AgainVerdict::broken) {
      summary.broken.push_back(name);
      continue;
    }
    for (const Switch& one : table.thrown_switches()) counted.insert(name + ": " + one.name);
  }
  const auto is_repeated = [&](const std::string& name) {
    const auto found = step.repeats.find(name);
    return found != step.repeats.end() && counted.contains(found->second);
  };
  for (const auto& [name, table] : summary.tables) {
    if (std::ranges::count(summary.broken, name) > 0) continue;
    for (Switch one : table.thrown_switches()) {
      one.name = name + ": " + one.name;
      summary.switches.push_back(std::move(one));
    }
    for (JudgedEffect effect : table.thrown()) {
      effect.name = name + ": " + effect.name;
      if (!is_repeated(effect.name)) summary.effects.push_back(std::move(effect));
    }
  }
  correct_together(summary.effects);
  return summary;
}

std::string cause_of(const std::vector<Switch>& switches, const std::vector<JudgedEffect>& effects) {
  std::set<std::string> moving;
  for (const JudgedEffect& effect : effects) {
    if (!moves(effect)) continue;
    if (!switch_named(switches, effect.name).is_as_predicted(effect.elo)) return "";
    moving.insert(without_table(effect.name));
  }
  return moving.size() == 1 ? *moving.begin() : "";
}

std::string verdict_of(const std::vector<Switch>& switches, const std::vector<JudgedEffect>& effects) {
  if (const std::string cause = cause_of(switches, effects); !cause.empty())
    return fmt::format("The cause: {}.", cause);
  std::vector<const JudgedEffect*> moving;
  for (const JudgedEffect& effect : effects)
    if (moves(effect)) moving.push_back(&effect);
  if (moving.empty()) return "No switch alone is found to be the cause.";
  const auto beside = [&](const JudgedEffect& one) { return beside_prediction(switch_named(switches, one.name), one); };
  if (moving.size() == 1)
    return fmt::format("{} alone moves it ({:+.0f}); {}.", moving.front()->name, moving.front()->elo,
                       beside(*moving.front()));
  std::vector<std::string> texts;
  for (const JudgedEffect* one : moving)
    texts.push_back(fmt::format("{} ({:+.0f}; {})", one->name, one->elo, beside(*one)));
  return fmt::format("No single cause, several switches move it: {}.", fmt::join(texts, ", "));
}

}  // namespace rootward::study
