// Random playouts on interleaved rows: one loop a board size with its geometry folded in, with BMI2 where the processor
// has it; the moves are the same either way.
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "games/go/point_sets.h"
#include "games/go/small_board.h"
#include "games/select_bit.h"

namespace rootward {
namespace {

template <int Size>
using Sets = PointSets<Size, std::uint64_t, 64>;

template <int Size>
ROOTWARD_INLINE bool any(const Sets<Size>& set) {
  return set.folded() != 0;
}
template <int Size>
ROOTWARD_INLINE std::uint32_t size_of(const Sets<Size>& set) {
  int size = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Sets<Size>::kWords; ++i) size += std::popcount(set.word[i]);
  return static_cast<std::uint32_t>(size);
}
template <int Size>
ROOTWARD_INLINE Sets<Size> lowest(const Sets<Size>& set) {
  std::uint64_t free = ~std::uint64_t{0};
  return Sets<Size>::make([&](std::size_t i) ROOTWARD_INLINED {
    const std::uint64_t bit = set.word[i] & (0 - set.word[i]) & free;
    if (bit != 0) free = 0;
    return bit;
  });
}

/// A point as a set, and its neighbours.
template <int Size>
struct Site {
  Sets<Size> stone;
  Sets<Size> beside;
  Point point = kNoPoint;
};

/// Where points are drawn from: the rows in the order of the board, kRows a 64-bit word.
template <int Size>
struct Order {
  static constexpr int kRows = Sets<Size>::kPlaces;
  static constexpr std::size_t kWords = (Size + kRows - 1) / kRows;
  using Words = std::array<std::uint64_t, kWords>;
};

/// By word * 64 + bit of the order.
template <int Size>
constexpr std::array<Site<Size>, Order<Size>::kWords * 64> make_sites() {
  std::array<Site<Size>, Order<Size>::kWords * 64> sites{};
  for (int point = 0; point < Size * Size; ++point) {
    constexpr int kRows = Order<Size>::kRows;
    const int row = point / Size;
    const int bit = row % kRows * Sets<Size>::kStride + point % Size;
    Site<Size>& site = sites[std::size_t{64} * static_cast<std::size_t>(row / kRows) + static_cast<std::size_t>(bit)];
    site.stone = interleaved<Size, std::uint64_t, 64>(bit_at(point));
    site.beside = site.stone.spread() & Sets<Size>::all();
    site.point = point;
  }
  return sites;
}
template <int Size>
constexpr auto kSites = make_sites<Size>();

/// Whether the chain of `stones` around `seed` touches `breathing`; `chain` receives what was seen of it, the whole
/// chain where it does not.
template <int Size>
ROOTWARD_INLINE bool breathes(const Sets<Size>& seed, const Sets<Size>& stones, const Sets<Size>& breathing,
                              Sets<Size>& chain) {
  chain = seed;
  while (true) {
    const Sets<Size> next = chain.grown(stones);
    if (any(next & breathing)) return true;
    if (!any(next - chain)) return false;
    chain = next;
  }
}

/// The board as the player to move sees it.
template <int Size>
struct View {
  Sets<Size> own;
  Sets<Size> enemy;
  Sets<Size> ko;  ///< the forbidden point, if any
};

/// A move of the policy: its site, or null for a pass, and what it captures.
template <int Size>
struct Drawn {
  const Site<Size>* site = nullptr;
  Sets<Size> captured;
};

template <int Size>
ROOTWARD_INLINE Sets<Size> captures(const Sets<Size>& beside, const Sets<Size>& enemy, const Sets<Size>& breathing) {
  Sets<Size> threatened = (beside & enemy) - breathing;
  Sets<Size> captured = Sets<Size>::none();
  while (any(threatened)) {
    Sets<Size> chain;
    if (!breathes<Size>(lowest<Size>(threatened), enemy, breathing, chain)) captured = captured | chain;
    threatened = threatened - chain;
  }
  return captured;
}

template <int Size, class Select>
ROOTWARD_INLINE Drawn<Size> draw(const View<Size>& view, Rng& rng, Select select) {
  using S = Sets<Size>;
  const S empty = (view.own | view.enemy).complement();
  const S surrounded = empty - view.own.complement().spread();
  S candidates = empty - view.ko;
  if (any(surrounded)) candidates = candidates - S::eyes(surrounded, view.enemy);
  while (any(candidates)) {
    const std::size_t place = select.template place<Size>(candidates, rng.below(size_of<Size>(candidates)));
    const Site<Size>& site = kSites<Size>[place];
    const S breathing = (empty - site.stone).spread();
    const S captured = captures<Size>(site.beside, view.enemy, breathing);
    const S own_beside = site.beside & view.own;
    if (any(captured | (site.beside & empty) | (own_beside & breathing))) return {&site, captured};
    S chain;
    if (any(own_beside) && breathes<Size>(own_beside, view.own, breathing, chain)) return {&site, captured};
    candidates = candidates - site.stone;
  }
  return {nullptr, S::none()};
}

template <int Size, class Select, class Record>
ROOTWARD_INLINE BoardPlayout run(View<Size> view, const PlayoutStart& start, Rng& shared_rng, Select select,
                                 Record record) {
  using S = Sets<Size>;
  Rng rng = shared_rng;
  constexpr int kLimit = 3 * Size * Size;
  int plies = 0;
  int passes = start.passes;
  while (passes < 2 && plies < kLimit) {
    const Drawn<Size> move = draw<Size>(view, rng, select);
    ++plies;
    record(move.site == nullptr ? kNoMoveKey : move.site->point);
    if (move.site == nullptr) {
      ++passes;
      view = {view.enemy, view.own, S::none()};
      continue;
    }
    passes = 0;
    const Site<Size>& site = *move.site;
    const bool makes_ko = !any(site.beside - view.enemy) && !any(move.captured - lowest<Size>(move.captured));
    view = {view.enemy - move.captured, view.own | site.stone, makes_ko ? move.captured : S::none()};
  }
  shared_rng = rng;
  const Bits128 own = in_point_order<Size, std::uint64_t, 64>(view.own);
  const Bits128 enemy = in_point_order<Size, std::uint64_t, 64>(view.enemy);
  const int difference = kSmallField<Size>.area_difference(own, enemy);
  const bool is_black = (start.to_move == Seat::first) == (plies % 2 == 0);
  record.end([&](std::span<std::int8_t> owners) {
    kSmallField<Size>.tell_owners(is_black ? own : enemy, is_black ? enemy : own, owners);
  });
  return {is_black ? difference : -difference, static_cast<std::uint32_t>(plies)};
}

/// The rank-th of some ordered points, as word * 64 + bit.
template <int Size, class SelectBit>
ROOTWARD_INLINE std::size_t select_place(const typename Order<Size>::Words& points, std::uint32_t rank,
                                         SelectBit select) {
  auto left = static_cast<int>(rank);
  std::size_t word = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i + 1 < Order<Size>::kWords; ++i) {
    const int inside = std::popcount(points[i]);
    const bool is_beyond = word == i && left >= inside;
    left -= is_beyond ? inside : 0;
    word += is_beyond ? 1 : 0;
  }
  return word * 64 + static_cast<std::size_t>(select(points[word], left));
}

/// The rank-th point of a set, in the order of the board.
struct PortablePlace {
  template <int Size>
  ROOTWARD_INLINE std::size_t place(const Sets<Size>& set, std::uint32_t rank) const {
    typename Order<Size>::Words ordered{};
#pragma GCC unroll 16
    for (int row = 0; row < Size; ++row) {
      const std::uint64_t bits = (set.word[Sets<Size>::word_of(row)] >> Sets<Size>::shift_of(row)) & Sets<Size>::kRow;
      ordered[static_cast<std::size_t>(row / Order<Size>::kRows)] |=
          bits << (row % Order<Size>::kRows * Sets<Size>::kStride);
    }
    return select_place<Size>(ordered, rank, PortableSelect{});
  }
};

/// Stones as `own` and `enemy`, bits in the order of the points.
struct Stones {
  Bits128 own = 0;
  Bits128 enemy = 0;
  Bits128 ko = 0;
};

template <int Size>
View<Size> view_of(const Stones& stones) {
  return {interleaved<Size, std::uint64_t, 64>(stones.own), interleaved<Size, std::uint64_t, 64>(stones.enemy),
          interleaved<Size, std::uint64_t, 64>(stones.ko)};
}

template <class Record>
using Runner = BoardPlayout (*)(const Stones&, const PlayoutStart&, Rng&, Record);
using Drawer = Point (*)(const Stones&, Rng&);

template <int Size>
Point draw_point(const Stones& stones, Rng& rng) {
  const Drawn<Size> drawn = draw<Size>(view_of<Size>(stones), rng, PortablePlace{});
  return drawn.site == nullptr ? kNoPoint : drawn.site->point;
}
template <int... Offsets>
Drawer drawer_for(int size, std::integer_sequence<int, Offsets...>) {
  static constexpr std::array<Drawer, sizeof...(Offsets)> kDrawers{&draw_point<kMinGoSize + Offsets>...};
  return kDrawers[static_cast<std::size_t>(size - kMinGoSize)];
}

template <int Size, class Record>
BoardPlayout run_portable(const Stones& stones, const PlayoutStart& start, Rng& rng, Record record) {
  return run<Size>(view_of<Size>(stones), start, rng, PortablePlace{}, record);
}

#if defined(__x86_64__)
ROOTWARD_INLINE std::uint64_t deposit(std::uint64_t bits, std::uint64_t mask) {
  std::uint64_t deposited = 0;
  asm("pdep %2, %1, %0" : "=r"(deposited) : "r"(bits), "r"(mask));
  return deposited;
}

/// The rows of a word of the order that come from one word of the interleaved set.
template <int Size>
struct RowsOf {
  std::uint64_t mask = 0;
  int count = 0;
  constexpr RowsOf(std::size_t ordered, std::size_t interleaved_word) {
    constexpr int kRows = Order<Size>::kRows, kStride = Sets<Size>::kStride;
    const int first = static_cast<int>(ordered) * kRows;
    for (int row = first; row < first + kRows && row < Size; ++row) {
      if (Sets<Size>::word_of(row) != interleaved_word) continue;
      mask |= ((std::uint64_t{1} << kStride) - 1) << ((row - first) * kStride);
      ++count;
    }
  }
};

/// The same with BMI2 (callers make sure of it).
struct Bmi2Place {
  template <int Size>
  ROOTWARD_INLINE std::size_t place(const Sets<Size>& set, std::uint32_t rank) const {
    typename Order<Size>::Words ordered{};
    Sets<Size> left = set;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Order<Size>::kWords; ++i) {
#pragma GCC unroll 8
      for (std::size_t word = 0; word < Sets<Size>::kWords; ++word) {
        const RowsOf<Size> rows(i, word);
        ordered[i] |= deposit(left.word[word], rows.mask);
        left.word[word] >>= rows.count * Sets<Size>::kStride;
      }
    }
    return select_place<Size>(ordered, rank, Bmi2Select{});
  }
};

template <int Size, class Record>
[[gnu::target("bmi,bmi2,popcnt")]] BoardPlayout run_bmi2(const Stones& stones, const PlayoutStart& start, Rng& rng,
                                                         Record record) {
  return run<Size>(view_of<Size>(stones), start, rng, Bmi2Place{}, record);
}
#else
template <int Size, class Record>
BoardPlayout run_bmi2(const Stones& stones, const PlayoutStart& start, Rng& rng, Record record) {
  return run_portable<Size>(stones, start, rng, record);
}
bool has_fast_pdep() { return false; }
#endif

template <class Record, int... Offsets>
Runner<Record> runner_for(int size, std::integer_sequence<int, Offsets...>) {
  using Runners = std::array<Runner<Record>, sizeof...(Offsets)>;
  static constexpr Runners kPortable{&run_portable<kMinGoSize + Offsets, Record>...};
  static constexpr Runners kBmi2{&run_bmi2<kMinGoSize + Offsets, Record>...};
  const auto index = static_cast<std::size_t>(size - kMinGoSize);
  return has_fast_pdep() ? kBmi2[index] : kPortable[index];
}

using Sizes = std::make_integer_sequence<int, SmallBoard::kMaxSize - kMinGoSize + 1>;

}  // namespace

Point SmallBoard::random_point(Seat seat, Point ko, Rng& rng) const {
  const Stones stones{stones_[index_of(seat)], stones_[index_of(other(seat))], ko == kNoPoint ? 0 : bit_at(ko)};
  return drawer_for(size(), Sizes{})(stones, rng);
}

BoardPlayout SmallBoard::playout(const PlayoutStart& start, Rng& rng, PlayoutTrace* trace) const {
  const Stones stones{stones_[index_of(start.to_move)], stones_[index_of(other(start.to_move))],
                      start.ko == kNoPoint ? 0 : bit_at(start.ko)};
  if (trace != nullptr) return runner_for<TraceRecord>(size(), Sizes{})(stones, start, rng, TraceRecord{trace});
  return runner_for<NoRecord>(size(), Sizes{})(stones, start, rng, NoRecord{});
}

}  // namespace rootward
