// `rootward tool net`: what a network file holds and how fast it runs here; conversion to our own format.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/bench/networks.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "evaluators/net/embedded.h"
#include "evaluators/net/model.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/runner.h"

namespace rootward {
namespace {

constexpr double kTimedSeconds = 0.5;

/// Evaluations a second of CPU time, the network alone.
double evaluations_per_second(const net::Model& model, net::BoardShape board, net::Path path) {
  bench::NetworkRun run(model, board, path);
  double spent = 0;
  int count = 0;
  for (; spent < kTimedSeconds; ++count) spent += run.seconds(1);
  return count / spent;
}

void print_line(const std::string& key, const std::string& value) { print_shown("{:<14}{}\n", key, value); }

/// A line a board and a way of computing.
void print_speeds(const net::Model& model, const std::vector<net::BoardShape>& boards) {
  std::string label = "speed here";
  for (const net::BoardShape& board : boards) {
    for (const net::Path path : net::paths_here()) {
      print_line(
          std::exchange(label, ""),
          fmt::format("{}x{}: {:.0f} evaluations a second of one core by {} ({:.1f} million multiplications "
                      "each)",
                      board.columns, board.lines, evaluations_per_second(model, board, path), net::path_name(path),
                      static_cast<double>(net::multiplication_count(model.plan, board.points())) / 1e6));
    }
  }
}

std::string komi_text(const net::Model& model) {
  if (model.komi) return fmt::format("trained for {}", *model.komi);
  return model.planes.kind == net::PlaneKind::katago_v7 ? "any, an input" : "not given";
}

/// Boards whose speed is told: its one board, else 9x9 and the largest.
std::vector<net::BoardShape> timed_boards(const net::Model& model) {
  if (const std::optional<net::BoardShape> board = model.fixed_board()) return {*board};
  return {9, model.max_size};
}

/// The networks inside the program, a paragraph each.
void print_embedded() {
  for (const net::EmbeddedNetwork& network : net::embedded_networks()) {
    const net::Model model = net::parse_model(network.bytes, std::string(network.name));
    print_line("file", std::string(network.name));
    print_line("board sizes", model.boards_text());
    print_line("komi", komi_text(model));
    print_line("parameters", fmt::format("{}, in {} bytes", net::parameter_count(model.plan), network.bytes.size()));
    print_line("run", model.run.empty() ? "the file says nothing" : model.run);
    print_line("licence", model.licence.empty() ? "the file says nothing" : model.licence);
    print_speeds(model, timed_boards(model));
  }
  flush_results();
}

void print_info(const std::string& file) {
  const std::string path = net::find_model_file(file, "");
  const net::Model model = net::load_model(path);
  print_line("file", path);
  print_line("format", model.format);
  print_line("name", model.name.empty() ? "-" : model.name);
  print_line("architecture", model.architecture);
  print_line("planes", fmt::format("{}: {} planes, {} global inputs", net::planes_text(model.planes),
                                   net::plane_count(model.planes), net::global_count(model.planes)));
  print_line("parameters", fmt::format("{}", net::parameter_count(model.plan)));
  print_line("board sizes", model.boards_text());
  print_line("komi", komi_text(model));
  print_line("error", net::tells_error(model) ? "each value comes with how far it may be off" : "not given");
  print_line("run", model.run.empty() ? "the file says nothing" : model.run);
  print_line("licence", model.licence.empty() ? "the file says nothing" : model.licence);
  print_speeds(model, timed_boards(model));
  flush_results();
}

void convert(const std::string& file, const std::string& out) {
  const net::Model model = net::load_model(net::find_model_file(file, ""));
  write_file_atomically(out, net::safetensors_bytes(net::plan_file(model)));
  fmt::print("{}: {} parameters, {}\n", out, net::parameter_count(model.plan), model.architecture);
  flush_results();
}

void declare_info(CLI::App& net) {
  CLI::App* command = net.add_subcommand("info", "Architecture, planes, parameters, board sizes, licence, speed here");
  const auto file = std::make_shared<std::string>();
  command
      ->add_option("FILE", *file,
                   "A network: .safetensors, .bin.gz, .txt.gz or builtin:NAME; those inside the program unless given")
      ->type_name("FILE");
  command->footer("Examples: rootward tool net info, rootward tool net info g170-b6c96-s175395328-d26788732.bin.gz");
  command->callback([file] { file->empty() ? print_embedded() : print_info(*file); });
}

void declare_convert(CLI::App& net) {
  CLI::App* command = net.add_subcommand("convert", "Write a network of any format as safetensors");
  const auto files = std::make_shared<std::pair<std::string, std::string>>();
  command->add_option("FILE", files->first, "The network to read")->required()->type_name("FILE");
  command->add_option("OUT", files->second, "The safetensors file to write, replaced where it is there")
      ->required()
      ->type_name("OUT");
  command->footer(
      "The written network computes what the read one does, bit for bit; docs/nets.md describes the format.\n"
      "Example: rootward tool net convert g170-b6c96-s175395328-d26788732.bin.gz g170.safetensors");
  command->callback([files] { convert(files->first, files->second); });
}

}  // namespace

void declare_net(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("net", "About networks: info, convert, card");
  command->require_subcommand(1);
  command->footer(
      "A relative FILE is looked for in the working folder, then in $ROOTWARD_NETS.\n"
      "Example: rootward tool net info g170-b6c96-s175395328-d26788732.bin.gz");
  declare_info(*command);
  declare_convert(*command);
  declare_net_card(*command, exit_code);
}

}  // namespace rootward
