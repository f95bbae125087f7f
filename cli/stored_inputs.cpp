// Compares hashes; how a network is computed may differ from machine to machine.
#include "cli/stored_inputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "cli/set_options.h"
#include "core/errors.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward {
namespace {

/// "3019dc8093cc8348 f32-winograd" without the way of computing.
std::string file_hash(const std::string& network) { return network.substr(0, network.find(' ')); }

}  // namespace

bool plays_again(const CLI::App& command) {
  std::error_code ignored;
  return std::filesystem::is_directory(command.get_option("CONFIG")->as<std::string>(), ignored) &&
         given_overrides(command).empty();
}

void check_stored_inputs(const CLI::App& command, const InputFiles& now) {
  const auto folder = command.get_option("CONFIG")->as<std::string>();
  const InputFiles then = read_manifest(folder).inputs;
  if (then.book_hash != now.book_hash)
    throw UsageError(
        fmt::format("{}: its opening book ({}) is another now ({}); --set schedule.opening.book=FILE, or "
                    "opening.book of a tuning, names the right one",
                    manifest_path(folder), then.book_hash, now.book_hash));
  for (const auto& [player, network] : now.networks)
    if (const auto found = then.networks.find(player);
        found != then.networks.end() && file_hash(found->second) != file_hash(network))
      throw UsageError(fmt::format("{}: the network of {} ({}) is another now ({})", manifest_path(folder), player,
                                   found->second, network));
}

}  // namespace rootward
