// Looking up players and cells.
#include "experiments/comparison/published.h"

#include <algorithm>
#include <cmath>

namespace rootward::comparison {

double PublishedCell::standard_error() const { return std::sqrt(score * (1.0 - score) / static_cast<double>(games)); }

std::vector<int> Published::boards() const {
  std::vector<int> boards;
  for (const PublishedCell& cell : cells)
    if (std::ranges::find(boards, cell.board) == boards.end()) boards.push_back(cell.board);
  return boards;
}

const PublishedPlayer* Published::find(std::string_view name) const {
  const auto variant = std::ranges::find(variants, name, &Variant::name);
  const std::string_view published = variant == variants.end() ? name : std::string_view(variant->of);
  const auto found = std::ranges::find(players, published, &PublishedPlayer::name);
  return found == players.end() ? nullptr : &*found;
}

std::string Published::published_name(std::string_view name, int board) const {
  const auto variant = std::ranges::find(variants, name, &Variant::name);
  if (variant == variants.end()) return find(name) == nullptr ? "" : std::string(name);
  return std::ranges::find(variant->boards, board) == variant->boards.end() ? "" : variant->of;
}

std::vector<std::string> Published::names() const {
  std::vector<std::string> names;
  for (const PublishedPlayer& player : players) names.push_back(player.name);
  for (const Variant& variant : variants) names.push_back(variant.name);
  return names;
}

}  // namespace rootward::comparison
