// One source for two and four lanes: elementwise instructions give the same bits in any width, and sums run in eight
// lanes joined pairwise, as in block_math.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backup/block_math.h"
#include "backup/formula_machine.h"
#include "core/elementary_inline.h"
#include "core/processor.h"

namespace rootward::formula {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Not NaN, in each lane.
template <class Real>
ROOTWARD_INLINE auto is_number(const Real& x) {
  return x == x;  // NOLINT(misc-redundant-expression): NaN differs from itself
}

/// e^x: 0 below -708, +inf above 709.
template <class Real, class Word>
ROOTWARD_INLINE Real exp_of(const Real& x) {
  const Real zero{};
  const Real low = zero - 708.0;
  const Real high = zero + 709.0;
  const Real above = x > low ? x : low;
  const Real power = exp_in_range<Real, Word>(above < high ? above : high);
  const Real cut = x < low ? zero : (x > high ? zero + kInfinity : power);
  return is_number(x) ? cut : x;
}

template <class Real, class Word>
ROOTWARD_INLINE Real log_of(const Real& x) {
  constexpr double kSmallest = 2.2250738585072014e-308;  // below it numbers lose digits
  const Real zero{};
  const Real scaled = x < zero + kSmallest ? x * 0x1p54 : x;
  const Real plain = log_in_range<Real, Word>(scaled);
  const Real logarithm = x < zero + kSmallest ? plain - 37.42994775023704671 : plain;
  const Real finite = x > zero ? logarithm : (x == zero ? zero - kInfinity : zero + kNaN);
  return x == zero + kInfinity ? x : finite;
}

template <class Real, class Word>
ROOTWARD_INLINE Real power_of(const Real& x, const Real& y) {
  const Real zero{};
  const Real power = exp_of<Real, Word>(y * log_of<Real, Word>(x));
  return y == zero ? zero + 1.0 : power;
}

ROOTWARD_INLINE double root_of(const double& x) { return std::sqrt(x); }
ROOTWARD_INLINE TwoReals root_of(const TwoReals& x) { return TwoReals{std::sqrt(x[0]), std::sqrt(x[1])}; }
ROOTWARD_INLINE FourReals root_of(const FourReals& x) {
  return FourReals{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
}

template <class Real, class Word>
ROOTWARD_INLINE Real normal_of(const Real& z) {
  const Real zero{};
  const Real inner = norm_cdf_of<Real, Word>(z > zero + 40.0 ? zero + 40.0 : (z < zero - 40.0 ? zero - 40.0 : z));
  return is_number(z) ? inner : z;
}

template <class Real>
ROOTWARD_INLINE Real student_of(const Real& z) {
  const Real zero{};
  constexpr double kFar = 1e150;  // its square is finite
  const Real inner = t3_cdf_of<Real>(z > zero + kFar ? zero + kFar : (z < zero - kFar ? zero - kFar : z));
  return is_number(z) ? inner : z;
}

/// with_function() for functions of three numbers, and for what is joined of several.
template <class Real, class Word, class Done>
ROOTWARD_INLINE bool with_three(Op op, Done&& done) {
  using R = const Real&;
  switch (op) {
    case Op::clamp:
      return done([](R a, R b, R c) ROOTWARD_INLINED {
        const Real raised = a < b ? b : a;
        return raised > c ? c : raised;
      });
    case Op::where:
      return done([](R a, R b, R c) ROOTWARD_INLINED { return a == Real{} ? c : b; });
    case Op::multiply_exp:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a * exp_of<Real, Word>(b); });
    case Op::multiply_difference:
      return done([](R a, R b, R c) ROOTWARD_INLINED { return a * (b - c); });
    default:
      return false;
  }
}

template <class Real, class Word, class Done>
ROOTWARD_INLINE bool with_comparison(Op op, Done&& done) {
  using R = const Real&;
  switch (op) {
    case Op::less:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a < b ? Real{} + 1.0 : Real{}; });
    case Op::at_most:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a <= b ? Real{} + 1.0 : Real{}; });
    case Op::greater:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a > b ? Real{} + 1.0 : Real{}; });
    case Op::at_least:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a >= b ? Real{} + 1.0 : Real{}; });
    case Op::equal:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a == b ? Real{} + 1.0 : Real{}; });
    case Op::unequal:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a == b ? Real{} : Real{} + 1.0; });
    default:
      return with_three<Real, Word>(op, done);
  }
}

template <class Real, class Word, class Done>
ROOTWARD_INLINE bool with_two(Op op, Done&& done) {
  using R = const Real&;
  switch (op) {
    case Op::add:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a + b; });
    case Op::subtract:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a - b; });
    case Op::multiply:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a * b; });
    case Op::divide:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a / b; });
    case Op::pow:
      return done([](R a, R b, R) ROOTWARD_INLINED { return power_of<Real, Word>(a, b); });
    case Op::smaller:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a < b ? a : b; });
    case Op::larger:
      return done([](R a, R b, R) ROOTWARD_INLINED { return a > b ? a : b; });
    default:
      return with_comparison<Real, Word>(op, done);
  }
}

/// Calls done(f) with what the instruction does to one to three numbers; false for what is done to whole vectors.
template <class Real, class Word, class Done>
ROOTWARD_INLINE bool with_function(Op op, Done&& done) {
  using R = const Real&;
  switch (op) {
    case Op::negate:
      return done([](R a, R, R) ROOTWARD_INLINED { return -a; });
    case Op::exp:
      return done([](R a, R, R) ROOTWARD_INLINED { return exp_of<Real, Word>(a); });
    case Op::log:
      return done([](R a, R, R) ROOTWARD_INLINED { return log_of<Real, Word>(a); });
    case Op::sqrt:
      return done([](R a, R, R) ROOTWARD_INLINED { return root_of(a); });
    case Op::abs:
      return done([](R a, R, R) ROOTWARD_INLINED { return a < Real{} ? -a : a; });
    case Op::norm_cdf:
      return done([](R a, R, R) ROOTWARD_INLINED { return normal_of<Real, Word>(a); });
    case Op::t3_cdf:
      return done([](R a, R, R) ROOTWARD_INLINED { return student_of<Real>(a); });
    default:
      return with_two<Real, Word>(op, done);
  }
}

template <class Reals>
ROOTWARD_INLINE Reals load(const double* from) {
  Reals numbers;
  std::memcpy(&numbers, from, sizeof(numbers));
  return numbers;
}

/// 0, 1, .. in the lanes.
template <class Reals>
ROOTWARD_INLINE Reals lane_numbers() {
  if constexpr (sizeof(Reals) == sizeof(TwoReals)) {
    return Reals{0, 1};
  } else {
    return Reals{0, 1, 2, 3};
  }
}

/// Calls body(i, from, inside) for vector after vector of children from number `from` on; i is the place among the
/// eight lanes, and inside(x, y) is x in lanes of children and y beyond.
template <class Reals, class Body>
ROOTWARD_INLINE void for_each_lane(std::size_t count, Body&& body) {
  constexpr std::size_t kLanes = Eight<Reals>::kLanes;
  const std::size_t whole = count / 8 * 8;
  for (std::size_t first = 0; first < whole; first += 8) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Eight<Reals>::kVectors; ++i)
      body(i, first + i * kLanes, [](const Reals& x, const Reals&) ROOTWARD_INLINED { return x; });
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < Eight<Reals>::kVectors; ++i) {
    const std::size_t from = whole + i * kLanes;
    if (from >= count) break;
    const Reals end = Reals{} + static_cast<double>(static_cast<int>(count - from));
    body(i, from, [&](const Reals& x, const Reals& y) ROOTWARD_INLINED { return lane_numbers<Reals>() < end ? x : y; });
  }
}

/// A vector or a number, lane by lane.
struct Operand {
  const double* at;
  std::size_t step;
  template <class Reals>
  [[nodiscard]] ROOTWARD_INLINE Reals get(std::size_t from) const {
    return load<Reals>(at + (from / 8) * step + from % 8);
  }
};

template <class Reals, class Words>
class Work {
 public:
  ROOTWARD_INLINE Work(const Instruction& instruction, Registers& registers)
      : instruction_(instruction), registers_(registers) {}

  ROOTWARD_INLINE Operand operand(std::size_t i) const {
    const Register place = instruction_.from[i];
    if (place == kNoRegister) return {registers_.at[instruction_.to], 0};
    return {registers_.at[place], registers_.step[place]};
  }

  ROOTWARD_INLINE void put(double number) const {
    double* to = registers_.at[instruction_.to];
    const Reals spread = Reals{} + number;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 8; i += Eight<Reals>::kLanes) std::memcpy(to + i, &spread, sizeof(spread));
  }

  ROOTWARD_INLINE void elementwise() const {
    const std::size_t count = registers_.count;
    double* to = registers_.at[instruction_.to];
    const Operand a = operand(0);
    const Operand b = operand(1);
    const Operand c = operand(2);
    with_function<Reals, Words>(instruction_.op, [&](auto function) ROOTWARD_INLINED {
      for (std::size_t group = 0; group * 8 < count; ++group) {
#pragma GCC unroll 4
        for (std::size_t lane = 0; lane < 8; lane += Eight<Reals>::kLanes) {
          const Reals result =
              function(load<Reals>(a.at + group * a.step + lane), load<Reals>(b.at + group * b.step + lane),
                       load<Reals>(c.at + group * c.step + lane));
          std::memcpy(to + group * 8 + lane, &result, sizeof(result));
        }
      }
      return true;
    });
  }

  ROOTWARD_INLINE double number(std::size_t i) const {
    return instruction_.from[i] == kNoRegister ? 0 : *registers_.at[instruction_.from[i]];
  }

  ROOTWARD_INLINE void single() const {
    with_function<double, std::uint64_t>(instruction_.op, [&](auto function) ROOTWARD_INLINED {
      put(function(number(0), number(1), number(2)));
      return true;
    });
  }

  ROOTWARD_INLINE double sum_of(const Operand& a) const {
    Eight<Reals> sums;
    for_each_lane<Reals>(registers_.count, [&](std::size_t i, std::size_t from, auto inside) ROOTWARD_INLINED {
      sums.vectors[i] += inside(a.template get<Reals>(from), Reals{});
    });
    return sums.sum();
  }

  ROOTWARD_INLINE double dot_of(const Operand& a, const Operand& b) const {
    Eight<Reals> sums;
    for_each_lane<Reals>(registers_.count, [&](std::size_t i, std::size_t from, auto inside) ROOTWARD_INLINED {
      const Reals product = a.template get<Reals>(from) * b.template get<Reals>(from);
      sums.vectors[i] += inside(product, Reals{});
    });
    return sums.sum();
  }

  /// dot(a, b) / sum(a) in one pass.
  ROOTWARD_INLINE double ratio_of(const Operand& a, const Operand& b) const {
    Eight<Reals> over, under;
    for_each_lane<Reals>(registers_.count, [&](std::size_t i, std::size_t from, auto inside) ROOTWARD_INLINED {
      const Reals weight = a.template get<Reals>(from);
      const Reals product = weight * b.template get<Reals>(from);
      over.vectors[i] += inside(product, Reals{});
      under.vectors[i] += inside(weight, Reals{});
    });
    return over.sum() / under.sum();
  }

  /// The largest of sign * a; -inf where nothing is a number.
  ROOTWARD_INLINE double largest_of(const Operand& a, double sign) const {
    const Reals none = Reals{} - kInfinity;
    Eight<Reals> best;
    for (Reals& vector : best.vectors) vector = none;
    for_each_lane<Reals>(registers_.count, [&](std::size_t i, std::size_t from, auto inside) ROOTWARD_INLINED {
      const Reals candidate = inside(sign * a.template get<Reals>(from), none);
      best.vectors[i] = candidate > best.vectors[i] ? candidate : best.vectors[i];
    });
    return best.largest();
  }

  /// The largest of `tie` among the numbers that are `best`.
  ROOTWARD_INLINE double largest_tie(const Operand& a, double best, const Operand& tie) const {
    const Reals none = Reals{} - kInfinity;
    Eight<Reals> most;
    for (Reals& vector : most.vectors) vector = none;
    for_each_lane<Reals>(registers_.count, [&](std::size_t i, std::size_t from, auto inside) ROOTWARD_INLINED {
      const Reals candidate = inside(a.template get<Reals>(from) == best ? tie.template get<Reals>(from) : none, none);
      most.vectors[i] = candidate > most.vectors[i] ? candidate : most.vectors[i];
    });
    return most.largest();
  }

  /// The index of the best, ties by the larger `tie`, then the first; NaN where nothing is a number.
  ROOTWARD_INLINE double index_of_best(const Operand& a, double sign) const {
    const double best = sign * largest_of(a, sign);
    const double* numbers = a.at;
    if (instruction_.from[1] == kNoRegister) {
      for (std::size_t i = 0; i < registers_.count; ++i) {
        if (numbers[i] == best) return static_cast<double>(static_cast<int>(i));
      }
      return kNaN;
    }
    const Operand tie = operand(1);
    const double most = largest_tie(a, best, tie);
    for (std::size_t i = 0; i < registers_.count; ++i) {
      if (numbers[i] == best && tie.at[tie.step == 0 ? 0 : i] == most) return static_cast<double>(static_cast<int>(i));
    }
    return kNaN;
  }

 private:
  const Instruction& instruction_;
  Registers& registers_;
};

/// The number at an index; NaN for what is no index.
double number_at(const double* numbers, std::size_t count, double index) {
  if (!(index >= 0) || !(index < static_cast<double>(count)) || index != std::floor(index)) return kNaN;
  return numbers[static_cast<std::size_t>(index)];
}

/// The mean over the best `share` of all weight, children taken best first, the last one in part.
double sorted_mean(const double* numbers, const double* weights, std::size_t step, double share, Registers& registers) {
  double total = 0;
  const auto weight_of = [&](std::size_t i) { return step == 0 ? weights[0] : weights[i]; };
  for (std::size_t i = 0; i < registers.count; ++i) {
    if (std::isnan(numbers[i]) || !(weight_of(i) >= 0)) return kNaN;
    total += weight_of(i);
    registers.order[i] = static_cast<std::uint32_t>(i);
  }
  if (!(total > 0) || !(share > 0)) return kNaN;
  const auto end = registers.order.begin() + static_cast<std::ptrdiff_t>(registers.count);
  const auto comes_later = [&](std::uint32_t a, std::uint32_t b) {
    return numbers[a] < numbers[b] || (numbers[a] == numbers[b] && a > b);
  };
  std::make_heap(registers.order.begin(), end, comes_later);
  const double wanted = std::min(share, 1.0) * total;
  double taken = 0;
  double sum = 0;
  for (auto last = end; last != registers.order.begin() && taken < wanted; --last) {
    std::pop_heap(registers.order.begin(), last, comes_later);
    const std::size_t child = *(last - 1);
    const double part = std::min(weight_of(child), wanted - taken);
    if (part <= 0) continue;
    sum += part * numbers[child];
    taken += part;
  }
  return sum / taken;
}

/// The list's integral at a number; NaN where the number is none or below 0.
double growth_at(const WeightFunction& function, double x) { return x >= 0 ? function(x) : kNaN; }

void grow(const Program& program, const Instruction& instruction, Registers& registers) {
  const WeightFunction& function = program.growths[instruction.from[0]].function;
  if (instruction.from[1] == program.of(Input::node_visits)) {
    std::fill_n(registers.at[instruction.to], 8, registers.growths[instruction.from[0]].at(registers.visits_of_node));
    return;
  }
  const double* from = registers.at[instruction.from[1]];
  double* to = registers.at[instruction.to];
  if (!instruction.is_vector) {
    std::fill_n(to, 8, growth_at(function, *from));
    return;
  }
  for (std::size_t i = 0; i < registers.count; ++i) to[i] = growth_at(function, from[i]);
}

/// Visit counts as reals.
template <class Reals, class Words>
ROOTWARD_INLINE void load_visits(const std::uint32_t* visits, std::size_t count, double* to) {
  constexpr std::size_t kLanes = Eight<Reals>::kLanes;
  for (std::size_t from = 0; from < count; from += kLanes) {
    const Words words = detail::leading<Words>(visits + from, count - from) | detail::kTwo52;
    const Reals numbers = std::bit_cast<Reals>(words) - 0x1.0p52;
    std::memcpy(to + from, &numbers, sizeof(numbers));
  }
}

/// What makes one number of a vector; false for another instruction.
template <class Reals, class Words>
ROOTWARD_INLINE bool fold(const Work<Reals, Words>& work, Op op) {
  switch (op) {
    case Op::sum:
      work.put(work.sum_of(work.operand(0)));
      return true;
    case Op::dot:
      work.put(work.dot_of(work.operand(0), work.operand(1)));
      return true;
    case Op::ratio:
      work.put(work.ratio_of(work.operand(0), work.operand(1)));
      return true;
    case Op::smallest:
      work.put(-work.largest_of(work.operand(0), -1));
      return true;
    case Op::largest:
      work.put(work.largest_of(work.operand(0), 1));
      return true;
    case Op::argmax:
      work.put(work.index_of_best(work.operand(0), 1));
      return true;
    case Op::argmin:
      work.put(work.index_of_best(work.operand(0), -1));
      return true;
    default:
      return false;
  }
}

template <class Reals, class Words>
ROOTWARD_INLINE void execute(const Program& program, Registers& registers) {
  if (registers.visits != nullptr)
    load_visits<Reals, Words>(registers.visits, registers.count, registers.at[program.of(Input::n)]);
  for (const Instruction& instruction : program.instructions) {
    const Work<Reals, Words> work(instruction, registers);
    switch (instruction.op) {
      case Op::grow:
        grow(program, instruction, registers);
        break;
      case Op::at:
        work.put(number_at(work.operand(0).at, registers.count, work.number(1)));
        break;
      case Op::sorted_mean:
        work.put(sorted_mean(work.operand(0).at, work.operand(1).at, work.operand(1).step, work.number(2), registers));
        break;
      default:
        if (fold(work, instruction.op)) break;
        if (instruction.is_vector)
          work.elementwise();
        else
          work.single();
    }
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void execute_avx2(const Program& program, Registers& registers) {
  execute<FourReals, FourWords>(program, registers);
}
#endif

}  // namespace

double result_of(Op op, const std::array<double, 3>& numbers) {
  double result = kNaN;
  with_function<double, std::uint64_t>(op, [&](auto function) {
    result = function(numbers[0], numbers[1], numbers[2]);
    return true;
  });
  return result;
}

void execute_portable(const Program& program, Registers& registers) { execute<TwoReals, TwoWords>(program, registers); }

Executor executor_here() {
#if defined(__x86_64__)
  if (processor().avx2) return execute_avx2;
#endif
  return execute_portable;
}

}  // namespace rootward::formula
