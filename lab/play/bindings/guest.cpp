// Binds games of a host language (games/guests.h): one binding for all of them, and one for those that are not known
// here.
#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "core/errors.h"
#include "games/guest_position.h"
#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"
#include "lab/play/solver.h"

namespace rootward::bindings {
namespace {

GameFacts facts_of(const GuestGameFacts& said) {
  GameFacts facts;
  facts.seats = said.seats;
  facts.returns = {.low = said.low, .high = said.high};
  facts.is_win_draw_loss = said.is_win_draw_loss;
  return facts;
}

/// Null where it is not known.
std::unique_ptr<Game> known_game(const NamedParams& id) {
  const GuestGameFacts said = guest_game_facts(id.params);
  const GuestGameEntry* guest = find_guest_game(id.name, said.source);
  if (guest == nullptr) return nullptr;
  if (guest->facts != said)
    throw UsageError(fmt::format("the game {} has other seats, results or win_draw_loss than are given here", id.name));
  return std::make_unique<BoundGame<GuestPosition>>(id, GuestPosition::Rules{guest->game}, facts_of(said));
}

/// The copy of a file that a run has kept makes the game known. Throws AbsentGameError.
std::unique_ptr<Game> game_of_copy(const NamedParams& id) {
  const std::string& source = id.params.text("source");
  if (!guest_game_loader())
    throw AbsentGameError(
        fmt::format("the game {} ({}) is written in Python, and its positions are known to the Python package alone: "
                    "rootward.read(FOLDER) (docs/python.md)",
                    id.name, source));
  const std::string file = kept_game(source);
  if (file.empty()) {
    const GuestGameEntry* other = find_guest_game(id.name);
    throw AbsentGameError(fmt::format(
        "no game {} with the source {} is defined here{}; what defines it is to be imported first", id.name, source,
        other == nullptr ? "" : fmt::format(" (the one that is has the source {})", other->facts.source)));
  }
  const std::string found = guest_game_loader()(file, id.name).params.text("source");
  if (found != source)
    throw AbsentGameError(fmt::format("{} is another file: its mark is {}; asked for is {}", file, found, source));
  return known_game(id);
}

/// Its results can be read. The first question about a position looks for the game.
class AbsentGame final : public Game {
 public:
  explicit AbsentGame(NamedParams id) : id_(std::move(id)), facts_(facts_of(guest_game_facts(id_.params))) {}

  [[nodiscard]] const NamedParams& id() const override { return id_; }
  [[nodiscard]] const GameFacts& facts() const override { return facts_; }
  [[nodiscard]] std::unique_ptr<Position> start() const override { return found().start(); }
  [[nodiscard]] std::unique_ptr<Position> from_text(std::string_view text) const override {
    return found().from_text(text);
  }
  [[nodiscard]] std::unique_ptr<Searcher> make_searcher(const SearchSettings& settings) const override {
    return found().make_searcher(settings);
  }
  [[nodiscard]] std::unique_ptr<Solver> make_solver(const NamedParams& evaluator,
                                                    const SourceFolder& folder) const override {
    return found().make_solver(evaluator, folder);
  }
  /// The same for all games of hosts: configurations are read without asking one.
  [[nodiscard]] std::size_t slots(const NamedParams& evaluator) const override {
    return bound_evaluator_slots<GuestPosition>(evaluator, {});
  }
  void think_side_by_side(const NamedParams& evaluator, std::size_t slots, ThinkSource& source) const override {
    found().think_side_by_side(evaluator, slots, source);
  }

 private:
  /// Nothing is locked while the host reads the file: it has a lock of its own.
  const Game& found() const {
    {
      const std::lock_guard lock(mutex_);
      if (game_) return *game_;
    }
    std::unique_ptr<Game> made = game_of_copy(id_);
    const std::lock_guard lock(mutex_);
    if (!game_) game_ = std::move(made);
    return *game_;
  }

  NamedParams id_;
  GameFacts facts_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Game> game_;
};

}  // namespace

std::unique_ptr<Game> make_guest_game(const NamedParams& id) {
  if (!id.params.has("source")) throw UsageError("no game is called " + id.name);
  std::unique_ptr<Game> known = known_game(id);
  return known ? std::move(known) : std::make_unique<AbsentGame>(id);
}

}  // namespace rootward::bindings
