// The list of games that joined.
#include "games/guests.h"

#include <map>
#include <mutex>
#include <utility>

#include "core/guest_list.h"

namespace rootward {
namespace {

constinit GuestList<GuestGameEntry> guest_games;

GuestGameLoader& game_loader() {
  static auto& loader = *new GuestGameLoader;  // for as long as the program: it may hold what has to go before it
  return loader;
}

struct KeptGames {
  std::mutex mutex;
  std::map<std::string, std::string> files;  // by source
};

KeptGames& kept_games() {
  static KeptGames kept;
  return kept;
}

}  // namespace

std::vector<ParamSpec> guest_game_parameters(const GuestGameFacts& facts) {
  const auto spec = [](const char* key, const char* help, ParamType type, ParamValue fallback) {
    return ParamSpec{.key = key, .help = help, .type = type, .fallback = std::move(fallback), .source = "ours"};
  };
  std::vector<ParamSpec> specs{
      spec("source", "the mark of its source: the first digits of a SHA-256", ParamType::text, facts.source),
      spec("seats", "players: 1 is a single agent", ParamType::integer, std::int64_t{facts.seats}),
      spec("results", "the lowest and the highest result, in the game's units", ParamType::real_list,
           std::vector<double>{facts.low, facts.high}),
      spec("win_draw_loss", "whether results are 1, 0 and -1 alone", ParamType::boolean, facts.is_win_draw_loss)};
  specs[1].low = 1;
  specs[1].high = 2;
  specs[2].min_count = specs[2].max_count = 2;
  return specs;
}

GuestGameFacts guest_game_facts(const Params& params) {
  const std::vector<double>& results = params.list("results");
  return {.source = params.text("source"),
          .seats = static_cast<int>(params.integer("seats")),
          .low = results.front(),
          .high = results.back(),
          .is_win_draw_loss = params.boolean("win_draw_loss")};
}

void add_guest_game(GuestGameEntry guest) { guest_games.add(std::move(guest)); }
const GuestGameEntry* find_guest_game(std::string_view name) { return guest_games.find(name); }
const GuestGameEntry* find_guest_game(std::string_view name, std::string_view source) {
  return guest_games.find(name, [&](const GuestGameEntry& entry) { return entry.facts.source == source; });
}
std::vector<Described> guest_game_descriptions() { return guest_games.descriptions(); }

void set_guest_game_loader(GuestGameLoader loader) { game_loader() = std::move(loader); }
const GuestGameLoader& guest_game_loader() { return game_loader(); }

void note_kept_game(const std::string& source, const std::string& file) {
  const std::lock_guard lock(kept_games().mutex);
  kept_games().files[source] = file;
}

std::string kept_game(const std::string& source) {
  const std::lock_guard lock(kept_games().mutex);
  const auto found = kept_games().files.find(source);
  return found == kept_games().files.end() ? "" : found->second;
}

}  // namespace rootward
