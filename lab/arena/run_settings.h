// What is said of a run beside its configuration.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "lab/arena/progress.h"
#include "lab/arena/seats.h"
#include "lab/store/shard.h"

namespace rootward {

struct RunSettings {
  std::string folder{};     ///< "" = results/NAME
  std::size_t threads = 0;  ///< 0 = all this process may use
  Shard shard{};
  std::chrono::milliseconds look_again{60000};   ///< of a shard: how often what other starts of it stored is looked at
  std::chrono::seconds wind_down{90};            ///< for what is under way after SIGUSR1
  std::chrono::milliseconds grace{2000};         ///< for what is under way when it is asked to stop
  std::function<std::string()> check_machine{};  ///< see SessionSettings
  std::optional<std::chrono::seconds> sync{};    ///< see SessionSettings
  bool is_quiet = false;                         ///< no progress and no warnings
  Progress::Listener listener{};                 ///< who shows progress in place of stderr
  SeatsOfRun seats{};  ///< where several runs share the threads; the first of them shows its progress
};

}  // namespace rootward
