// Piles of stones, from which earlier positions are had by taking the moves back. The mirror image is the one symmetry.
#include "evaluators/net/connect4_encoder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <utility>

#include "core/errors.h"
#include "evaluators/net/constant_planes.h"

namespace rootward::net {
namespace {

/// A seat's stones in a column, the lowest bit at the bottom.
std::uint32_t pile_of(const Connect4Small& position, std::size_t seat, int column) {
  const int stride = position.field().stride;
  const std::uint64_t bits = position.mark().stones[seat] >> (column * stride);
  return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << (stride - 1)) - 1));
}
std::uint32_t pile_of(const Connect4Large& position, std::size_t seat, int column) {
  return position.mark().stones[seat][static_cast<std::size_t>(column)];
}

template <class Board>
class Connect4Encoder final : public Encoder<Board> {
 public:
  Connect4Encoder(Planes planes, const Connect4Rules& rules)
      : kind_(std::move(planes)),
        width_(rules.width),
        is_symmetric_(rules.is_symmetric()),
        stride_(static_cast<std::size_t>(plane_count(kind_))) {}

  [[nodiscard]] int symmetries() const override { return is_symmetric_ ? 2 : 1; }

  void encode(const Board& position, int symmetry, std::span<float> planes, std::span<float>) override {
    std::ranges::fill(planes, 0.0F);
    for (int column = 0; column < width_; ++column)
      for (const std::size_t seat : {0U, 1U})
        piles_[seat][static_cast<std::size_t>(column)] = pile_of(position, seat, column);
    const auto moves = position.moves();
    const std::size_t known = std::min(static_cast<std::size_t>(kind_.positions), moves.size() + 1);
    const auto own = static_cast<std::size_t>(position.to_move());
    for (std::size_t ago = 0; ago < known; ++ago) {
      for (const std::size_t seat : {0U, 1U}) fill_stones(seat, 2 * ago + (seat == own ? 0 : 1), symmetry, planes);
      if (ago + 1 < known) take_back(moves[moves.size() - 1 - ago]);
    }
    fill_constants(kind_, position.to_move(), planes);
  }

  /// The stones, and the moves that a history takes back. Large boards keep no words.
  std::optional<InputKey> key(const Board& position, int symmetry) override {
    if constexpr (std::same_as<Board, Connect4Small>) {
      const auto moves = position.moves();
      const std::size_t known = std::min(static_cast<std::size_t>(kind_.positions) - 1, moves.size());
      std::array<std::uint64_t, 5> words{};
      words[0] = known << 8 | index_of(position.to_move()) << 4 | static_cast<std::uint64_t>(symmetry);
      words[1] = position.mark().stones[0];
      words[2] = position.mark().stones[1];
      static_assert(kMaxHistory <= 17, "two words have a byte for each move that is taken back");
      for (std::size_t ago = 0; ago < known; ++ago)
        words[3 + ago / 8] |= std::uint64_t{moves[moves.size() - 1 - ago]} << (ago % 8 * 8);
      return key_of_words(words);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::size_t policy_index(Action action, int symmetry) const override {
    return static_cast<std::size_t>(seen_column(action, symmetry));
  }

 private:
  [[nodiscard]] int seen_column(int column, int symmetry) const { return symmetry == 0 ? column : width_ - 1 - column; }

  void fill_stones(std::size_t seat, std::size_t plane, int symmetry, std::span<float> planes) const {
    for (int column = 0; column < width_; ++column) {
      for (std::uint32_t pile = piles_[seat][static_cast<std::size_t>(column)]; pile != 0; pile &= pile - 1) {
        const int point = std::countr_zero(pile) * width_ + seen_column(column, symmetry);
        planes[static_cast<std::size_t>(point) * stride_ + plane] = 1.0F;
      }
    }
  }

  void take_back(std::size_t column) {
    const std::uint32_t top = std::bit_floor(piles_[0][column] | piles_[1][column]);
    for (auto& piles : piles_) piles[column] &= ~top;
  }

  Planes kind_;
  int width_;
  bool is_symmetric_;
  std::size_t stride_;
  std::array<std::array<std::uint32_t, Connect4Large::kMaxWidth>, 2> piles_{};
};

}  // namespace

template <class Board>
std::unique_ptr<Encoder<Board>> make_connect4_encoder(const Planes& planes, const Connect4Rules& rules) {
  if (planes.kind != PlaneKind::history)
    throw UsageError("networks that see the planes \"" + planes_text(planes) + "\" do not play Connect Four");
  return std::make_unique<Connect4Encoder<Board>>(planes, rules);
}

template std::unique_ptr<Encoder<Connect4Small>> make_connect4_encoder(const Planes&, const Connect4Rules&);
template std::unique_ptr<Encoder<Connect4Large>> make_connect4_encoder(const Planes&, const Connect4Rules&);

}  // namespace rootward::net
