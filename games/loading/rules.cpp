// Opens a game with its parameters and checks the facts that it states.
#include "games/loading/rules.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/game_state.h"
#include "core/playout_trace.h"

namespace rootward::loading {
namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& what) {
  throw UsageError(fmt::format("the game {}: {}", name, what));
}

void require_within(std::string_view game, const char* fact, std::uint64_t value, std::uint64_t low,
                    std::uint64_t high) {
  if (value < low || value > high)
    refuse(game, fmt::format("facts.{} is {}; allowed: {} to {}", fact, value, low, high));
}

}  // namespace

PluginRules::Opened::~Opened() {
  const rootward_game& game = library->game();
  if (game.close != nullptr && handle != values.data()) game.close(handle);
}

PluginRules::PluginRules(std::shared_ptr<const Library> library, const Params& params)
    : game_(&library->game()), facts_(game_->facts) {
  auto opened = std::make_shared<Opened>();
  opened->library = std::move(library);
  opened->name = game_->name;
  set_values(*opened, params);
  opened->handle = opened->values.data();
  if (game_->open != nullptr) {
    const char* refusal = game_->open(opened->values.data(), &facts_, &opened->handle);
    if (refusal != nullptr) {
      opened->handle = opened->values.data();  // nothing was opened that could be closed
      refuse(opened->name, refusal);
    }
  }
  handle_ = opened->handle;
  opened_ = opened;
  check_facts();
  has_plain_moves_ = facts_.move_limit >= 1 && facts_.move_limit <= kNoAction;
  is_standard_ = facts_.low == -1 && facts_.high == 1;
  if (game_->key != nullptr) {
    if (!has_plain_moves_) refuse(name(), "has keys of moves and no facts.move_limit of 1 to 65535");
    for (std::uint32_t move = 0; move < facts_.move_limit; ++move) {
      const std::uint32_t key = game_->key(handle_, move);
      if (key >= kNoMoveKey && key != ROOTWARD_NO_KEY)
        refuse(name(), fmt::format("key of move {} is {}; allowed: 0 to 65534, ROOTWARD_NO_KEY", move, key));
      opened->keys.push_back(key == ROOTWARD_NO_KEY ? kNoMoveKey : static_cast<MoveKey>(key));
    }
  }
}

void PluginRules::set_values(Opened& opened, const Params& params) const {
  const std::vector<ParamSpec>& specs = opened.library->parameters();
  opened.texts.reserve(specs.size());  // values point into it
  for (const ParamSpec& spec : specs) {
    const std::string key = "parameters." + spec.key;
    rootward_value value{};
    switch (spec.type) {
      case ParamType::integer:
        value.integer = params.integer(key);
        break;
      case ParamType::real:
        value.real = params.real(key);
        break;
      case ParamType::boolean:
        value.integer = params.boolean(key) ? 1 : 0;
        break;
      default:
        opened.texts.push_back(params.text(key));
        value.text = opened.texts.back().c_str();
    }
    opened.values.push_back(value);
  }
  opened.values.push_back({});  // so that there is an address
}

void PluginRules::check_facts() const {
  require_within(name(), "state_bytes", facts_.state_bytes, 1, kMostStateBytes);
  require_within(name(), "most_moves", facts_.most_moves, 1, kMostActions);
  require_within(name(), "most_plies", facts_.most_plies, 1, kMostPlies);
  require_within(name(), "seats", facts_.seats, 1, 2);
  if (game_->planes != nullptr) {
    require_within(name(), "lines", facts_.lines, 1, kMostLines);
    require_within(name(), "columns", facts_.columns, 1, kMostLines);
    require_within(name(), "planes", facts_.planes, 1, kMostPlanes);
    require_within(name(), "move_limit", facts_.move_limit, 1, kNoAction);
  }
  if (!std::isfinite(facts_.low) || !std::isfinite(facts_.high) || facts_.low >= facts_.high)
    refuse(name(), fmt::format("results lie in [{}, {}], which is no range", facts_.low, facts_.high));
  if (facts_.win_draw_loss != 0 && (facts_.low != -1 || facts_.high != 1))
    refuse(name(),
           fmt::format("win_draw_loss is 1, so low is -1 and high is 1; they are {} and {}", facts_.low, facts_.high));
}

bool PluginRules::is_result(double result) const {
  if (facts_.win_draw_loss != 0) return result == 1 || result == 0 || result == -1;
  return result >= facts_.low && result <= facts_.high;
}

std::string PluginRules::text_of(const void* state, std::uint32_t move) const {
  char text[ROOTWARD_TEXT_BYTES] = {};
  game_->move_text(handle_, state, move, text);
  text[ROOTWARD_TEXT_BYTES - 1] = 0;
  return text;
}

}  // namespace rootward::loading
