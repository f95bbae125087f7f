// `rootward tool net`: what a network file holds and how fast it runs here; what it lacks; conversion to our own
// format.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/bench/networks.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/embedded.h"
#include "evaluators/net/model.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/residual_check.h"
#include "evaluators/net/runner.h"
#include "evaluators/net/safetensors.h"
#include "evaluators/net/way_error.h"

namespace rootward {
namespace {

constexpr double kTimedSeconds = 0.1;
constexpr std::size_t kComparedPositions = 200;
constexpr std::uint64_t kComparedSeed = 1;  ///< other games than those of calibration

/// Evaluations a second of CPU time, the network alone.
double evaluations_per_second(const net::Model& model, net::BoardShape board, net::Path path) {
  bench::NetworkRun run(model, board, path);
  double spent = 0;
  int count = 0;
  for (; spent < kTimedSeconds; ++count) spent += run.seconds(1);
  return count / spent;
}

void print_line(const std::string& key, const std::string& value) { print_shown("{:<14}{}\n", key, value); }

/// How far a way is from f32, the first way, on those of the positions that lie on the board.
std::string error_text(net::Model& model, net::BoardShape board, net::Path path,
                       const std::vector<net::SeenPosition>& all) {
  std::vector<net::SeenPosition> positions;
  std::ranges::copy_if(all, std::back_inserter(positions), [&](const auto& one) { return one.board == board; });
  const auto reference = net::make_calibrated_runner(model, board, net::paths_here().front(), "the network");
  const auto other = net::make_calibrated_runner(model, board, path, "the network");
  const net::WayError error = net::way_error(*reference, *other, positions);
  return fmt::format("on {} positions: KL {:.1e}, largest prior {:.4f}, value rms {:.1e}, same move {:.1f} %",
                     positions.size(), error.divergence, error.largest_prior, error.value_rms, 100 * error.same_move);
}

std::string speed_text(net::Model& model, net::BoardShape board, net::Path path) {
  return fmt::format("{}x{}: {:.0f} evaluations a second of one core by {} ({:.1f} million multiplications each)",
                     board.columns, board.lines, evaluations_per_second(model, board, path), net::path_name(path),
                     static_cast<double>(net::multiplication_count(model.plan, board.points())) / 1e6);
}

/// Positions on which ways are compared; none, and why not, where no game is at hand that the network plays.
std::vector<net::SeenPosition> compared_positions(net::Model& model) {
  try {
    return net::played_positions(model, kComparedPositions, kComparedSeed);
  } catch (const std::invalid_argument& refusal) {
    print_line("error", fmt::format("not measured: {}", refusal.what()));
    return {};
  }
}

/// Speeds of all boards and ways, or why the network has no such way; then errors.
void print_ways(net::Model& model, const std::vector<net::BoardShape>& boards) {
  const std::vector<net::SeenPosition> positions = compared_positions(model);
  std::string speed = "speed here", error = "error";
  for (const net::BoardShape& board : boards)
    for (const net::Path path : net::paths_here()) {
      try {
        print_line(std::exchange(speed, ""), speed_text(model, board, path));
      } catch (const UsageError& refusal) {
        print_line(
            "", fmt::format("{}x{}: not by {}: {}", board.columns, board.lines, net::path_name(path), refusal.what()));
      }
    }
  if (positions.empty()) return;
  for (const net::BoardShape& board : boards)
    for (const net::Path path : net::paths_here()) {
      if (path == net::paths_here().front()) continue;
      try {
        print_line(std::exchange(error, ""),
                   fmt::format("{}x{}, {} against {} {}", board.columns, board.lines, net::path_name(path),
                               net::path_name(net::paths_here().front()), error_text(model, board, path, positions)));
      } catch (const UsageError&) {  // said above
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
    net::Model model = net::load_model(std::string(network.name));
    print_line("file", std::string(network.name));
    print_line("board sizes", model.boards_text());
    print_line("komi", komi_text(model));
    print_line("parameters", fmt::format("{}, in {} bytes", net::parameter_count(model.plan), network.bytes.size()));
    print_line("run", model.run.empty() ? "the file says nothing" : model.run);
    print_line("licence", model.licence.empty() ? "the file says nothing" : model.licence);
    print_ways(model, timed_boards(model));
  }
  flush_results();
}

void print_info(const std::string& file) {
  const std::string path = net::find_model_file(file, "");
  net::Model model = net::load_model(path);
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
  print_ways(model, timed_boards(model));
  flush_results();
}

/// A network that i16 does not fit is written without exponents.
void calibrate_if_fit(net::Model& model) {
  try {
    net::calibrate(model);
  } catch (const std::invalid_argument& refusal) {
    note(fmt::format("precision i16 does not fit this network: {}", refusal.what()));
  }
}

void convert(const std::string& file, const std::string& out, bool keeps_layout) {
  const std::string path = net::find_model_file(file, "");
  net::Model model = net::load_model(path);
  if (keeps_layout) {
    if (!model.architecture.starts_with("residual"))
      throw UsageError(fmt::format("{}: --keep-layout is for residual networks with named tensors", path));
    try {
      const net::TensorFile tensors = net::with_exponents(net::parse_safetensors(net::read_model_file(path)));
      write_named_file(out, net::safetensors_bytes(tensors));
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("{}: {}", path, error.what()));
    }
  } else {
    calibrate_if_fit(model);
    write_named_file(out, net::safetensors_bytes(net::plan_file(model)));
  }
  print_results("{}: {} parameters, {}\n", out, net::parameter_count(model.plan), model.architecture);
  flush_results();
}

/// All that is wrong with a safetensors file of named tensors. Throws UsageError.
void refuse_problems(const std::string& bytes, const std::string& path) {
  std::vector<Problem> problems;
  try {
    const net::TensorHeader header = net::parse_safetensors_header(bytes);
    const auto architecture = header.metadata.find("architecture");
    if (architecture != header.metadata.end() && architecture->second == net::kPlanArchitecture) return;
    for (net::TensorProblem& one : net::residual_problems(header))
      problems.push_back({.file = path, .path = std::move(one.what), .message = std::move(one.message)});
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
  if (!problems.empty()) throw UsageError(std::move(problems));
}

void check_network(const std::string& file) {
  const std::string path = net::find_model_file(file, "");
  const std::string bytes = net::read_model_file(path);
  if (!bytes.starts_with(net::kGzipMark)) refuse_problems(bytes, path);
  const net::Model model = net::parse_model(bytes, path);
  print_shown("{}: in order; {}; {} parameters; boards: {}; planes: {}\n", path, model.architecture,
              net::parameter_count(model.plan), model.boards_text(), net::planes_text(model.planes));
  flush_results();
}

void declare_net_check(CLI::App& net) {
  CLI::App* command = net.add_subcommand("check", "What a file lacks to be a network here, tensor by tensor");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "A network's file, or one of another program's tensors as safetensors")
      ->required()
      ->type_name("FILE");
  command->footer(
      "Every tensor that is missing, of another shape or type, or no part of the network has a line, and the exit "
      "code\n"
      "is then 2. docs/nets.md has the names and shapes.\n"
      "Example: rootward tool net check mine.safetensors");
  command->callback([file] { check_network(*file); });
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
  const auto keeps_layout = std::make_shared<bool>(false);
  command->add_flag("--keep-layout", *keeps_layout,
                    "A residual network keeps its named tensors and gains the exponents of precision i16 alone");
  command->footer(
      "The written network computes what the read one does, bit for bit, and knows the exponents of precision i16;\n"
      "docs/nets.md describes the format.\n"
      "Example: rootward tool net convert g170-b6c96-s175395328-d26788732.bin.gz g170.safetensors");
  command->callback([files, keeps_layout] { convert(files->first, files->second, *keeps_layout); });
}

}  // namespace

void declare_net(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("net", "About networks: info, check, convert, card");
  command->require_subcommand(1);
  command->footer(
      "A relative FILE is looked for in the working folder, then in $ROOTWARD_NETS.\n"
      "Example: rootward tool net info g170-b6c96-s175395328-d26788732.bin.gz");
  declare_info(*command);
  declare_net_check(*command);
  declare_convert(*command);
  declare_net_card(*command, exit_code);
}

}  // namespace rootward
