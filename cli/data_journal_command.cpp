// `rootward tool data journal`: a training run's state as journal.csv and figures; its alarms on stdout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/output.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/selfplay/journal.h"
#include "lab/store/packed_file.h"

namespace rootward {
namespace {

selfplay::Journal read_journal(const std::string& folder) {
  const std::string path = stored_form(folder + "/state.json");
  if (path.empty()) throw UsageError(folder + ": no training run lies there; it would have a file state.json.gz");
  try {
    return selfplay::parse_journal(unpacked_text(path));
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
}

void write_journal(const std::string& folder) {
  const selfplay::Journal journal = read_journal(folder);
  write_file_atomically(folder + "/journal.csv", selfplay::journal_csv(journal));
  const std::pair<const char*, plot::Figure> figures[] = {{"losses", selfplay::loss_figure(journal)},
                                                          {"elo", selfplay::elo_figure(journal)},
                                                          {"games", selfplay::games_figure(journal)}};
  for (const auto& [name, figure] : figures)
    write_file_atomically(fmt::format("{}/{}.svg", folder, name), plot::figure_svg(figure));
  if (journal.rows.empty()) return;
  for (const std::string& alarm : selfplay::alarms_of(journal, journal.rows.size() - 1)) print_results("{}\n", alarm);
  flush_results();
}

}  // namespace

void declare_data_journal(CLI::App& data) {
  CLI::App* command =
      data.add_subcommand("journal", "A training run's journal.csv, losses.svg, elo.svg and games.svg, and its alarms");
  command->add_option("DIR", "The training run's folder")->required()->type_name("DIR");
  command->footer(
      "Written anew from DIR/state.json.gz. What is alarming about the last generation goes to stdout, a line each.\n"
      "Example: rootward tool data journal results/training/go5");
  command->callback([command] { write_journal(command->get_option("DIR")->as<std::string>()); });
}

}  // namespace rootward
