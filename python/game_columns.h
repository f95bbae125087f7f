// Many games without their moves as numpy columns: some hundred bytes a game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "lab/arena/game_record.h"
#include "python/native.h"

namespace rootward::python {

/// Texts that come again and again, each kept once.
class Texts {
 public:
  std::uint32_t number(const std::string& text);
  [[nodiscard]] const std::string& text(std::uint32_t number) const { return *texts_[number]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> texts_;  // keys of numbers_
};

class GameColumns {
 public:
  void add(const GameRecord& game);
  /// In the order of pairings, pairs and seats, as read_results() has them.
  void sort();
  /// A numpy array a column: texts and numbers; those that no game has are left out.
  [[nodiscard]] py::dict columns() const;

 private:
  template <class T>
  using BySeat = std::array<T, 2>;
  struct Row {
    BySeat<std::uint32_t> pairing{}, networks{}, engines{};  // numbers of texts
    std::uint32_t pair = 0, game = 0, opening = 0, ended = 0, scoring = 0, result = 0, board_result = 0;
    std::uint32_t plies = 0, early_plies = 0;
    float score = 0, early_score = 0;  // 0, 1/2 or 1
    bool is_swapped = false, ends_early = false;
    BySeat<std::uint32_t> moves_chosen{};
    std::uint64_t seed = 0;
    BySeat<std::uint64_t> simulations{}, cached_evaluations{}, fallbacks{};
    BySeat<double> cpu_seconds{};
  };

  template <class Get>
  [[nodiscard]] py::array texts_of(Get number) const;
  template <class Get>
  [[nodiscard]] py::array numbers_of(Get number) const;
  template <class Get>
  [[nodiscard]] bool any(Get has) const;
  void add_players(py::dict& columns) const;
  void add_numbers(py::dict& columns) const;
  void add_rare(py::dict& columns) const;
  template <class T>
  void add_pair_of(py::dict& columns, const char* name, BySeat<T> Row::*member) const;
  template <class T>
  void add_texts_of(py::dict& columns, const char* name, BySeat<T> Row::*member) const;

  Texts texts_;
  std::vector<Row> rows_;
};

}  // namespace rootward::python
