// Tells kinds of configurations apart.
#include "experiments/cluster/shared_work.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "lab/config/head_reader.h"
#include "lab/config/kinds.h"

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
  const config::FileKind kind = config::kind_of_file(file);
  if (kind == config::FileKind::tournament) return read_tournament_work(file, overrides, games);
  if (kind != config::FileKind::estimates)
    throw UsageError(
        fmt::format("{} is {}; tasks are of tournaments and of estimates studies", file, config::facts_of(kind).one));
  if (games)
    throw UsageError(fmt::format("--games is for tournaments; {} is an estimates study: --set repeats=N", file));
  return read_estimates_work(file, overrides);
}

}  // namespace rootward::cluster
