// Requests to evaluations, evaluations to events.
#include "experiments/tuning/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <system_error>
#include <utility>

#include "core/errors.h"
#include "core/json_fields.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/tuning/line_source.h"
#include "experiments/tuning/point_json.h"
#include "lab/arena/signals.h"

namespace rootward::tuning {
namespace {

constexpr std::chrono::seconds kProgressInterval{2};
constexpr std::uint64_t kProgressSteps = 8;  // at least so many progress events an evaluation
constexpr std::chrono::milliseconds kPatience{200};

Json event_of(const char* name) {
  Json event;
  event["schema"] = "rootward.serve/1";
  event["event"] = name;
  return event;
}

/// Refuses keys that nothing reads.
void check_keys(const Json& request, std::initializer_list<const char*> known) {
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& [key, unused] : request.items()) {
    if (std::ranges::find(names, key) != names.end()) continue;
    throw UsageError(
        fmt::format("{}: unknown key; known keys: {}{}", key, fmt::join(names, ", "), hint_text(key, names)));
  }
}

Json id_of(const Json& request) {
  const auto id = request.find("id");
  if (id == nullptr) throw UsageError("id: is missing");
  if (!id->is_string() && !id->is_number())
    throw UsageError(fmt::format("id: {} is neither a text nor a number", shown_json(*id)));
  return *id;
}

std::uint32_t games_of(const Json& request, std::uint32_t fallback) {
  constexpr std::uint64_t kMost = 10'000'000;
  const auto games = request.find("games");
  if (games == nullptr) return fallback;
  const bool is_count = games->is_number_unsigned() && games->get<std::uint64_t>() >= 2 &&
                        games->get<std::uint64_t>() <= kMost && games->get<std::uint64_t>() % 2 == 0;
  if (!is_count)
    throw UsageError(
        fmt::format("games: {} is not allowed; allowed: an even number in [2, {}]", shown_json(*games), kMost));
  return games->get<std::uint32_t>();
}

std::uint64_t seed_of(const Json& request, std::uint64_t fallback) {
  const auto seed = request.find("seed");
  if (seed == nullptr) return fallback;
  if (!seed->is_number_unsigned())
    throw UsageError(
        fmt::format("seed: {} is not allowed; allowed: an integer in [0, 18446744073709551615]", shown_json(*seed)));
  return seed->get<std::uint64_t>();
}

/// Takes lines until a shutdown request, or their end with nothing pending. False where a signal came before.
bool take_requests(LineSource& input, Server& server) {
  while (!SignalGuard::stop_requested()) {
    const bool has_ended = input.has_ended();
    while (const std::optional<std::string> line = input.take()) {
      server.take_line(*line);
      if (server.is_shut_down()) return true;
    }
    if (has_ended && !server.is_busy()) return true;
    server.step(kPatience);
  }
  return false;
}

/// Everything that is wrong, in one line.
std::string message_of(const UsageError& error) {
  std::string message;
  for (const Problem& problem : error.problems()) message += (message.empty() ? "" : "; ") + problem_text(problem);
  return message;
}

}  // namespace

Server::Server(EvaluationService& service, Emit emit) : service_(service), emit_(std::move(emit)) {}

void Server::send(const Json& event) { emit_(dump_json(event)); }

void Server::greet() {
  Json event = event_of("ready");
  event["space"] = space_json(service_.tuning());
  event["games"] = service_.tuning().games;
  event["threads"] = service_.threads();
  event["config_hash"] = config_hash(service_.tuning());
  send(event);
}

void Server::take_line(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  Json request;
  try {
    request = parse_json(line);
    if (!request.is_object()) throw UsageError(fmt::format("{} is not an object", shown_json(request)));
    dispatch(request);
  } catch (const UsageError& error) {
    const bool has_id = request.is_object() && request.contains("id");
    tell_error(has_id ? request["id"] : Json(nullptr), message_of(error));
  }
}

void Server::dispatch(const Json& request) {
  const auto op = request.find("op");
  if (op == nullptr || !op->is_string()) throw UsageError("op: is missing or not a text");
  const auto name = op->get<std::string>();
  if (name == "evaluate") return evaluate(request);
  if (name == "extend") return extend(request);
  if (name == "cancel") return cancel(request);
  if (name == "status") {
    check_keys(request, {"op", "id"});
    return tell_status();
  }
  if (name == "shutdown") {
    check_keys(request, {"op", "id"});
    is_shut_down_ = true;
    return;
  }
  const std::vector<std::string> known = {"evaluate", "extend", "cancel", "status", "shutdown"};
  throw UsageError(
      fmt::format("op: {} is unknown; known: {}{}", shown_json(*op), fmt::join(known, ", "), hint_text(name, known)));
}

void Server::evaluate(const Json& request) {
  check_keys(request, {"op", "id", "params", "games", "seed"});
  EvaluationRequest wanted;
  wanted.id = id_of(request);
  if (handle_of(wanted.id) != 0) throw UsageError("id: an evaluation of this id is pending");
  if (!request.contains("params")) throw UsageError("params: is missing");
  wanted.point = read_point(service_.tuning(), request["params"]);
  wanted.games = games_of(request, service_.tuning().games);
  wanted.seed = seed_of(request, service_.tuning().seed);
  start(std::move(wanted));
}

/// `games` is the new total.
void Server::extend(const Json& request) {
  check_keys(request, {"op", "id", "games"});
  const Json id = id_of(request);
  if (!request.contains("games")) throw UsageError("games: is missing: how many the evaluation is to have in all");
  const std::uint32_t games = games_of(request, 0);
  const std::size_t handle = handle_of(id);
  const auto finished = finished_.find(dump_json(id));
  if (handle == 0 && finished == finished_.end()) throw UsageError("id: no evaluation of this id is known");
  EvaluationRequest wanted = handle != 0 ? asked_.at(handle).request : finished->second;
  if (games <= wanted.games)
    throw UsageError(
        fmt::format("games: the evaluation has {} games already; extend takes the new total", wanted.games));
  wanted.games = games;
  // The longer evaluation is begun first, so that games under way stay wanted.
  start(std::move(wanted));
  if (handle == 0) return;
  (void)service_.cancel(handle);
  asked_.erase(handle);
}

void Server::cancel(const Json& request) {
  check_keys(request, {"op", "id"});
  const std::size_t handle = handle_of(id_of(request));
  if (handle == 0) throw UsageError("id: no evaluation of this id is pending");
  finish(handle, service_.cancel(handle));
}

void Server::start(EvaluationRequest request) {
  const std::size_t handle = service_.begin(request);
  tell_progress(request, service_.so_far(handle));
  Asked asked{.request = std::move(request), .told = Clock::now()};
  asked_.emplace(handle, std::move(asked));
}

void Server::finish(std::size_t handle, const EvaluationResult& result) {
  const auto asked = asked_.find(handle);
  EvaluationRequest request = std::move(asked->second.request);
  asked_.erase(asked);
  if (result.status != EvaluationStatus::partial) service_.folder().append_evaluation(request, result);
  Json event = result_json(service_.tuning(), request, result);
  Json answer;
  answer["schema"] = event["schema"];
  answer["event"] = "result";
  for (auto& [key, value] : event.items())
    if (key != "schema") answer[key] = std::move(value);
  send(answer);
  EvaluationRequest finished = std::move(request);
  if (result.status == EvaluationStatus::partial) finished.games = static_cast<std::uint32_t>(result.counts.games());
  finished_[dump_json(finished.id)] = std::move(finished);
}

void Server::step(std::chrono::milliseconds patience) {
  for (const EvaluationUpdate& update : service_.wait(patience)) {
    if (update.is_final) {
      finish(update.handle, update.result);
      continue;
    }
    Asked& asked = asked_.at(update.handle);
    if (!is_due(asked, update.result.counts.games())) continue;
    asked.told = Clock::now();
    asked.told_games = update.result.counts.games();
    tell_progress(asked.request, update.result);
  }
}

bool Server::is_due(const Asked& asked, std::uint64_t games) const {
  const std::uint64_t step = std::max<std::uint64_t>(2, asked.request.games / kProgressSteps);
  return games >= asked.told_games + step || Clock::now() - asked.told >= kProgressInterval;
}

void Server::tell_progress(const EvaluationRequest& request, const EvaluationResult& so_far) {
  const bool has_games = so_far.counts.games() > 0;
  Json event = event_of("progress");
  event["id"] = request.id;
  event["games"] = so_far.counts.games();
  event["of"] = request.games;
  event["mean"] = has_games ? Json(so_far.mean) : Json(nullptr);
  event["stderr"] = has_games ? Json(so_far.standard_error) : Json(nullptr);
  send(event);
}

void Server::tell_status() {
  Json pending = Json::array();
  for (const auto& [handle, asked] : asked_) {
    const EvaluationResult result = service_.so_far(handle);
    Json one;
    one["id"] = asked.request.id;
    one["games"] = result.counts.games();
    one["of"] = asked.request.games;
    pending.push_back(std::move(one));
  }
  Json event = event_of("status");
  event["pending"] = std::move(pending);
  event["finished"] = finished_.size();
  event["threads"] = service_.threads();
  send(event);
}

void Server::tell_error(const Json& id, const std::string& message) {
  Json event = event_of("error");
  event["id"] = id;
  event["message"] = message;
  send(event);
}

void Server::cancel_all() {
  while (!asked_.empty()) {
    const std::size_t handle = asked_.begin()->first;
    finish(handle, service_.cancel(handle));
  }
}

/// 0 where no evaluation of this id is pending.
std::size_t Server::handle_of(const Json& id) const {
  for (const auto& [handle, asked] : asked_)
    if (asked.request.id == id) return handle;
  return 0;
}

bool serve(const TuningConfig& tuning, const ServiceSettings& settings, bool is_quiet) {
  const SignalGuard signals;
  EvaluationService service(tuning, settings);
  Server server(service, [](const std::string& line) {
    try {
      write_line(stdout, line);
    } catch (const std::system_error& error) {
      throw RunError(fmt::format("cannot write an event ({}); every finished game is stored", error.what()));
    }
  });
  if (!is_quiet)
    for (const std::string& warning : service.warnings()) note("warning: {}", warning);
  LineSource input(0, [&service] { service.wake(); });
  try {
    server.greet();
    const bool is_done = take_requests(input, server);
    if (SignalGuard::stop_requested()) service.finish_games_under_way(settings.grace);
    server.cancel_all();
    service.folder().end_session(SignalGuard::end_reason());
    return is_done;
  } catch (...) {
    service.finish_games_under_way(settings.grace);
    throw;
  }
}

}  // namespace rootward::tuning
