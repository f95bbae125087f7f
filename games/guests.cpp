// The list of games that joined.
#include "games/guests.h"

#include <utility>

#include "core/guest_list.h"

namespace rootward {
namespace {

constinit GuestList<GuestGameEntry> guest_games;

GuestGameLoader& game_loader() {
  static auto& loader = *new GuestGameLoader;  // for as long as the program: it may hold what has to go before it
  return loader;
}

}  // namespace

void add_guest_game(GuestGameEntry guest) { guest_games.add(std::move(guest)); }
const GuestGameEntry* find_guest_game(std::string_view name) { return guest_games.find(name); }
std::vector<Described> guest_game_descriptions() { return guest_games.descriptions(); }

void set_guest_game_loader(GuestGameLoader loader) { game_loader() = std::move(loader); }
const GuestGameLoader& guest_game_loader() { return game_loader(); }

}  // namespace rootward
