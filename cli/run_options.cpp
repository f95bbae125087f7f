// Options of several commands, and what is said of an interruption.
#include "cli/run_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iterator>

#include "cli/option_checks.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/number_text.h"
#include "core/text.h"
#include "lab/arena/signals.h"
#include "lab/report/plot/pdf.h"

namespace rootward {

void add_threads_option(CLI::App& command) {
  command.add_option("--threads", "Threads to work with; every core this process may use unless given")
      ->transform(whole_number(1, 4096))
      ->type_name("N");
}

void add_wind_down_option(CLI::App& command) {
  command
      .add_option("--wind-down",
                  "Seconds that games under way may go on after SIGUSR1, with which batch systems announce a time "
                  "limit; 90 unless given")
      ->transform(whole_number(0, 1'000'000))
      ->type_name("S");
}

std::chrono::seconds wind_down(const CLI::App& command) {
  constexpr std::chrono::seconds kUnlessGiven{90};
  if (command.count("--wind-down") == 0) return kUnlessGiven;
  return std::chrono::seconds(command.get_option("--wind-down")->as<std::int64_t>());
}

void add_sync_option(CLI::App& command) {
  command
      .add_option("--sync",
                  "Seconds between two times that results are forced to the disk; 2 unless given, 30 with --shard")
      ->transform(whole_number(0, 1'000'000))
      ->type_name("S");
}

std::optional<std::chrono::seconds> sync_interval(const CLI::App& command) {
  if (command.count("--sync") == 0) return std::nullopt;
  return std::chrono::seconds(command.get_option("--sync")->as<std::int64_t>());
}

void add_skip_damaged_option(CLI::App& command) {
  command.add_flag("--skip-damaged")->description("Leave damaged lines of record files out, and list them");
}

DamagedLines damaged_lines(const CLI::App& command) {
  return command.count("--skip-damaged") > 0 ? DamagedLines::leave_out : DamagedLines::refuse;
}

Shard parse_shard(const std::string& text) {
  const std::string_view whole = text;
  const std::size_t slash = std::min(whole.find('/'), whole.size());
  const std::optional<std::uint32_t> index = parse_number<std::uint32_t>(whole.substr(0, slash));
  const std::optional<std::uint32_t> count =
      parse_number<std::uint32_t>(slash < whole.size() ? whole.substr(slash + 1) : "");
  if (!index || !count || *index < 1 || *index > *count)
    throw UsageError(fmt::format("--shard {}: K/N with K from 1 to N is allowed, such as 1/4", text));
  return {.index = *index, .count = *count};
}

std::string own_command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string line;
  for (std::string word; std::getline(file, word, '\0');)
    line += fmt::format("{}{}", line.empty() ? "" : " ", shell_quoted(word));
  return line.empty() ? "the same command" : line;
}

int interrupted(const std::string& stored, const Shard& shard) {
  note("interrupted: {}; continue with:\n  {}", stored, own_command_line());
  return static_cast<int>(interruption_code(shard));
}

int failed(const std::exception& why, ExitCode code, const std::string& folder, bool has_begun) {
  note("error: {}", why.what());
  if (has_begun) note("what was played is stored in {}; continue with:\n  {}", folder, own_command_line());
  return static_cast<int>(code);
}

std::string figures_text(const std::string& folder) {
  const bool has_pdf = !plot::pdf_tool().empty();
  return fmt::format("{}/plots, {}", folder,
                     has_pdf ? "as SVG and PDF" : "as SVG; for PDF too install rsvg-convert or inkscape");
}

}  // namespace rootward
