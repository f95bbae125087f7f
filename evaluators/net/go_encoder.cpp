// Planes in the order in which a network counts its points, under the board's eight symmetries.
#include "evaluators/net/go_encoder.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "evaluators/net/go_features.h"

namespace rootward::net {
namespace {

constexpr int kSymmetries = 8;

/// The point that a network which counts from its own first row sees at `index`.
Point seen_point(std::size_t index, int size, int symmetry, bool is_top_first) {
  int row = static_cast<int>(index) / size;
  int column = static_cast<int>(index) % size;
  if ((symmetry & 4) != 0) std::swap(row, column);
  if ((symmetry & 2) != 0) column = size - 1 - column;
  if ((symmetry & 1) != 0) row = size - 1 - row;
  if (is_top_first) row = size - 1 - row;
  return row * size + column;
}

template <class Board>
class GoEncoder final : public Encoder<Go<Board>> {
 public:
  GoEncoder(Planes planes, int size) : kind_(std::move(planes)), points_(static_cast<std::size_t>(size * size)) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      std::vector<std::size_t>& seen = seen_[static_cast<std::size_t>(symmetry)];
      std::vector<std::size_t>& indices = indices_[static_cast<std::size_t>(symmetry)];
      indices.resize(points_ + 1);
      for (std::size_t index = 0; index < points_; ++index) {
        const Point point = seen_point(index, size, symmetry, kind_.kind == PlaneKind::katago_v7);
        seen.push_back(static_cast<std::size_t>(point));
        indices[static_cast<std::size_t>(point)] = index;
      }
      indices[points_] = points_;
    }
    in_order_.resize(points_ * static_cast<std::size_t>(plane_count(kind_)));
  }

  [[nodiscard]] int symmetries() const override { return kSymmetries; }

  void encode(const Go<Board>& position, int symmetry, std::span<float> planes, std::span<float> globals) override {
    line_.follow(position);
    if (kind_.kind == PlaneKind::history)
      return fill_history(position, line_, kind_, indices_[static_cast<std::size_t>(symmetry)], planes);
    fill_katago(position, line_, ladders_, in_order_, globals);
    const std::size_t stride = in_order_.size() / points_;
    const std::vector<std::size_t>& seen = seen_[static_cast<std::size_t>(symmetry)];
    for (std::size_t index = 0; index < points_; ++index)
      std::copy_n(in_order_.begin() + static_cast<std::ptrdiff_t>(seen[index] * stride), stride,
                  planes.begin() + static_cast<std::ptrdiff_t>(index * stride));
  }

  /// The stones of the boards that a history shows. Ladders and areas are not in them, nor do large boards keep words.
  std::optional<InputKey> key(const Go<Board>& position, int symmetry) override {
    if constexpr (std::same_as<Board, SmallBoard>) {
      if (kind_.kind != PlaneKind::history) return std::nullopt;
      line_.follow(position);
      words_.assign(1, key_word(position, symmetry));
      const std::size_t known = std::min(static_cast<std::size_t>(kind_.positions), line_.length() + 1);
      for (std::size_t ago = 0; ago < known; ++ago)
        for (const Seat seat : {position.to_move(), other(position.to_move())}) {
          const Bits128 stones = line_.board(ago).stones(seat);
          words_.push_back(low_word(stones));
          words_.push_back(high_word(stones));
        }
      return key_of_words(words_);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::size_t policy_index(Action action, int symmetry) const override {
    return indices_[static_cast<std::size_t>(symmetry)][action];
  }

 private:
  /// What the inputs depend on beside the stones.
  [[nodiscard]] std::uint64_t key_word(const Go<Board>& position, int symmetry) const {
    const std::uint64_t seat = kind_.constants.empty() ? 0 : index_of(position.to_move());
    return points_ << 8 | seat << 4 | static_cast<std::uint64_t>(symmetry);
  }

  Planes kind_;
  std::size_t points_;
  std::array<std::vector<std::size_t>, kSymmetries> seen_;     ///< index of the network -> point
  std::array<std::vector<std::size_t>, kSymmetries> indices_;  ///< point or pass -> index of the network
  std::vector<float> in_order_;
  std::vector<std::uint64_t> words_;
  GoLine<Board> line_;
  LadderCache ladders_;
};

}  // namespace

template <class Board>
std::unique_ptr<Encoder<Go<Board>>> make_go_encoder(const Planes& planes, const GoRules& rules) {
  if (planes.kind == PlaneKind::own)
    throw UsageError("networks that see the planes \"" + planes_text(planes) + "\" do not play Go");
  return std::make_unique<GoEncoder<Board>>(planes, rules.size);
}

template std::unique_ptr<Encoder<Go<SmallBoard>>> make_go_encoder<SmallBoard>(const Planes&, const GoRules&);
template std::unique_ptr<Encoder<Go<LargeBoard>>> make_go_encoder<LargeBoard>(const Planes&, const GoRules&);

}  // namespace rootward::net
