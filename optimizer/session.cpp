// Requests read, checked and answered.
#include "optimizer/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/text.h"
#include "optimizer/json_space.h"
#include "optimizer/state_file.h"

namespace rootward::optimizer {
namespace {

constexpr double kMostGames = 1e15;
constexpr std::array<const char*, 6> kOperations{"space", "ask", "tell", "failed", "best", "predict"};

/// An id as JSON text: a text or a whole number.
std::string required_id(const Json& request) {
  const Json& id = required(request, "id");
  if (!id.is_string() && !id.is_number_integer())
    throw UsageError(fmt::format("'id': {} is neither a text nor a whole number", json_line(id)));
  return json_line(id);
}

const char* chosen_by_name(ChosenBy chosen_by, Acquisition acquisition) {
  switch (chosen_by) {
    case ChosenBy::sobol:
      return "sobol";
    case ChosenBy::global:
      return "global";
    case ChosenBy::earlier_ask:
      return "earlier_ask";
    case ChosenBy::acquisition:
      break;
  }
  return acquisition == Acquisition::expected_improvement ? "expected_improvement" : "upper_confidence_bound";
}

Measurement read_measurement(const Json& request) {
  Measurement measurement{.mean = required_number(request, "mean", 0, 1),
                          .deviation = number_or(request, "stderr", 0, 1, 0),
                          .games = number_or(request, "games", 0, kMostGames, 0)};
  if (measurement.deviation == 0 && measurement.games == 0 && member(request, "stderr") == nullptr)
    throw UsageError("'stderr' or 'games' is needed: how sure the mean is");
  return measurement;
}

[[noreturn]] void refuse_operation(const std::string& given) {
  const std::vector<std::string> known(kOperations.begin(), kOperations.end());
  throw UsageError(fmt::format("'op': \"{}\" is not allowed; allowed: {}{}", given, fmt::join(known, ", "),
                               hint_text(given, known)));
}

/// The error, with the request's id where it has one, so that a caller with several pending knows which is meant.
Json error_json(const std::string& message, const Json& request) {
  Json error{{"error", message}};
  if (request.is_object() && request.contains("id")) error["id"] = request["id"];
  return error;
}

Settings settings_of(const SessionOptions& options) {
  Settings settings;
  if (options.seed) settings.seed = *options.seed;
  if (options.acquisition) settings.acquisition = *options.acquisition;
  return settings;
}

void check_settings(const SessionOptions& options, const Settings& stored) {
  if (options.seed && *options.seed != stored.seed)
    throw UsageError(fmt::format("{}: made with --seed {}, not {}", options.state_path, stored.seed, *options.seed));
  if (options.acquisition && *options.acquisition != stored.acquisition)
    throw UsageError(fmt::format("{}: made with --acquisition {}, not {}", options.state_path,
                                 acquisition_name(stored.acquisition), acquisition_name(*options.acquisition)));
}

}  // namespace

Session::Session(SessionOptions options) : options_(std::move(options)) {
  if (options_.state_path.empty() || !std::filesystem::exists(options_.state_path)) return;
  if (!std::filesystem::is_regular_file(options_.state_path))
    throw UsageError(fmt::format("--state {}: is no regular file", options_.state_path));
  saved_ = read_whole_file(options_.state_path);
  optimizer_ = read_state(*saved_, options_.state_path);
  check_settings(options_, optimizer_->settings());
}

std::string Session::reply(std::string_view line) {
  Json request;
  try {
    request = parse_json(line);
    if (!request.is_object()) throw UsageError("a request is a JSON object");
    return json_line(answer(request));
  } catch (const Json::Error& error) {
    return json_line(error_json(error.what(), request));
  } catch (const UsageError& error) {
    return json_line(error_json(error.what(), request));
  }
}

Json Session::answer(const Json& request) {
  const std::string operation = required_text(request, "op");
  if (operation == "space") return answer_space(request);
  if (operation == "ask") return answer_ask(request);
  if (operation == "tell") return answer_tell(request);
  if (operation == "failed") return answer_failed(request);
  if (operation == "best") return answer_best();
  if (operation == "predict") return answer_predict(request);
  refuse_operation(operation);
}

Json Session::answer_space(const Json& request) {
  Space space = read_space(required(request, "parameters"));
  if (optimizer_ && !(optimizer_->space() == space))
    throw UsageError(fmt::format("the space is fixed already; it is {}", json_line(space_json(optimizer_->space()))));
  if (!optimizer_) {
    optimizer_.emplace(std::move(space), settings_of(options_));
    save();
  }
  return {{"ok", true}};
}

Json Session::answer_ask(const Json& request) {
  const std::string id = required_id(request);
  const Suggestion suggestion = optimizer().ask(id);
  save();
  Json reply = {{"id", request["id"]}, {"params", params_json(suggestion.values, optimizer().space())}};
  if (suggestion.chosen_by != ChosenBy::earlier_ask)
    reply["origin"] = suggestion.chosen_by == ChosenBy::sobol ? "design" : "model";
  reply["why"] = {{"chosen_by", chosen_by_name(suggestion.chosen_by, optimizer().settings().acquisition)},
                  {"mean", suggestion.mean},
                  {"deviation", suggestion.deviation},
                  {"expected_improvement", suggestion.expected_improvement}};
  return reply;
}

Json Session::answer_tell(const Json& request) {
  const std::string id = required_id(request);
  const std::optional<Eigen::VectorXd> values = values_in(request);
  optimizer().tell(id, values, read_measurement(request));
  save();
  return {{"ok", true}};
}

Json Session::answer_failed(const Json& request) {
  const std::string id = required_id(request);
  optimizer().fail(id, values_in(request));
  save();
  return {{"ok", true}};
}

Json Session::answer_best() {
  const Recommendation best = optimizer().best();
  save();  // the chain of hyperparameters may have gone on
  return {{"params", params_json(best.trial->values, optimizer().space())},
          {"mean", std::clamp(best.mean, 0.0, 1.0)},
          {"stderr", best.deviation},
          {"id", parse_json(best.trial->id)},
          {"observed", best.trial->measurement.mean}};
}

Json Session::answer_predict(const Json& request) {
  const Json& points = required(request, "points");
  if (!points.is_array() || points.empty()) throw UsageError("'points': a list of params is wanted, at least one");
  Eigen::MatrixXd values(optimizer().space().dimensions(), static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    values.col(static_cast<Eigen::Index>(i)) = read_params(points[i], optimizer().space());
  const Prediction prediction = optimizer().predict(values);
  save();  // as in answer_best()
  return {{"means", std::vector<double>(prediction.mean.begin(), prediction.mean.end())},
          {"stderrs", std::vector<double>(prediction.deviation.begin(), prediction.deviation.end())}};
}

Optimizer& Session::optimizer() {
  if (!optimizer_)
    throw UsageError(R"(no space yet; first send {"op":"space","parameters":[{"name","low","high","scale"}]})");
  return *optimizer_;
}

std::optional<Eigen::VectorXd> Session::values_in(const Json& request) const {
  const Json* params = member(request, "params");
  if (params == nullptr || !optimizer_) return std::nullopt;
  return read_params(*params, optimizer_->space());
}

void Session::save() {
  const std::string& path = options_.state_path;
  if (path.empty()) return;
  const bool is_there = std::filesystem::exists(path);
  if (is_there != saved_.has_value() || (is_there && read_whole_file(path) != *saved_))
    throw RunError(fmt::format("{}: another program has changed it meanwhile; one at a time may use it", path));
  std::string text = state_text(*optimizer_);
  write_file_atomically(path, text);
  saved_ = std::move(text);
}

}  // namespace rootward::optimizer
