// A factorial's table of effects, and the summary over several, as Markdown and CSV.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "core/escape.h"
#include "core/statistics/normal.h"
#include "experiments/study/factorial_results.h"
#include "lab/report/grid.h"

namespace rootward::study {
namespace {

/// Paragraphs and tables one under the other; empty ones are left out.
class Page {
 public:
  void add(const std::string& text) {
    if (!text.empty()) text_ += (text_.empty() ? "" : "\n") + text + (text.back() == '\n' ? "" : "\n");
  }
  void add(const Grid& grid) { add(grid_markdown(grid)); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string_view sign_of(Predicted predicted) {
  return predicted == Predicted::adds ? "+" : predicted == Predicted::takes ? "-" : "open";
}

Grid predictions_grid(const std::vector<Switch>& switches) {
  Grid grid{.title = "", .columns = {{"switch", false}, {"predicted of the step", false}, {"why", false}}, .rows = {}};
  for (const Switch& one : switches)
    grid.rows.push_back(
        {fmt::format("{}: {} to {}", one.name, one.from, one.to), std::string(sign_of(one.predicted)), one.why});
  return grid;
}

Grid variants_grid(const std::string& measured, const std::vector<NamedEstimate>& variants) {
  Grid grid{.title = "", .columns = {{"variant", false}, {"Elo of " + measured}, {"standard error"}}, .rows = {}};
  for (const NamedEstimate& one : variants)
    grid.rows.push_back(
        {one.name, fmt::format("{:+.1f}", one.estimate.elo), fmt::format("{:.1f}", one.estimate.error())});
  return grid;
}

Grid judged_grid(const std::vector<JudgedEffect>& effects) {
  Grid grid{.title = "", .columns = {{"switch", false}, {"Elo"}, {"standard error"}, {"p"}, {"Holm's p"}}, .rows = {}};
  for (const JudgedEffect& one : effects)
    grid.rows.push_back({one.name, fmt::format("{:+.1f}", one.elo), fmt::format("{:.1f}", one.error),
                         fmt::format("{:.4f}", one.p), fmt::format("{:.4f}", one.holm_p)});
  return grid;
}

std::string games_text(const std::vector<std::uint64_t>& games) {
  return games.front() == games.back() ? fmt::format("{}", games.front())
                                       : fmt::format("{} to {}", games.front(), games.back());
}

std::string again_text(const EffectsResults& results) {
  const AgainVerdict verdict = results.again_verdict();
  const char* judged = verdict == AgainVerdict::even ? "its 99 % interval holds 0"
                       : verdict == AgainVerdict::suspect
                           ? "its 99 % interval leaves 0 out: doubt these variants"
                           : "its 99 % interval leaves 0 out: p < 0.001, nothing here counts";
  return fmt::format("{} against {}, one player by two names: {:+.1f} Elo, standard error {:.1f}; {}.",
                     results.step->again[0], results.step->again[1], results.again->elo, results.again->error(),
                     judged);
}

void add_warnings(const EffectsResults& results, Page& page) {
  if (results.again_verdict() == AgainVerdict::broken) page.add("Void: a player does not equal itself here.");
  if (!results.bounds.empty())
    page.add(
        fmt::format("All games won or all lost: {}. Half a game stands for the one that is missing: such an Elo is "
                    "a bound, and what is reckoned from it no estimate.",
                    fmt::join(results.bounds, ", ")));
  if (!results.is_fixed)
    page.add("Exploratory: games, question and hypothesis were not all fixed before the first game.");
}

void add_others(const EffectsResults& results, Page& page) {
  const SideVariants& others = results.step->others;
  page.add(others.title);
  if (!results.others.empty()) page.add(variants_grid(results.step->measured, results.others));
  if (others.compared.empty()) return;
  std::vector<Switch> predictions;
  for (const SideVariants::Compared& one : others.compared) predictions.push_back(one.what);
  page.add(predictions_grid(predictions));
  page.add(fmt::format("Together, Holm over {}:", results.compared.size()));
  page.add(judged_grid(results.compared));
}

std::string csv_rows(const char* kind, const std::vector<NamedEstimate>& variants) {
  std::string text;
  for (const NamedEstimate& one : variants)
    text += fmt::format("{},{},{},{},,\n", kind, csv_cell(one.name), one.estimate.elo, one.estimate.error());
  return text;
}

std::string csv_rows(const char* kind, const std::vector<JudgedEffect>& effects) {
  std::string text;
  for (const JudgedEffect& one : effects)
    text += fmt::format("{},{},{},{},{},{}\n", kind, csv_cell(one.name), one.elo, one.error, one.p, one.holm_p);
  return text;
}

constexpr const char* kCsvHead = "what,name,elo,standard_error,p,holm_p\n";

}  // namespace

std::string effects_markdown(const EffectsResults& results) {
  const EffectsStep& step = *results.step;
  Page page;
  page.add(fmt::format("## {}, {} games a variant", step.name, games_text(results.games)));
  add_warnings(results, page);
  if (!step.switches.empty()) page.add(predictions_grid(step.switches));
  page.add(step.note);
  if (!step.switches.empty()) page.add(variants_grid(step.measured, results.variants));
  if (results.again) page.add(again_text(results));
  add_others(results, page);
  page.add(results.chosen);
  if (step.switches.empty()) return page.text();
  page.add(fmt::format("Effects in the whole factorial, by the steps above, Holm over {}:", results.effects.size()));
  page.add(judged_grid(results.effects));
  page.add(fmt::format("What each switch alone gives {}, Holm over {}:", step.first, results.switches.size()));
  page.add(judged_grid(results.switches));
  return page.text();
}

std::string effects_csv(const EffectsResults& results) {
  std::string text = kCsvHead + csv_rows("variant", results.variants) + csv_rows("other variant", results.others);
  if (results.again) text += csv_rows("A/A", {{results.step->again[0], *results.again}});
  return text + csv_rows("compared", results.compared) + csv_rows("effect", results.effects) +
         csv_rows("switch", results.switches);
}

std::string summary_markdown(const SummaryResults& results) {
  Page page;
  page.add("## " + results.step->name);
  std::vector<std::string> firsts;
  for (const auto& [name, table] : results.tables) {
    const NamedEstimate& first = table.variants.empty() ? table.others.front() : table.variants.front();
    firsts.push_back(fmt::format("{} ({}) {:+.1f} ± {:.1f} Elo", name, first.name, first.estimate.elo,
                                 kZ95 * first.estimate.error()));
  }
  page.add(fmt::format("The first variant of each table, {}: {}.", results.tables.front().second.step->first,
                       fmt::join(firsts, ", ")));
  if (!results.broken.empty())
    page.add(fmt::format("Void, since a player does not equal itself there: {}.", fmt::join(results.broken, ", ")));
  if (!results.exploratory.empty())
    page.add(fmt::format("Exploratory, since not all was fixed before the first game: {}.",
                         fmt::join(results.exploratory, ", ")));
  for (const auto& [name, table] : results.tables) page.add(table.step->note);
  page.add(fmt::format("What each switch alone gives it, in Elo, Holm over all {}. {}", results.effects.size(),
                       verdict_of(results.switches, results.effects)));
  page.add(judged_grid(results.effects));
  return page.text();
}

std::string summary_csv(const SummaryResults& results) { return kCsvHead + csv_rows("switch", results.effects); }

}  // namespace rootward::study
