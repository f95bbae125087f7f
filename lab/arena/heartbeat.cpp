// Writing and reading alive.json.
#include "lab/arena/heartbeat.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "core/temporary_name.h"
#include "lab/arena/signals.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"

namespace rootward {
namespace {

constexpr const char* kHeartbeatSchema = "rootward.alive/1";
constexpr std::size_t kMostGamesTold = 64;
constexpr std::size_t kLargestHeartbeat = std::size_t{1} << 20;

std::string heartbeat_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

Json known_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

/// Not synced: what a power cut takes is news of a run that it has ended.
void replace_unsynced(const std::string& path, const std::string& text) {
  const std::string draft = temporary_name(path);
  {
    const FileDescriptor fd(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd.is_open()) return;
    if (::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        std::rename(draft.c_str(), path.c_str()) == 0)
      return;
  }
  ::unlink(draft.c_str());
}

std::optional<double> number_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == nullptr || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

SignOfLife sign_of(const Json& object) {
  SignOfLife sign{.pid = object.at("pid").get<std::uint64_t>(),
                  .host = object.at("host").get<std::string>(),
                  .started = object.at("started").get<std::string>(),
                  .now = object.at("now").get<std::string>(),
                  .done = object.at("done").get<std::uint64_t>(),
                  .wanted = object.at("wanted").get<std::uint64_t>(),
                  .games_under_way = {},
                  .simulations_per_second = number_in(object, "simulations_per_second"),
                  .games_per_hour = number_in(object, "games_per_hour"),
                  .seconds_left = number_in(object, "seconds_left"),
                  .pending = {},
                  .incumbent = {},
                  .stopping = object.at("stopping").get<bool>(),
                  .text = dump_json(object)};
  for (const Json& game : object.at("games_under_way"))
    sign.games_under_way.push_back({game.at("id").get<std::string>(), game.at("ply").get<std::uint32_t>()});
  for (const Json& point : object.at("pending"))
    sign.pending.push_back({.id = dump_json(point.at("id")),
                            .params = dump_json(point.at("params")),
                            .games = point.at("games").get<std::uint64_t>()});
  if (const auto best = object.find("incumbent"); best != nullptr && best->is_object())
    sign.incumbent = {.mean = best->at("mean").get<double>(), .standard_error = best->at("stderr").get<double>()};
  return sign;
}

}  // namespace

Heartbeat::Heartbeat(std::string folder) : folder_(std::move(folder)) {}

Heartbeat::~Heartbeat() {
  if (started_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  end_.notify_all();
  if (thread_) thread_->join();
  ::unlink(path_in(folder_, kHeartbeatFile).c_str());
}

void Heartbeat::begin(const WorkStatus& status) {
  if (folder_.empty() || !started_.empty()) return;
  started_ = utc_now();
  start_ = Clock::now();
  status_ = status;
  beat();
  thread_ = std::make_unique<ThreadTeam>(1, [this] { beat_until_ended(); });
}

void Heartbeat::tell(const WorkStatus& status) {
  if (started_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    status_ = status;
  }
  if (thread_->size() == 0 && Clock::now() - last_beat_ >= kPeriod) beat();  // no thread could be had
}

void Heartbeat::tell_points(std::vector<PendingPoint> pending, std::optional<Incumbent> incumbent) {
  const std::lock_guard lock(mutex_);
  pending_ = std::move(pending);
  incumbent_ = incumbent;
}

void Heartbeat::beat_until_ended() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, kPeriod, [this] { return is_ending_; })) {
    lock.unlock();
    try {
      beat();
    } catch (const std::exception&) {  // no memory, no random digits: the next beat may do better
    }
    lock.lock();
  }
}

void Heartbeat::beat() {
  last_beat_ = Clock::now();
  replace_unsynced(path_in(folder_, kHeartbeatFile), text());
}

std::string Heartbeat::text() const {
  const std::lock_guard lock(mutex_);
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const std::uint64_t left = status_.wanted - std::min(status_.done, status_.wanted);
  std::optional<double> per_second;
  if (status_.fresh > 0 && status_.seconds > 0) per_second = static_cast<double>(status_.fresh) / status_.seconds;
  Json object;
  object["schema"] = kHeartbeatSchema;
  object["pid"] = ::getpid();
  object["host"] = heartbeat_host();
  object["started"] = started_;
  object["now"] = utc_now();
  object["done"] = status_.done;
  object["wanted"] = status_.wanted;
  object["games_under_way"] = Json::array();
  std::vector<GamesUnderWay::Game> games = games_.now();
  games.resize(std::min(games.size(), kMostGamesTold));
  for (const GamesUnderWay::Game& game : games)
    object["games_under_way"].push_back({{"id", game.id}, {"ply", game.ply}});
  const std::uint64_t simulations = games_.simulations();
  object["simulations_per_second"] =
      simulations > 0 && seconds > 0 ? Json(static_cast<double>(simulations) / seconds) : Json(nullptr);
  object["games_per_hour"] = per_second ? Json(*per_second * 3600) : Json(nullptr);
  object["seconds_left"] = known_or_null(left == 0    ? std::optional(0.0)
                                         : per_second ? std::optional(static_cast<double>(left) / *per_second)
                                                      : std::nullopt);
  object["pending"] = Json::array();
  for (const PendingPoint& point : pending_)
    object["pending"].push_back(
        {{"id", parse_json(point.id)}, {"params", parse_json(point.params)}, {"games", point.games}});
  if (incumbent_) object["incumbent"] = {{"mean", incumbent_->mean}, {"stderr", incumbent_->standard_error}};
  object["stopping"] = SignalGuard::stop_requested() || SignalGuard::end_is_near();
  return dump_json(object) + "\n";
}

std::optional<SignOfLife> read_heartbeat(const std::string& folder) {
  const std::string path = path_in(folder, kHeartbeatFile);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  try {
    const Json object = parse_json(read_whole_file(path, kLargestHeartbeat));
    if (object.at("schema") != kHeartbeatSchema) return std::nullopt;
    return sign_of(object);
  } catch (const UsageError&) {
  } catch (const RunError&) {  // it is gone
  }
  return std::nullopt;
}

}  // namespace rootward
