#include "experiments/play/network_view.h"

#include <fmt/format.h>

#include "core/errors.h"

namespace rootward {

std::unique_ptr<NetworkView> make_network_view(const Game& game, const std::string& planes) {
  std::unique_ptr<NetworkView> view;
  if (const auto* shown = dynamic_cast<const NetworkGame*>(&game)) view = shown->make_network_view(planes);
  if (!view) throw UsageError(fmt::format("game: networks do not play {}; they play go and connect4", game.id().name));
  return view;
}

}  // namespace rootward
