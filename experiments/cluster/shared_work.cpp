// Tells kinds of configurations apart.
#include "experiments/cluster/shared_work.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "lab/config/head_reader.h"

namespace rootward::cluster {

std::string SharedWork::following_lines(const Plan& plan) const {
  return fmt::format(
      "{0} merge .\n"
      "code=$?\n"
      "[ \"$code\" -eq 75 ] || exit \"$code\"\n"
      "exec {0} run . --slurm \"$@\"\n",
      plan.program);
}

std::unique_ptr<SharedWork> read_work(const std::string& file, const std::vector<Override>& overrides,
                                      std::optional<std::uint32_t> games) {
  const config::YamlNode root = config::configuration_tree(config::text_of(file), file, {});
  if (root.find("candidate") != nullptr || root.find("tuning") != nullptr)
    throw UsageError(
        fmt::format("{} configures a tuning or a study; tasks are of tournaments (with a schedule) and of "
                    "estimates studies (with checkpoints)",
                    file));
  if (root.find("checkpoints") == nullptr) return read_tournament_work(file, overrides, games);
  if (games)
    throw UsageError(fmt::format("--games is for tournaments; {} is an estimates study: --set repeats=N", file));
  return read_estimates_work(file, overrides);
}

}  // namespace rootward::cluster
