// Games written in Python: each position is looked at once, under the interpreter's lock.
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/guest_failure.h"
#include "games/guests.h"
#include "lab/play/game.h"
#include "python/native.h"

namespace rootward::python {
namespace {

/// What games.py's Rules gives for a position: itself, who is to move (0: chance), the result in [-1, 1] where it is
/// over, the moves' texts, the outcomes' probabilities, a hash.
using Look =
    std::tuple<py::object, int, std::optional<double>, std::vector<std::string>, std::vector<double>, std::uint64_t>;

/// Calls games.py's Rules.
class PythonGame final : public GuestGame {
 public:
  PythonGame(std::string name, py::object rules) : name_(std::move(name)), rules_(new py::object(std::move(rules))) {}

  [[nodiscard]] std::shared_ptr<const GuestState> start() const override {
    return call("its start", [&] { return seen(rules_->attr("start")()); });
  }
  [[nodiscard]] std::shared_ptr<const GuestState> play(const GuestState& state, std::size_t move) const override {
    return call("the move " + state.moves[move], [&] { return seen(rules_->attr("play")(held(state), move)); });
  }
  [[nodiscard]] std::string drawing(const GuestState& state) const override {
    return call("its text", [&] { return rules_->attr("drawing")(held(state)).cast<std::string>(); });
  }

 private:
  static const py::object& held(const GuestState& state) { return *static_cast<const py::object*>(state.held.get()); }

  static std::shared_ptr<const GuestState> seen(const py::object& given) {
    auto [position, mover, result, moves, probabilities, hash] = given.cast<Look>();
    auto state = std::make_shared<GuestState>();
    state->is_over = result.has_value();
    state->is_chance = !state->is_over && mover == 0;
    state->mover = mover == 2 ? Seat::second : Seat::first;
    state->result = result.value_or(0);
    state->moves = std::move(moves);
    state->probabilities = std::move(probabilities);
    state->hash = hash;
    state->held = std::shared_ptr<const void>(new py::object(std::move(position)), [](const void* kept) {
      const py::gil_scoped_acquire lock;
      delete static_cast<const py::object*>(kept);
    });
    return state;
  }

  template <class Work>
  std::invoke_result_t<Work> call(const std::string& what, Work work) const {
    const py::gil_scoped_acquire lock;
    try {
      return work();
    } catch (const std::exception& error) {
      GuestFailure failure(std::current_exception(), error.what());
      failure.add_place(fmt::format("the game {}, asked for {}", name_, what));
      throw failure;
    }
  }

  std::string name_;
  std::unique_ptr<py::object, DeletesUnderLock<py::object>> rules_;
};

void register_game(const std::string& name, int seats, std::pair<double, double> results, bool is_win_draw_loss,
                   const std::string& source, const std::string& file, const py::object& rules) {
  for (const Described& ours : games())
    if (ours.name == name) throw UsageError(name + " is a game of rootward's own; give yours another name");
  GuestGameEntry guest;
  guest.facts = {.source = source,
                 .seats = seats,
                 .low = results.first,
                 .high = results.second,
                 .is_win_draw_loss = is_win_draw_loss};
  guest.description = {.name = name,
                       .help = "a game in Python",
                       .source = "its author",
                       .parameters = guest_game_parameters(guest.facts)};
  guest.file = file;
  guest.game = std::make_shared<PythonGame>(name, rules);
  add_guest_game(std::move(guest));
}

/// `load(file, object)` gives a game's name and the mark of its source. Its exceptions are what is wrong.
void set_game_loader(const py::object& load) {
  const auto held = std::shared_ptr<py::object>(new py::object(load), DeletesUnderLock<py::object>{});
  set_guest_game_loader([held](const std::string& file, const std::string& object) {
    const py::gil_scoped_acquire lock;
    try {
      const auto [name, source] = (*held)(file, object).cast<std::pair<std::string, std::string>>();
      return NamedParams{name, resolve_params(find_guest_game(name, source)->about().parameters, {})};
    } catch (const py::error_already_set& error) {
      throw UsageError(py::str(error.value()).cast<std::string>());
    }
  });
}

}  // namespace

void bind_guest_games(py::module_& module) {
  module.def("register_game", register_game);
  module.def("set_game_loader", set_game_loader);
}

}  // namespace rootward::python
