// Looking for the program, requests and replies.
#include "experiments/tuning/optimizer_client.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/text.h"

namespace rootward::tuning {
namespace {

constexpr double kQuitSeconds = 2;

Json operation(const char* name) {
  Json line;
  line["op"] = name;
  return line;
}

Json operation(const char* name, std::uint64_t id) {
  Json line = operation(name);
  line["id"] = id;
  return line;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kShown = 200;
  return text.size() > kShown ? text.substr(0, kShown) + "..." : text;
}

constexpr const char* kOptimizerProgram = "rootward-optimizer";

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::filesystem::path> optimizer_on_path() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path program = std::filesystem::path(folder.empty() ? "." : folder) / kOptimizerProgram;
    if (is_program(program)) return program;
  }
  return std::nullopt;
}

/// Of the file that this code was loaded from: the program, or the Python package's module.
std::filesystem::path own_folder() {
  Dl_info found{};
  static const char kHere = 0;
  if (::dladdr(&kHere, &found) != 0 && found.dli_fname != nullptr && std::string_view(found.dli_fname).ends_with(".so"))
    return std::filesystem::path(found.dli_fname).parent_path();
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::filesystem::path find_optimizer() {
  const std::filesystem::path here = own_folder();
  if (is_program(here / kOptimizerProgram)) return here / kOptimizerProgram;
  if (const std::optional<std::filesystem::path> found = optimizer_on_path()) return *found;
  throw PlayerError(
      fmt::format("the optimizer {0} is missing: it is neither beside this program (in {1}) nor on PATH. Build it with "
                  "`cmake --build build/release --target {0}`, or name another with --optimizer \"COMMAND\"",
                  kOptimizerProgram, here.string()));
}

}  // namespace

std::string origin_of(const Json& object) {
  const auto origin = object.find("origin");
  const bool is_known = origin != nullptr && (*origin == "design" || *origin == "model");
  return is_known ? origin->get<std::string>() : std::string();
}

OptimizerClient::OptimizerClient(const std::string& command, const TuningConfig& tuning, std::function<bool()> stop)
    : command_(command),
      stop_(std::move(stop)),
      child_(std::make_unique<ChildProcess>(ChildOptions{.command = command})) {
  Json space = operation("space");
  space["parameters"] = space_parameters(tuning);
  require_ok(space);
}

OptimizerClient::~OptimizerClient() { child_->shut_down(kQuitSeconds); }

void OptimizerClient::fail(const std::string& what) {
  const std::string errors = child_->has_ended() ? child_->final_error_tail() : child_->error_tail();
  throw RunError(fmt::format("the optimizer `{}` {}{}", command_, what,
                             errors.empty() ? "" : "; the end of its standard error:\n" + errors));
}

Json OptimizerClient::request(const Json& line) {
  const std::string text = dump_json(line);
  const bool is_written = child_->write_line(text, kReplySeconds);
  const LineRead reply = child_->read_line(is_written ? kReplySeconds : 1.0, stop_);
  switch (reply.status) {
    case LineStatus::line:
      break;
    case LineStatus::stopped:
      throw StoppedWaiting{};
    case LineStatus::closed:
      child_->shut_down(kQuitSeconds);
      fail(child_->end_text());
    case LineStatus::timeout:
      fail(is_written ? fmt::format("has not answered {} for {} s", shortened(text), kReplySeconds)
                      : "takes no requests any more");
    case LineStatus::too_long:
      fail("answers with a line that has no end");
  }
  Json answer;
  try {
    answer = parse_json(reply.line);
  } catch (const UsageError& error) {
    fail(fmt::format("answers {} with what is no JSON object: {} ({})", shortened(text), shortened(reply.line),
                     error.what()));
  }
  if (!answer.is_object())
    fail(fmt::format("answers {} with what is no JSON object: {}", shortened(text), shortened(reply.line)));
  return answer;
}

void OptimizerClient::require_ok(const Json& line) {
  const Json answer = request(line);
  if (answer.value("ok", false) != Json(true))
    fail(fmt::format("answers {} with {}, not {{\"ok\":true}}", shortened(dump_json(line)),
                     shortened(dump_json(answer))));
}

std::optional<Proposal> OptimizerClient::ask(std::uint64_t id) {
  const Json answer = request(operation("ask", id));
  if (answer.value("id", Json(id)) != id)
    fail(fmt::format("answers ask {} with {}, which has another id", id, shortened(dump_json(answer))));
  if (answer.value("wait", Json(false)) == true) return std::nullopt;
  if (!answer.contains("params"))
    fail(fmt::format("answers ask {} with {}, which has no params", id, shortened(dump_json(answer))));
  return Proposal{answer["params"], origin_of(answer)};
}

void OptimizerClient::tell(std::uint64_t id, const Json& params, const EvaluationResult& result) {
  Json line = operation("tell", id);
  line["params"] = params;
  line["mean"] = result.mean;
  line["stderr"] = result.standard_error;
  line["games"] = result.counts.games();
  require_ok(line);
}

void OptimizerClient::tell_known(const std::string& id, const Json& params, double mean, double standard_error,
                                 std::uint64_t games) {
  Json line = operation("tell");
  line["id"] = id;
  line["params"] = params;
  line["mean"] = mean;
  line["stderr"] = standard_error;
  line["games"] = games;
  require_ok(line);
}

void OptimizerClient::failed(std::uint64_t id, const std::optional<Json>& params) {
  Json line = operation("failed", id);
  if (params) line["params"] = *params;
  require_ok(line);
}

std::optional<Recommendation> OptimizerClient::best() {
  const Json answer = request(operation("best"));
  const auto number = [&](const char* key) { return answer.contains(key) && answer[key].is_number(); };
  if (!answer.contains("params") || !number("mean") || !number("stderr")) return std::nullopt;
  Recommendation best{answer["params"], answer["mean"].get<double>(), answer["stderr"].get<double>()};
  if (!(best.mean >= 0 && best.mean <= 1 && best.standard_error >= 0))
    fail(
        fmt::format("answers best with {}: mean lies in [0, 1], stderr is not negative", shortened(dump_json(answer))));
  return best;
}

std::optional<Predictions> OptimizerClient::predict(const TuningConfig& tuning, const std::vector<Point>& points) {
  Json line = operation("predict");
  line["points"] = Json::array();
  for (const Point& point : points) line["points"].push_back(point_json(tuning, point));
  const Json answer = request(line);
  try {
    Predictions predictions{answer.at("means").get<std::vector<double>>(),
                            answer.at("stderrs").get<std::vector<double>>()};
    const bool is_whole =
        predictions.means.size() == points.size() && predictions.standard_errors.size() == points.size();
    if (is_whole) return predictions;
  } catch (const Json::Error&) {
    // An optimizer that does not know the request says so in its own words.
  }
  return std::nullopt;
}

std::string default_optimizer(std::uint64_t seed, const std::string& state_file) {
  const std::string state = state_file.empty() ? "" : " --state " + shell_quoted(state_file);
  return fmt::format("exec {} --seed {}{}", shell_quoted(find_optimizer().string()), seed, state);
}

}  // namespace rootward::tuning
