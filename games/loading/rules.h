// A loaded game with its parameters set: the plug-in's functions under names of ours, answers checked where that is
// cheap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"
#include "games/loading/library.h"

namespace rootward::loading {

/// Immutable, shared by threads; copies share what `open` gave.
class PluginRules {
 public:
  static constexpr std::uint32_t kMostStateBytes = 1'000'000;
  static constexpr std::uint32_t kMostPlies = 1'000'000;
  static constexpr std::uint32_t kMostLines = 32;
  static constexpr std::uint32_t kMostPlanes = 256;

  /// `params`: of parameters_of(library). Throws UsageError with what `open` refuses and for facts that are none.
  PluginRules(std::shared_ptr<const Library> library, const Params& params);

  [[nodiscard]] const rootward_game& game() const { return *game_; }
  [[nodiscard]] const rootward_facts& facts() const { return facts_; }
  [[nodiscard]] const void* handle() const { return handle_; }
  [[nodiscard]] const std::string& name() const { return opened_->name; }
  [[nodiscard]] const std::vector<FeatureFacts>& features() const { return opened_->library->features(); }
  /// Bytes of what networks see; 0: nothing.
  [[nodiscard]] std::size_t plane_bytes() const {
    return game_->planes == nullptr ? 0 : std::size_t{1} * facts_.lines * facts_.columns * facts_.planes;
  }
  /// Whether every move is its own action; else an action is a move's place among the legal ones.
  [[nodiscard]] bool has_plain_moves() const { return has_plain_moves_; }

  /// From the game's own units to [-1, 1].
  [[nodiscard]] Value value_of(double result) const {
    return is_standard_ ? result + 0.0 : 2 * (result - facts_.low) / (facts_.high - facts_.low) - 1;
  }
  [[nodiscard]] bool is_result(double result) const;
  /// By action; empty where the game has no keys.
  [[nodiscard]] const std::vector<std::uint16_t>& keys() const { return opened_->keys; }
  /// The move's name.
  [[nodiscard]] std::string text_of(const void* state, std::uint32_t move) const;

  friend bool operator==(const PluginRules& a, const PluginRules& b) { return a.opened_ == b.opened_; }

 private:
  struct Opened {
    std::shared_ptr<const Library> library;
    std::vector<std::string> texts;
    std::vector<rootward_value> values;
    void* handle = nullptr;
    std::string name;
    std::vector<std::uint16_t> keys;
    Opened() = default;
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened();
  };
  void set_values(Opened& opened, const Params& params) const;
  void check_facts() const;

  std::shared_ptr<const Opened> opened_;
  const rootward_game* game_ = nullptr;  // what follows is read at every step
  const void* handle_ = nullptr;
  rootward_facts facts_{};
  bool has_plain_moves_ = true;
  bool is_standard_ = true;
};

/// Room for the legal moves of a position; nothing is allocated up to 512.
class MoveBuffer {
 public:
  explicit MoveBuffer(std::size_t most) {
    if (most > usual_.size()) many_.resize(most);
  }
  std::uint32_t* data() { return many_.empty() ? usual_.data() : many_.data(); }

 private:
  std::array<std::uint32_t, 512> usual_;
  std::vector<std::uint32_t> many_;
};

/// The program's stream as the interface hands it over.
inline rootward_random random_of(Rng& rng) {
  return {.next = [](void* stream) { return static_cast<Rng*>(stream)->next(); }, .stream = &rng};
}

}  // namespace rootward::loading
