// The engine remembers nothing: it is sent the whole game before each of its moves.
#include "lab/engines/uci/uci_player.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/errors.h"
#include "lab/engines/uci/uci_client.h"
#include "lab/play/uci_notation.h"

namespace rootward {
namespace {

UciGame known_game(const Game& game) {
  std::optional<UciGame> known = uci_game(game);
  if (!known) throw UsageError(fmt::format("the moves of {} have no UCI notation", game.id().name));
  return std::move(*known);
}

std::string go_command(const Params& params) {
  std::string go = "go";
  if (params.has("movetime")) go += fmt::format(" movetime {}", std::llround(1000 * params.real("movetime")));
  for (const char* limit : {"nodes", "depth"})
    if (params.has(limit)) go += fmt::format(" {} {}", limit, params.integer(limit));
  return go;
}

/// Whole numbers without a point, whatever their size.
std::string option_value(const ParamTree& value) {
  if (value.kind != ParamTree::Kind::number) return value.text;
  const bool is_whole = value.number == std::trunc(value.number) && std::abs(value.number) < 1e15;
  return is_whole ? fmt::format("{}", std::llround(value.number)) : fmt::format("{}", value.number);
}

class UciPlayerSession final : public EngineSession {
 public:
  UciPlayerSession(const EngineOptions& options, const Params& params, const Game& game, const Stop& stop)
      : go_(go_command(params)), client_(options, stop) {
    if (params.has("options")) set_options(params.tree("options"));
    const UciGame known = known_game(game);
    // A program for this one game needs no variant.
    if (params.has("variant") || client_.find_option(UciClient::kVariantOption) != nullptr)
      client_.set_variant(params.has("variant") ? params.text("variant") : known.variant, known.start, stop);
    client_.wait_until_ready(stop);
    client_.begin_games();
  }

  [[nodiscard]] const std::string& engine_name() const override { return client_.engine_name(); }

  void new_game(std::uint64_t, const Stop& stop) override {
    moves_.clear();
    client_.send("ucinewgame");
    client_.wait_until_ready(stop);
  }

  void play(const Position& before, Action action, bool, const Stop&) override {
    moves_ += ' ' + uci_move_text(before, action);
  }

  Choice choose(const Position& position, const Stop& stop) override {
    client_.send("position startpos" + (moves_.empty() ? "" : " moves" + moves_));
    client_.wait_until_ready(stop);
    Choice choice;
    // What names no move stays kNoAction, which no position allows.
    if (const std::optional<Action> action = parse_uci_move(position, client_.best_move(go_, stop)))
      choice.action = *action;
    return choice;
  }

  void quit() override { client_.quit(); }
  [[nodiscard]] double cpu_seconds() override { return client_.cpu_seconds(); }

 private:
  void set_options(const ParamTree& options) {
    for (std::size_t i = 0; i < options.keys.size(); ++i)
      client_.set_option(options.keys[i], option_value(options.items[i]));
  }

  std::string go_;
  UciClient client_;
  std::string moves_;  // of the game, each after a blank
};

}  // namespace

std::unique_ptr<EngineSession> start_uci_session(const EngineOptions& options, const Params& params, const Game& game,
                                                 const EngineSession::Stop& stop) {
  return std::make_unique<UciPlayerSession>(options, params, game, stop);
}

}  // namespace rootward
