// Averages over repeats, then over instances.
#include "experiments/estimates/curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "core/math.h"
#include "core/statistics/beta.h"
#include "core/statistics/match_score.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/planning.h"
#include "experiments/estimates/instance.h"
#include "lab/play/game.h"

namespace rootward::estimates {
namespace {

/// Values of one measure at one checkpoint, by instance.
using Samples = std::map<std::uint32_t, std::vector<double>>;

double mean_of(const std::vector<double>& values) { return sum_fixed(values) / static_cast<double>(values.size()); }

double standard_error_of(const std::vector<double>& values, double mean) {
  if (values.size() < 2) return 0;
  std::vector<double> squares;
  for (const double value : values) squares.push_back((value - mean) * (value - mean));
  const auto n = static_cast<double>(values.size());
  return std::sqrt(sum_fixed(squares) / (n - 1) / n);
}

/// Wilson's interval with the number of searches that would have this standard error, but no less than the instances
/// and no more than all searches.
Interval share_interval(double share, double standard_error, double least, double most) {
  const double variance = share * (1 - share);
  const double effective = standard_error > 0 ? variance / (standard_error * standard_error) : least;
  return wilson_interval(share, std::clamp(effective, least, most));
}

std::optional<Estimate> estimate_of(const Samples& samples, const MeasureFacts& facts) {
  if (samples.empty()) return std::nullopt;
  std::vector<double> means;
  std::size_t searches = 0;
  for (const auto& [instance, values] : samples) {
    searches += values.size();
    means.push_back(mean_of(values));
  }
  if (means.size() == 1) means = samples.begin()->second;
  const double mean = mean_of(means);
  const double error = standard_error_of(means, mean);
  if (facts.is_yes_or_no)
    return Estimate{mean, share_interval(std::clamp(mean, 0.0, 1.0), error, static_cast<double>(means.size()),
                                         static_cast<double>(searches))};
  const Interval normal{mean - kZ95 * error, mean + kZ95 * error};
  if (facts.is_share) return Estimate{mean, {std::max(0.0, normal.low), std::min(1.0, normal.high)}};
  return Estimate{mean, normal};
}

/// Whether the study asks for it, and the move at the first checkpoint gives away so much.
bool has_refuted_choice(const EstimatesConfig& config, const CurveRecord& curve) {
  return config.refuted > 0 && curve.regrets.front() >= config.refuted;
}

/// One search's number, or nothing where it is not known.
std::optional<double> number_of(const EstimatesConfig& config, Measure measure, const SearchRecord& search,
                                const CurveRecord& curve, const TruthRecord& truth, std::size_t i) {
  switch (measure) {
    case Measure::error:
      return std::fabs(curve.values[i] - truth.value);
    case Measure::bias:
      return curve.values[i] - truth.value;
    case Measure::failure:
      return curve.regrets[i] > 0 ? 1.0 : 0.0;
    case Measure::regret:
      return curve.regrets[i];
    case Measure::cumulative_regret:
      return curve.cumulative_regrets[i];
    case Measure::optimal_share:
      return curve.optimal_shares[i];
    case Measure::pv_right:
      if (curve.is_pv_right[i] < 0) return std::nullopt;
      return static_cast<double>(curve.is_pv_right[i]);
    case Measure::root_rank:
      if (curve.wrong_orders.empty() || curve.wrong_orders[i] < 0) return std::nullopt;
      return curve.wrong_orders[i];
    case Measure::limit_error:
      if (!curve.limit) return std::nullopt;
      return std::fabs(curve.values[i] - *curve.limit);
    case Measure::first_held:
      if (!has_refuted_choice(config, curve)) return std::nullopt;
      return curve.moves[i] == curve.moves.front() ? 1.0 : 0.0;
    case Measure::episode_return:
      return i + 1 == curve.values.size() ? search.episode_return : std::nullopt;
  }
  return std::nullopt;
}

/// All searches of one operator of one arm on one game.
class CurveMaker {
 public:
  /// Of the arm's `op`-th operator.
  CurveMaker(const EstimatesConfig& config, const std::string& game, const Arm& arm, std::size_t op) : config_(config) {
    const std::vector<std::uint64_t>& checkpoints = config.checkpoints;
    curve_.game = game;
    curve_.arm = arm.name;
    curve_.op = arm.operators[op];
    curve_.name = curve_name(config, arm.name, op);
    curve_.simulations = checkpoints;
    op_ = op;
    for (auto& measure : samples_) measure.resize(checkpoints.size());
    if (op > 0)
      for (const Measure measure : kJudgedMeasures)
        differences_[static_cast<std::size_t>(measure)].resize(checkpoints.size());
  }

  void add(const SearchRecord& search, const TruthRecord& truth) {
    ++curve_.searches;
    if (has_refuted_choice(config_, search.curves[op_])) ++curve_.refuted_choices;
    for (std::size_t m = 0; m < kMeasures.size(); ++m) {
      for (std::size_t i = 0; i < curve_.simulations.size(); ++i) {
        const std::optional<double> number = number_of(config_, kMeasures[m], search, search.curves[op_], truth, i);
        if (number) samples_[m][i][search.instance].push_back(in_own_units(kMeasures[m], *number));
        if (differences_[m].empty()) continue;
        const std::optional<double> driver = number_of(config_, kMeasures[m], search, search.curves[0], truth, i);
        if (number && driver)
          differences_[m][i][search.instance].push_back(in_own_units(kMeasures[m], *number - *driver));
      }
    }
  }

  /// Values are told in the game's own units.
  void set_returns(const ReturnRange& returns) {
    returns_ = returns;
    curve_.is_in_own_units = !returns.is_standard();
  }

  Curve finish() {
    if (!samples_[0].empty()) curve_.instances = samples_[0][0].size();
    for (std::size_t m = 0; m < kMeasures.size(); ++m) {
      for (const Samples& samples : samples_[m])
        curve_.estimates[m].push_back(estimate_of(samples, facts_of(kMeasures[m])));
      for (const Samples& samples : differences_[m]) curve_.differences[m].push_back(estimate_of(samples, {}));
    }
    return std::move(curve_);
  }

 private:
  /// Shares stay, a return is mapped, differences of values are stretched.
  [[nodiscard]] double in_own_units(Measure measure, double number) const {
    if (facts_of(measure).is_share) return number;
    if (measure == Measure::episode_return) return returns_.to_own(number);
    return 0.5 * (returns_.high - returns_.low) * number;
  }

  const EstimatesConfig& config_;
  ReturnRange returns_;
  Curve curve_;
  std::size_t op_ = 0;
  std::array<std::vector<Samples>, kMeasures.size()> samples_;
  std::array<std::vector<Samples>, kMeasures.size()> differences_;  ///< empty where none are told
};

/// Calls visit(search, truth) for every search of an arm on a game that was run with these checkpoints.
template <class Visit>
void for_each_search(const StoredEstimates& study, const std::string& game, const std::string& arm, Visit visit) {
  for (const auto& [id, search] : study.searches) {
    if (search.game != game || search.arm != arm) continue;
    const auto truth = study.truths.find(truth_id(game, search.instance));
    if (truth != study.truths.end()) visit(search, truth->second);
  }
}

void add_cells(std::map<std::uint32_t, ProfileCell>& into, const std::vector<ProfileCell>& cells) {
  for (const ProfileCell& cell : cells) {
    ProfileCell& sum = into[cell.bin];
    sum.bin = cell.bin;
    sum.nodes += cell.nodes;
    sum.bias += cell.bias;
    sum.squares += cell.squares;
    sum.pairs += cell.pairs;
    sum.discordant += cell.discordant;
  }
}

std::vector<ProfileCell> cells_of(const std::map<std::uint32_t, ProfileCell>& bins) {
  std::vector<ProfileCell> cells;
  for (const auto& [bin, cell] : bins) cells.push_back(cell);
  return cells;
}

/// In the order of kMeasures.
constexpr std::array<MeasureFacts, kMeasures.size()> kFacts = {{
    {.key = "error", .title = "error of the root's value", .axis = "|V - V*|", .column = "error", .is_log = true},
    {.key = "bias",
     .title = "bias of the root's value",
     .axis = "V - V*, view of the player to move",
     .column = "bias"},
    {.key = "failure",
     .title = "failure rate",
     .axis = "searches whose move is not optimal (share)",
     .column = "failure %",
     .is_share = true,
     .is_yes_or_no = true},
    {.key = "regret", .title = "simple regret", .axis = "V* - Q*(move)", .column = "regret"},
    {.key = "cumulative_regret",
     .title = "cumulative regret",
     .axis = "sum over root visits of V* - Q*",
     .column = "cumulative",
     .is_log = true},
    {.key = "optimal_share",
     .title = "visits on optimal moves",
     .axis = "share of the root's visits",
     .column = "optimal %",
     .is_share = true},
    {.key = "pv_right",
     .title = "principal variation right",
     .axis = "searches whose every move is optimal (share)",
     .column = "PV right %",
     .is_share = true,
     .is_yes_or_no = true},
    {.key = "root_rank",
     .title = "wrong order at the root",
     .axis = "pairs of the root's five most visited moves in wrong order (share)",
     .column = "wrong order %",
     .is_share = true,
     .is_optional = true},
    {.key = "limit_error",
     .title = "error from the operator's own limit",
     .axis = "|V - the operator's limit|",
     .column = "limit error",
     .is_log = true,
     .is_optional = true},
    {.key = "first_held",
     .title = "refuted first choices still made",
     .axis = "refuted first choices still made (share)",
     .column = "first held %",
     .is_share = true,
     .is_yes_or_no = true,
     .is_optional = true},
    {.key = "episode_return",
     .title = "return of whole walks",
     .axis = "return of a walk",
     .column = "return",
     .is_optional = true},
}};

}  // namespace

std::string curve_name(const EstimatesConfig& config, const std::string& arm, std::size_t op) {
  const auto found = std::ranges::find(config.arms, arm, &Arm::name);
  if (found == config.arms.end() || found->operators.size() == 1) return arm;
  if (config.arms.size() == 1) return found->operators[op];
  return arm + ": " + found->operators[op];
}

const MeasureFacts& facts_of(Measure measure) { return kFacts[static_cast<std::size_t>(measure)]; }

std::vector<Curve> make_curves(const StoredEstimates& study) {
  const EstimatesConfig& config = study.config;
  std::vector<Curve> curves;
  for (const EstimatedGame& game : config.games) {
    const ReturnRange returns = game_of(game, 0)->facts().returns;
    for (const Arm& arm : config.arms) {
      for (std::size_t op = 0; op < arm.operators.size(); ++op) {
        CurveMaker maker(config, game.name, arm, op);
        maker.set_returns(returns);
        for_each_search(study, game.name, arm.name,
                        [&](const SearchRecord& search, const TruthRecord& truth) { maker.add(search, truth); });
        Curve curve = maker.finish();
        if (curve.searches > 0) curves.push_back(std::move(curve));
      }
    }
  }
  return curves;
}

namespace {

/// Two-sided, of differences whose mean is 0 among equals. Student's t has nothing to say where all differences but
/// those of 0 have one size, as failures' have: then the exact test of their signs.
double paired_p(const std::vector<double>& differences) {
  std::uint64_t above = 0;
  std::uint64_t below = 0;
  bool is_one_size = true;
  double size = 0;
  for (const double one : differences) {
    if (one == 0) continue;
    ++(one > 0 ? above : below);
    if (size == 0) size = std::fabs(one);
    is_one_size = is_one_size && std::fabs(one) == size;
  }
  if (is_one_size) return sign_test_p(above, below);
  const double mean = mean_of(differences);
  return student_two_sided_p(mean / standard_error_of(differences, mean), static_cast<double>(differences.size() - 1));
}

/// Of one measure, with Student's interval, of shares cut to [-1, 1]; nothing where fewer than two can be compared.
std::optional<Difference> difference_of(const Samples& samples, bool is_share) {
  std::vector<double> differences;
  for (const auto& [instance, values] : samples) differences.push_back(mean_of(values));
  if (samples.size() == 1) differences = samples.begin()->second;
  if (differences.size() < 2) return std::nullopt;
  const double mean = mean_of(differences);
  const double half = student_two_sided_quantile(kSignificance, static_cast<double>(differences.size() - 1)) *
                      standard_error_of(differences, mean);
  Interval interval{mean - half, mean + half};
  if (is_share) interval = {std::max(-1.0, interval.low), std::min(1.0, interval.high)};
  return Difference{.estimate = {mean, interval}, .p = paired_p(differences), .corrected = 1};
}

Comparison compare(const StoredEstimates& study, const EstimatedGame& game, const ComparedArms& arms) {
  Comparison comparison{.game = game.name, .first = arms.first, .second = arms.second, .differences = {}};
  const ReturnRange returns = game_of(game, 0)->facts().returns;
  const double stretch = 0.5 * (returns.high - returns.low);
  const std::size_t last = study.config.checkpoints.size() - 1;
  std::array<Samples, kMeasures.size()> samples;
  for_each_search(study, game.name, arms.first, [&](const SearchRecord& search, const TruthRecord& truth) {
    SearchRecord other;
    std::tie(other.game, other.instance, other.arm, other.repeat) =
        std::tuple(search.game, search.instance, arms.second, search.repeat);
    const auto found = study.searches.find(other.id());
    if (found == study.searches.end()) return;
    ++comparison.searches;
    for (std::size_t m = 0; m < kMeasures.size(); ++m) {
      const auto one = number_of(study.config, kMeasures[m], search, search.curves[0], truth, last);
      const auto two = number_of(study.config, kMeasures[m], found->second, found->second.curves[0], truth, last);
      const double unit = facts_of(kMeasures[m]).is_share ? 1 : stretch;
      if (one && two) samples[m][search.instance].push_back(unit * (*one - *two));
    }
  });
  for (std::size_t m = 0; m < kMeasures.size(); ++m)
    comparison.differences[m] = difference_of(samples[m], facts_of(kMeasures[m]).is_share);
  return comparison;
}

}  // namespace

std::vector<Comparison> make_comparisons(const StoredEstimates& study) {
  std::vector<Comparison> all;
  for (const EstimatedGame& game : study.config.games) {
    for (const ComparedArms& arms : study.config.comparisons) {
      Comparison comparison = compare(study, game, arms);
      if (comparison.searches > 0) all.push_back(std::move(comparison));
    }
  }
  for (std::size_t m = 0; m < kMeasures.size(); ++m) {
    std::vector<double> p;
    for (const Comparison& one : all)
      if (one.differences[m]) p.push_back(one.differences[m]->p);
    const std::vector<double> corrected = holm(p);
    std::size_t next = 0;
    for (Comparison& one : all)
      if (one.differences[m]) one.differences[m]->corrected = corrected[next++];
  }
  return all;
}

bool is_known(const std::vector<Curve>& curves, Measure measure) {
  return std::ranges::any_of(curves, [measure](const Curve& curve) {
    return std::ranges::any_of(curve.of(measure), [](const auto& estimate) { return estimate.has_value(); });
  });
}

std::optional<std::uint64_t> half_left_after(const Curve& curve) {
  const auto& held = curve.of(Measure::first_held);
  const auto left = std::ranges::find_if(held, [](const auto& share) { return share && share->mean <= 0.5; });
  if (left == held.end()) return std::nullopt;
  return curve.simulations[static_cast<std::size_t>(left - held.begin())];
}

std::vector<ProfileCurve> make_profiles(const StoredEstimates& study) {
  std::vector<ProfileCurve> curves;
  for (const EstimatedGame& game : study.config.games) {
    for (const Arm& arm : study.config.arms) {
      for (std::size_t op = 0; op < arm.operators.size(); ++op) {
        std::map<std::uint32_t, ProfileCell> visits;
        std::map<std::uint32_t, ProfileCell> depths;
        for_each_search(study, game.name, arm.name, [&](const SearchRecord& search, const TruthRecord&) {
          if (op >= search.profiles.size()) return;
          add_cells(visits, search.profiles[op].by_visits);
          add_cells(depths, search.profiles[op].by_depth);
        });
        if (visits.empty()) continue;
        curves.push_back({.game = game.name,
                          .arm = arm.name,
                          .op = arm.operators[op],
                          .name = curve_name(study.config, arm.name, op),
                          .by_visits = cells_of(visits),
                          .by_depth = cells_of(depths)});
      }
    }
  }
  return curves;
}

std::optional<double> median_alpha_beta(const StoredEstimates& study, const std::string& game) {
  std::vector<double> nodes;
  for (const auto& [id, truth] : study.truths) {
    if (truth.game == game && truth.alpha_beta_nodes > 0) nodes.push_back(static_cast<double>(truth.alpha_beta_nodes));
  }
  if (nodes.empty()) return std::nullopt;
  std::ranges::sort(nodes);
  return 0.5 * (nodes[(nodes.size() - 1) / 2] + nodes[nodes.size() / 2]);
}

}  // namespace rootward::estimates
