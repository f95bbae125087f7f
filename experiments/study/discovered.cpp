// The table, every formula as a line, the family tree.
#include "experiments/study/discovered.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/errors.h"
#include "core/escape.h"
#include "core/file_io.h"
#include "core/math.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/planning.h"
#include "experiments/study/likeness.h"
#include "lab/config/resolved_tree.h"
#include "lab/report/grid.h"
#include "lab/report/plot/svg_text.h"
#include "lab/report/power.h"

namespace rootward::study {
namespace {

constexpr double kColumn = 190;
constexpr double kRow = 17;
constexpr double kTop = 54;
constexpr double kDot = 5;
constexpr double kGoal = 20;     // Elo
constexpr double kLevel = 0.01;  // of the goal's p

Grid best_grid(const Discovered& found) {
  constexpr std::size_t kShown = 20;
  Grid grid{.title = "The best on the portfolio",
            .columns = {{"formula", false},
                        {"generation", true},
                        {"pairs", true},
                        {"Elo, shrunk", true},
                        {"rule", false, true}},
            .rows = {}};
  for (const Candidate* tried : best_of(found.tried, kShown))
    grid.rows.push_back({tried->id, fmt::format("{}", tried->generation), fmt::format("{}", tried->pairs()),
                         fmt::format("{:+.0f}", tried->shrunk_elo()), rule_text(tried->formula)});
  return grid;
}

Grid confirmation_grid(const Discovered& found) {
  Grid grid{.title = "Confirmation at equal CPU time, against the tuned average",
            .columns = {{"formula", false},
                        {"domain", false},
                        {"simulations", true},
                        {"games", true},
                        {"Elo", true},
                        {"95 %", true},
                        {"p (Holm)", true}},
            .rows = {}};
  for (const Confirmed& one : found.confirmed) {
    const std::uint64_t pairs = std::accumulate(one.pairs.begin(), one.pairs.end(), std::uint64_t{0});
    const Interval& interval = one.range.elo_ci95;
    grid.rows.push_back({one.id, one.domain, fmt::format("{}", one.simulations), fmt::format("{}", 2 * pairs),
                         fmt::format("{:+.1f}", one.range.elo),
                         fmt::format("{:+.1f} to {:+.1f}", interval.low, interval.high),
                         fmt::format("{:.3g}", one.holm_p)});
  }
  return grid;
}

std::string ratio_text(double ratio) {
  return fmt::format("{:.2f}{}", ratio, tournament::is_off_time(ratio) ? "~" : "");
}

/// What a move took in the confirmation's own games.
Grid cost_grid(const Discovered& found) {
  Grid grid{.title = "What a move took in these games",
            .columns = {{"formula", false},
                        {"domain", false},
                        {"simulations", true},
                        {"the average's simulations", true},
                        {"CPU seconds", true},
                        {"the average's CPU seconds", true},
                        {"time over the average's", true}},
            .rows = {}};
  for (const Confirmed& one : found.confirmed) {
    const double average = one.control_cost.cpu_seconds;
    grid.rows.push_back({one.id, one.domain, fmt::format("{:.1f}", one.cost.simulations),
                         fmt::format("{:.1f}", one.control_cost.simulations),
                         fmt::format("{:.3g}", one.cost.cpu_seconds), fmt::format("{:.3g}", average),
                         average > 0 ? ratio_text(one.cost.cpu_seconds / average) : "-"});
  }
  return grid;
}

Grid control_grid(const Discovered& found) {
  Grid grid{.title = "The control: average with UCB1",
            .columns = {{"domain", false}, {"c", true}, {"of its tunings", false}},
            .rows = {}};
  for (const ControlConstants& control : found.controls) {
    std::vector<std::string> tuned;
    for (const double constant : control.second) tuned.push_back(fmt::format("{:.3g}", constant));
    grid.rows.push_back(
        {control.first, fmt::format("{:.3g}", control_constant(control)), fmt::format("{}", fmt::join(tuned, ", "))});
  }
  return grid;
}

std::string won_text(const Discovered& found) {
  std::map<std::string, std::size_t> won;
  for (const Confirmed& one : found.confirmed)
    if (one.holm_p < kLevel && one.range.elo >= kGoal) ++won[one.id];
  std::string text;
  for (const auto& [id, domains] : won)
    if (domains == found.held_out)
      text += fmt::format("{} beats the tuned average by {:.0f} Elo and more in every held-out domain (p < {}).\n", id,
                          kGoal, kLevel);
  if (!text.empty()) return text;
  return fmt::format("No formula beats the tuned average by {:.0f} Elo and more in every held-out domain (p < {}).\n",
                     kGoal, kLevel);
}

/// What the confirmation could not have seen, by how much its own pairs deviate.
std::string power_text_of(const Discovered& found) {
  std::vector<PairCounts> matches;
  for (const Confirmed& one : found.confirmed) matches.push_back(one.pairs);
  const PairDeviation deviation = measured_deviation(matches, "the confirmation");
  const double smallest = smallest_difference(
      found.confirmed_pairs,
      {.alpha = kLevel, .comparisons = std::max<std::uint64_t>(1, matches.size()), .pair_deviation = deviation.value});
  return fmt::format(
      "A gain smaller than {:.1f} Elo could still hide: that is what {} games find with 80 % power, corrected.\nThe "
      "mean score of a pair deviates by {:.3f}, {}.\n",
      smallest, 2 * found.confirmed_pairs, deviation.value, deviation.source);
}

/// What survivors that are the average can tell; "" without such.
std::string average_text(const Discovered& found) {
  std::vector<std::string> ids;
  for (const Survivor& survivor : found.survivors)
    if (survivor.is_average) ids.push_back(survivor.id);
  if (ids.empty()) return "";
  return fmt::format(
      "That does not hold of {}: tuned, a survivor that is the average tests no other rule. What it loses is what a "
      "formula's computation costs.\n",
      fmt::join(ids, ", "));
}

/// Where each formula stands: its generation's column, the best above.
std::map<std::string, std::pair<double, double>> places_of(const Discovered& found) {
  std::map<std::uint32_t, std::vector<const Candidate*>> columns;
  for (const Candidate& tried : found.tried) columns[tried.generation].push_back(&tried);
  std::map<std::string, std::pair<double, double>> places;
  for (auto& [generation, column] : columns) {
    std::ranges::sort(column, [](const Candidate* a, const Candidate* b) {
      return a->shrunk_elo() != b->shrunk_elo() ? a->shrunk_elo() > b->shrunk_elo() : a->id < b->id;
    });
    for (std::size_t row = 0; row < column.size(); ++row)
      places[column[row]->id] = {24 + kColumn * (generation - 1), kTop + kRow * static_cast<double>(row)};
  }
  return places;
}

std::string node_svg(const Candidate& tried, const std::pair<double, double>& at) {
  const char* colour = tried.shrunk_elo() > 0 ? "#0072b2" : "#d55e00";
  return fmt::format(
             "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" fill-opacity=\"{}\"><title>{}: {:+.0f} Elo, {} "
             "pairs\n{}</title></circle>\n",
             plot::pixels(at.first), plot::pixels(at.second), plot::pixels(kDot), colour, tried.rounds > 1 ? 1.0 : 0.4,
             tried.id, tried.shrunk_elo(), tried.pairs(), xml_text(rule_text(tried.formula))) +
         plot::svg_text(at.first + 9, at.second + 4, fmt::format("{} {:+.0f}", tried.id, tried.shrunk_elo()),
                        {.size = 10});
}

const tournament::PlayerRow& player_row(const tournament::ResultTable& table, const std::string& player) {
  return *std::ranges::find(table.players, player, &tournament::PlayerRow::name);
}

/// Puts a study's folder into the table's rows.
class DiscoveredReader {
 public:
  DiscoveredReader(const StudyFolder& folder, const StudyStep& step)
      : folder_(folder),
        study_(folder.study()),
        search_(step_of(study_, step.discovered.search)),
        confirmation_(step_of(study_, step.discovered.confirmation)),
        tuned_(step_of(study_, confirmation_.tuned_players)) {
    found_.name = step.discovered.name;
    found_.question = study_.question;
    found_.hypothesis = study_.hypothesis;
    if (!step.discovered.control.empty()) read_controls(step_of(study_, step.discovered.control));
  }

  Discovered read() {
    RoundsPlayed& rounds = folder_.rounds(search_);
    (void)rounds.living(search_.round_count());
    found_.tried = rounds.tried();
    const std::vector<TunedPlayer> players = folder_.tuned(tuned_);
    std::vector<double> p;
    for (std::size_t i = 0; i < players.size(); ++i) {
      found_.survivors.push_back(survivor(players[i], tuned_.tunings[i]));
      for (const Member& member : confirmation_.members) {
        if (!belong_together(tuned_.tunings[i], member)) continue;
        found_.confirmed.push_back(confirmed(players[i].label, member));
        p.push_back(found_.confirmed.back().p);
      }
    }
    const std::vector<double> corrected = holm(p);
    for (std::size_t i = 0; i < corrected.size(); ++i) found_.confirmed[i].holm_p = corrected[i];
    found_.held_out = found_.confirmed.size() / std::max<std::size_t>(1, players.size());
    return std::move(found_);
  }

 private:
  void read_controls(const StudyStep& control) {
    std::vector<std::string> domains;
    for (const std::string& list : control.each)
      if (std::ranges::find(search_.each, list) != search_.each.end()) domains.push_back(list);
    const std::vector<TunedPlayer> players = folder_.tuned(control);
    for (std::size_t i = 0; i < players.size(); ++i) {
      const std::string domain = label_of(study_, domains, control.tunings[i]);
      auto found = std::ranges::find(found_.controls, domain, &ControlConstants::first);
      if (found == found_.controls.end()) found = found_.controls.insert(found, {domain, {}});
      found->second.push_back(exploration_constant(players[i]));
    }
  }

  [[nodiscard]] Survivor survivor(const TunedPlayer& tuned, const Member& member) const {
    const std::string& list = tuned_.each.front();
    const config::YamlNode& item = list_of(study_, list).items[member.at.at(list)].value;
    const PlayerSpec player = tuning::candidate_at(tuned.tuning, tuned.point);
    return {.id = item.find("name")->text,
            .player = config::flow_text(config::resolved_player(player)),
            .mean = tuned.tested,
            .is_average = equals_average(config::resolved_choice(player.search.backup))};
  }

  Confirmed confirmed(const std::string& player, const Member& member) {
    std::vector<std::string> domains = confirmation_.each;
    std::erase(domains, tuned_.each.front());
    const tournament::TournamentConfig config = folder_.tournament(confirmation_, member);
    const tournament::ResultTable& table = folder_.table(member);
    const tournament::PlayerRow& row = player_row(table, player);
    if (!row.against_reference || !row.against_reference->p)
      throw RunError(fmt::format("{}: {} has no games against the control", folder_.path(member), player));
    found_.confirmed_pairs = config.schedule.pairs;
    return {.id = found_.survivors.back().id,
            .domain = label_of(study_, domains, member),
            .simulations = std::ranges::find(config.players, player, &PlayerSpec::name)->search.budget.simulations,
            .pairs = pairs_of(table, player),
            .cost = move_cost_of(row),
            .control_cost = move_cost_of(player_row(table, table.reference)),
            .range = row.against_reference->range,
            .p = *row.against_reference->p};
  }

  const StudyFolder& folder_;
  const StudyConfig& study_;
  const StudyStep& search_;
  const StudyStep& confirmation_;
  const StudyStep& tuned_;
  Discovered found_;
};

}  // namespace

Discovered read_discovered(const StudyFolder& folder, const StudyStep& step) {
  return DiscoveredReader(folder, step).read();
}

void write_discovered_files(const Discovered& found, const std::string& folder, const std::string& step) {
  write_file_atomically(fmt::format("{}/{}.csv", folder, step), formulas_csv(found));
  make_folders(folder + "/plots");
  write_file_atomically(fmt::format("{}/plots/{}.svg", folder, step), family_tree_svg(found));
}

double control_constant(const ControlConstants& control) {
  double sum = 0;
  for (const double constant : control.second) sum += log_exact(constant);
  return control.second.size() == 1 ? control.second.front()
                                    : exp_exact(sum / static_cast<double>(control.second.size()));
}

MoveCost move_cost_of(const tournament::PlayerRow& row) {
  if (row.moves == 0) return {};
  const auto moves = static_cast<double>(row.moves);
  return {.simulations = static_cast<double>(row.simulations) / moves, .cpu_seconds = row.cpu_seconds / moves};
}

std::string discovered_markdown(const Discovered& found) {
  std::string text = fmt::format("# {}\n\n", found.name);
  if (!found.question.empty()) text += fmt::format("Question: {}\n\n", found.question);
  if (!found.hypothesis.empty()) text += fmt::format("Hypothesis: {}\n\n", found.hypothesis);
  std::uint64_t pairs = 0;
  for (const Candidate& tried : found.tried) pairs += tried.pairs();
  text += fmt::format("{} formulas tried, {} games on the portfolio; {} survivors tuned.\n\n", found.tried.size(),
                      2 * pairs, found.survivors.size());
  if (!found.controls.empty()) text += grid_markdown(control_grid(found)) + "\n";
  text += grid_markdown(best_grid(found)) +
          "\nElo: mean over the portfolio, with twenty drawn pairs added a domain. Of many tried the best looks better "
          "than it is.\n";
  if (!found.survivors.empty()) {
    text += "\nTuned survivors:\n\n";
    for (const Survivor& survivor : found.survivors)
      text += fmt::format("- {}: {:.1f} % by the optimizer's belief, `{}`{}\n", survivor.id, 100 * survivor.mean,
                          survivor.player,
                          survivor.is_average ? ". With these constants it is the average: both give the same values "
                                                "at all nodes of a search"
                                              : "");
  }
  if (!found.confirmed.empty())
    text += "\n" + grid_markdown(confirmation_grid(found)) + "\n" + grid_markdown(cost_grid(found)) +
            "\n~: less than 0.95 or more than 1.05.\n\n" + won_text(found) + power_text_of(found) + average_text(found);
  return text;
}

std::string formulas_csv(const Discovered& found) {
  std::string text = "id,generation,parents,rounds,domain,pairs,lost,half,even,three_halves,won,shrunk_elo,rule\n";
  for (const Candidate& tried : found.tried) {
    for (const auto& [domain, pairs] : tried.games)
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", tried.id, tried.generation, fmt::join(tried.parents, " "),
                          tried.rounds, csv_cell(domain), std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0}),
                          fmt::join(pairs, ","), tried.shrunk_elo(), csv_cell(rule_text(tried.formula)));
    if (tried.games.empty())
      text += fmt::format("{},{},{},0,,0,0,0,0,0,0,0,{}\n", tried.id, tried.generation, fmt::join(tried.parents, " "),
                          csv_cell(rule_text(tried.formula)));
  }
  return text;
}

std::string family_tree_svg(const Discovered& found) {
  const auto places = places_of(found);
  double width = 400;
  double height = kTop;
  for (const auto& [id, at] : places) {
    width = std::max(width, at.first + kColumn);
    height = std::max(height, at.second + 24);
  }
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      plot::pixels(width), plot::pixels(height));
  svg += plot::svg_text(14, 22,
                        fmt::format("{} formulas: generations from left to right, the best above", found.tried.size()),
                        {.size = plot::kLabelSize, .is_bold = true});
  for (const Candidate& tried : found.tried) {
    const auto& to = places.at(tried.id);
    for (const std::string& parent : tried.parents) {
      const auto from = places.find(parent);
      if (from == places.end()) continue;
      svg += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#999999\" stroke-width=\"0.6\"/>\n",
                         plot::pixels(from->second.first), plot::pixels(from->second.second), plot::pixels(to.first),
                         plot::pixels(to.second));
    }
  }
  for (const Candidate& tried : found.tried) svg += node_svg(tried, places.at(tried.id));
  return svg + "</svg>\n";
}

}  // namespace rootward::study
