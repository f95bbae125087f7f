// `rootward tool data`: stored games of self-play checked, counted, shown, drawn from, labelled anew; games of others
// read.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "experiments/selfplay/data_check.h"
#include "experiments/selfplay/data_relabel.h"
#include "experiments/selfplay/data_sgf.h"
#include "experiments/selfplay/data_show.h"
#include "experiments/selfplay/data_stats.h"
#include "experiments/selfplay/samples.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/parts.h"
#include "lab/engines/sgf/sgf_text.h"

namespace rootward {
namespace {

constexpr std::size_t kShownFaults = 50;

std::vector<std::string> given_paths(const CLI::App& command) {
  return command.get_option("DIR")->as<std::vector<std::string>>();
}

std::size_t given_threads(const CLI::App& command) {
  return command.count("--threads") > 0 ? command.get_option("--threads")->as<std::size_t>() : default_thread_count();
}

std::string given_text(const CLI::App& command, const char* option) {
  return command.count(option) > 0 ? command.get_option(option)->as<std::string>() : "";
}

std::optional<double> given_number(const CLI::App& command, const char* option) {
  if (command.count(option) == 0) return std::nullopt;
  return command.get_option(option)->as<double>();
}

void add_paths(CLI::App& command) {
  command.add_option("DIR", "Folders of runs, their data folders, or shards (NNNNN-NNN.games)")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
}

int data_check_command(const CLI::App& command) {
  const selfplay::CheckReport report = selfplay::check_shards(given_paths(command), given_threads(command));
  print_results("{} shards, {} games, {} plies, {} targets: {}\n", report.shards, report.games, report.plies,
                report.targets,
                report.faults.empty() ? std::string("all good") : fmt::format("{} faults", report.faults.size()));
  flush_results();
  for (std::size_t i = 0; i < std::min(kShownFaults, report.faults.size()); ++i) note("error: " + report.faults[i]);
  if (report.faults.size() > kShownFaults) note("error: and {} more", report.faults.size() - kShownFaults);
  return static_cast<int>(report.faults.empty() ? ExitCode::done : ExitCode::usage);
}

void declare_data_check(CLI::App& data, int& exit_code) {
  CLI::App* command =
      data.add_subcommand("check", "Replay every move, sum every target, recount every score and ownership");
  add_paths(*command);
  add_threads_option(*command);
  command->footer(
      "Exit code 2 where a shard is broken or a game is not what the rules make of its moves; each fault is named "
      "with\n"
      "its file.\n"
      "Example: rootward tool data check runs/go9");
  command->callback([command, &exit_code] { exit_code = data_check_command(*command); });
}

void data_stats_command(const CLI::App& command) {
  std::optional<selfplay::AskedNetwork> network;
  if (command.count("--evaluator") > 0) {
    network.emplace(selfplay::AskedNetwork{.evaluator = parse_evaluator(given_text(command, "--evaluator"))});
    if (command.count("--positions") > 0) network->positions = command.get_option("--positions")->as<std::uint64_t>();
  }
  const std::vector<selfplay::GenerationStats> stats = selfplay::data_stats(given_paths(command), network);
  print_results("{}", command.count("--json") > 0 ? selfplay::stats_json(stats) : selfplay::stats_text(stats));
  flush_results();
}

void declare_data_stats(CLI::App& data) {
  CLI::App* command =
      data.add_subcommand("stats", "What each generation's games are like: lengths, results, entropy ..");
  add_paths(*command);
  command->add_flag("--json")->description("One JSON object, schema rootward.data-stats/1, in place of the table");
  command
      ->add_option("--evaluator", "A network to be asked about positions: its policy's entropy, the targets' distance")
      ->type_name("YAML");
  command->add_option("--positions", "How many positions a generation it is asked about; 500 unless given")
      ->transform(whole_number(1, 1'000'000))
      ->needs("--evaluator")
      ->type_name("N");
  command->footer("Example: rootward tool data stats runs/go9 --json");
  command->callback([command] { data_stats_command(*command); });
}

void data_show_command(const CLI::App& command) {
  const auto number = command.get_option("--game")->as<std::uint64_t>();
  for (const std::string& path : selfplay::find_shards(given_paths(command))) {
    const selfplay::Shard shard = selfplay::read_shard(path);
    const auto game = std::ranges::find(shard.games, number, &selfplay::ShardGame::number);
    if (game == shard.games.end()) continue;
    const std::unique_ptr<Game> rules = make_game(parse_game(shard.header.game, {}, path));
    print_results("{}", command.count("--sgf") > 0 ? selfplay::game_tree(*rules, shard.header, *game)
                                                   : selfplay::game_text(*rules, shard.header, *game));
    flush_results();
    return;
  }
  throw UsageError(fmt::format("--game {}: no shard there holds it (generation * 1,000,000 + index)", number));
}

void declare_data_show(CLI::App& data) {
  CLI::App* command = data.add_subcommand("show", "One game with its targets, as text or SGF");
  add_paths(*command);
  command->add_option("--game", "Its number: generation * 1,000,000 + index")
      ->required()
      ->transform(whole_number(0, 1'000'000'000'000))
      ->type_name("N");
  command->add_flag("--sgf")->description("An SGF game tree with the targets as comments");
  command->footer("Example: rootward tool data show runs/go9 --game 12000047 --sgf");
  command->callback([command] { data_show_command(*command); });
}

/// Ends the drawing where nobody takes the rows any more.
void write_rows(std::string_view bytes) {
  write_results(bytes);
  if (reader_has_gone()) throw std::system_error(EPIPE, std::generic_category(), "standard output");
}

void data_samples_command(const CLI::App& command) {
  selfplay::WindowRequest request{.generation = command.get_option("--generation")->as<std::uint64_t>(),
                                  .is_held_out = command.count("--held-out") > 0,
                                  .is_unmet = command.count("--unmet") > 0,
                                  .rows = given_number(command, "--rows"),
                                  .made = given_number(command, "--made")};
  if (command.count("--window") > 0)
    request.growth = selfplay::parse_window(given_text(command, "--window"), "--window");
  selfplay::SampleSettings settings{.planes = given_text(command, "--planes"),
                                    .count = command.get_option("--count")->as<std::uint64_t>(),
                                    .threads = given_threads(command)};
  if (command.count("--batch") > 0) settings.batch = command.get_option("--batch")->as<std::size_t>();
  const selfplay::SampleWindow window(given_paths(command), request);
  if (command.count("--out") > 0) {
    const std::string out = given_text(command, "--out");
    write_named_file(out, selfplay::sample_tensors(window, request, settings));
    print_results("{}: {} rows out of {:.0f} in {} games\n", out, selfplay::drawn_rows(window, settings), window.rows(),
                  window.games());
  } else {
    selfplay::write_sample_stream(window, request, settings, write_rows);
  }
  flush_results();
}

void declare_data_samples(CLI::App& data) {
  CLI::App* command = data.add_subcommand("samples", "Draw rows to learn from, as a binary stream on stdout");
  constexpr double kMostRows = 1e12;
  add_paths(*command);
  command->add_option("--generation", "The newest generation to draw from; it names the random stream too")
      ->required()
      ->transform(whole_number(0, 1'000'000))
      ->type_name("K");
  command->add_option("--count", "How many rows")
      ->required()
      ->transform(whole_number(1, 1'000'000'000))
      ->type_name("N");
  command->add_option("--rows", "The window in rows; as --window says unless given")
      ->check(number_in(1.0, kMostRows))
      ->type_name("W");
  command->add_option("--made", "Rows made so far, where older shards are gone; what the shards hold unless given")
      ->check(number_in(0.0, kMostRows))
      ->type_name("R");
  command->add_option("--window", "How the window grows; {rows: 250000, growth: 0.4, exponent: 0.65} unless given")
      ->type_name("YAML");
  command->add_flag("--held-out")
      ->description("Of the games whose number is 0 mod 20, which are else never drawn from");
  command->add_flag("--unmet")
      ->description(
          "Of these only positions that no game to be trained on has, up to the board's symmetry; where there is none, "
          "no rows follow the header")
      ->needs("--held-out");
  command->add_option("--batch", "Rows a block; 256 unless given")->transform(whole_number(1, 65536))->type_name("N");
  command->add_option("--planes", "What is seen, \"history 5\"; as the newest shard's network unless given")
      ->type_name("TEXT");
  command->add_option("--out", "A safetensors file in place of the stream")->type_name("FILE");
  add_threads_option(*command);
  command->footer(
      "The same shards, generation and count give the same bytes on any machine with any number of threads.\n"
      "docs/training.md describes the stream.\n"
      "Example: rootward tool data samples runs/go9 --generation 12 --count 180000 > samples.bin");
  command->callback([command] { data_samples_command(*command); });
}

void data_sgf_command(const CLI::App& command) {
  const selfplay::SgfImportReport report =
      selfplay::import_sgf({.files = command.get_option("FILE")->as<std::vector<std::string>>(),
                            .out = given_text(command, "--out"),
                            .game = parse_game(given_text(command, "--game"), {}, "--game"),
                            .takes_any_komi = command.count("--any-komi") > 0,
                            .rules = given_text(command, "--rules"),
                            .licence = given_text(command, "--licence")});
  print_results("{} games with {} positions; {} of them have no result\n", report.games, report.positions,
                report.without_result);
  note_guessed_encoding(report.of_guessed_encoding, "data sgf");
  for (const auto& [reason, count] : report.left_out) print_results("left out: {} {}\n", count, reason);
  flush_results();
}

void declare_data_sgf(CLI::App& data) {
  CLI::App* command = data.add_subcommand("sgf", "Make shards of SGF games: the moves played, the results stated");
  command->add_option("FILE", "SGF files, of one game or of many")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("FILE");
  command->add_option("--game", "The rules to learn: games of another board or komi are left out, and counted")
      ->required()
      ->type_name("GAME");
  command->add_option("--out", "Folder to write")->required()->type_name("DIR");
  command->add_flag("--any-komi")->description("Take games of every komi");
  command->add_option("--rules", "Take only games whose RU says so, such as chinese")->type_name("TEXT");
  command->add_option("--licence", "Licence of the games, for the networks that learn from them")->type_name("TEXT");
  command->footer(
      "Example: rootward tool data sgf games/*.sgf --game '{name: go, size: 19, komi: 7.5}' --out runs/masters");
  command->callback([command] { data_sgf_command(*command); });
}

int data_relabel_command(const CLI::App& command) {
  const SignalGuard guard;
  const selfplay::Relabelling work{.paths = given_paths(command),
                                   .out = given_text(command, "--out"),
                                   .evaluator = given_text(command, "--evaluator"),
                                   .searches = command.count("--search") > 0,
                                   .search = given_text(command, "--search"),
                                   .licence = given_text(command, "--licence"),
                                   .threads = given_threads(command)};
  const selfplay::RelabelReport report = selfplay::relabel(work, [] { return SignalGuard::stop_requested(); });
  if (SignalGuard::stop_requested())
    return interrupted(fmt::format("{} shards and {} games more are stored in {}", report.shards + report.kept,
                                   report.games, work.out));
  print_results("{}: {} shards written, {} were there; {} games, {} positions\n", work.out, report.shards, report.kept,
                report.games, report.positions);
  flush_results();
  return static_cast<int>(ExitCode::done);
}

void declare_data_relabel(CLI::App& data, int& exit_code) {
  CLI::App* command = data.add_subcommand("relabel", "The same games with a teacher's policy and value for targets");
  add_paths(*command);
  command->add_option("--evaluator", "The teacher, such as {name: net, file: FILE}")->required()->type_name("YAML");
  command->add_option("--search", "Targets are the visits of such a search with the teacher, not its own answer")
      ->type_name("YAML");
  command->add_option("--licence", "Licence of its labels; as the network's file says unless given")->type_name("TEXT");
  command->add_option("--out", "Folder to write; shards that are there are kept")->required()->type_name("DIR");
  add_threads_option(*command);
  command->footer(
      "Example: rootward tool data relabel runs/go9 --evaluator '{name: net, file: "
      "g170-b6c96-s175395328-d26788732.bin.gz}' "
      "--out runs/taught");
  command->callback([command, &exit_code] { exit_code = data_relabel_command(*command); });
}

}  // namespace

void declare_data(CLI::App& app, int& exit_code) {
  CLI::App* data = app.add_subcommand("data", "Games of self-play: check, count, show, draw samples, label anew");
  data->require_subcommand(1);
  declare_data_check(*data, exit_code);
  declare_data_stats(*data);
  declare_data_show(*data);
  declare_data_journal(*data);
  declare_data_samples(*data);
  declare_data_sgf(*data);
  declare_data_relabel(*data, exit_code);
  data->footer("Example: rootward tool data check runs/go9");
}

}  // namespace rootward
