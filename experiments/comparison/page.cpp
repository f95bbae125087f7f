// One page with all of it, and the files of a folder.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "core/escape.h"
#include "core/file_io.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"
#include "lab/config/parts.h"
#include "lab/report/html.h"
#include "lab/report/provenance.h"

namespace rootward::comparison {
namespace {

std::string players_html(const PlayedRun& run) {
  Grid players;
  players.columns = {{"player", false}, {"settings", false, true}};
  for (const PlayerSpec& player : run.players) players.rows.push_back({player.name, player_summary(player)});
  return html_table(players);
}

std::string runs_html(const Comparison& comparison) {
  std::string out = "<h2>Runs</h2>\n";
  for (const PlayedRun& run : comparison.runs)
    out += fmt::format("<h3>{}</h3>\n", xml_text(run.name)) + players_html(run) + provenance_html(run.manifest);
  return out;
}

std::string figure_html(const plot::Figure& figure) { return figure.panels.empty() ? "" : html_figure(figure); }

/// The figure's file; a figure without panels leaves none.
void write_figure(const std::string& path, const plot::Figure& figure, std::vector<std::string>& files) {
  if (figure.panels.empty()) {
    std::error_code ignored;  // that there was none
    std::filesystem::remove(path, ignored);
    return;
  }
  write_file_atomically(path, plot::figure_svg(figure));
  files.push_back(path);
}

}  // namespace

std::string comparison_html(const Comparison& comparison) {
  std::string body = fmt::format("<h1>Published and played: {}</h1>\n", xml_text(comparison.published.source));
  body += html_facts(comparison_facts(comparison));
  body += "<h2>Every cell</h2>\n" + figure_html(forest_figure(comparison));
  for (const Grid& grid : comparison_grids(comparison)) body += html_table(grid);
  body += html_legend(comparison_legend(comparison));
  body += "<h2>Conditions, known and unknown</h2>\n";
  for (const Grid& grid : condition_grids(comparison)) body += html_table(grid);
  body +=
      "<h2>What was played</h2>\n" + figure_html(profile_figure(comparison)) + figure_html(feedback_figure(comparison));
  return html_page("Published and played", body + runs_html(comparison));
}

std::vector<std::string> write_comparison(const Comparison& comparison, const std::string& folder) {
  make_folders(folder);
  std::vector<std::string> files;
  const std::pair<const char*, std::string> texts[] = {{"table.md", comparison_markdown(comparison)},
                                                       {"table.csv", comparison_csv(comparison)},
                                                       {"table.json", comparison_json(comparison)}};
  for (const auto& [name, text] : texts) {
    files.push_back(folder + "/" + name);
    write_file_atomically(files.back(), text);
  }
  write_figure(folder + "/forest.svg", forest_figure(comparison), files);
  write_figure(folder + "/profile.svg", profile_figure(comparison), files);
  write_figure(folder + "/feedback.svg", feedback_figure(comparison), files);
  files.push_back(folder + "/index.html");
  write_file_atomically(files.back(), comparison_html(comparison));
  return files;
}

}  // namespace rootward::comparison
