// The reference: every step written as its formula with Eigen's matrices, a filter as one product a tap. Tests hold the
// vector kernels against it; nothing else runs it.
#include <Eigen/Core>
#include <algorithm>
#include <cstddef>

#include "evaluators/net/activation.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/pooling.h"

namespace rootward::net {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // [point][channel]
using Row = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using ConstMatrix = Eigen::Map<const Matrix>;
using ConstRow = Eigen::Map<const Row>;

class EigenRunner final : public Runner {
 public:
  EigenRunner(const Plan& plan, BoardShape board) : plan_(plan), board_(board), points_(board.points()) {
    for (int channels : plan.maps) maps_.emplace_back(Matrix::Zero(points_, channels));
    for (int length : plan.vectors) vectors_.emplace_back(Row::Zero(length));
  }

  void run(std::span<const float> planes, std::span<const float> globals, Output& output) override {
    maps_[0] = ConstMatrix(planes.data(), points_, maps_[0].cols());
    vectors_[0] = ConstRow(globals.data(), static_cast<Eigen::Index>(globals.size()));
    for (const Step& step : plan_.steps) run_step(step);
    read_policy(output.policy);
    const Row& value = vector(plan_.value_vector);
    output.value = value_of(plan_.value_kind, {value.data(), static_cast<std::size_t>(value.size())});
    if (plan_.error_vector != kNone)
      output.error = error_of(plan_, static_cast<double>(vector(plan_.error_vector)(plan_.error_index)));
  }

 private:
  void read_policy(std::vector<float>& policy) {
    if (plan_.policy_vector != kNone) {
      const Row& logits = vector(plan_.policy_vector);
      policy.assign(logits.data(), logits.data() + logits.size());
      return;
    }
    policy.clear();
    for (int point = 0; point < points_; ++point) policy.push_back(map(plan_.policy_map)(point, 0));
    policy.push_back(vector(plan_.pass_vector)(0));
  }
  Matrix& map(int index) { return maps_[static_cast<std::size_t>(index)]; }
  Row& vector(int index) { return vectors_[static_cast<std::size_t>(index)]; }
  static Row bias_of(const Step& step) {
    if (step.bias.empty()) return Row::Zero(step.out);
    return ConstRow(step.bias.data(), step.out);
  }
  template <class Numbers>
  static void apply(Activation activation, Numbers& numbers) {
    activate(activation, {numbers.data(), static_cast<std::size_t>(numbers.size())});
  }

  void run_step(const Step& step) {
    switch (step.kind) {
      case StepKind::convolve:
        return convolve(step);
      case StepKind::normalise:
        map(step.target) =
            (map(step.source).array().rowwise() * ConstRow(step.weights.data(), step.in).array()).matrix();
        map(step.target).rowwise() += bias_of(step);
        return apply(step.activation, map(step.target));
      case StepKind::add_points:
        map(step.target) += ConstMatrix(step.bias.data(), points_, step.in);
        return apply(step.activation, map(step.target));
      case StepKind::pool:
      case StepKind::pool_value: {
        const Row sums = map(step.source).colwise().sum();
        const Row maxima = map(step.source).colwise().maxCoeff();
        return finish_pool(step.kind, points_, step.in, sums.data(), maxima.data(), vector(step.target).data());
      }
      case StepKind::flatten:
        vector(step.target) = ConstRow(map(step.source).data(), step.out);
        return;
      case StepKind::dense:
        vector(step.target) = vector(step.source) * ConstMatrix(step.weights.data(), step.in, step.out) + bias_of(step);
        return apply(step.activation, vector(step.target));
    }
  }

  void convolve(const Step& step) {
    const int reach = step.window / 2;
    Matrix sum = Matrix::Zero(points_, step.out);
    const float* weights = step.weights.data();
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx, weights += static_cast<std::ptrdiff_t>(step.in) * step.out)
        sum += shifted(map(step.source), dy, dx) * ConstMatrix(weights, step.in, step.out);
    }
    sum.rowwise() += bias_of(step);
    if (step.added_vector != kNone) sum.rowwise() += vector(step.added_vector);
    if (step.added_map != kNone) {
      const Matrix& added = map(step.added_map);
      sum.leftCols(added.cols()) += added;
    }
    apply(step.activation, sum);
    map(step.target) = sum;
  }

  /// Row p is the source's row at the point (dy, dx) away from p, zeros off the board.
  [[nodiscard]] Matrix shifted(const Matrix& source, int dy, int dx) const {
    Matrix moved = Matrix::Zero(points_, source.cols());
    const auto [lines, columns] = board_;
    for (int y = std::max(0, -dy); y < std::min(lines, lines - dy); ++y)
      for (int x = std::max(0, -dx); x < std::min(columns, columns - dx); ++x)
        moved.row(y * columns + x) = source.row((y + dy) * columns + x + dx);
    return moved;
  }

  const Plan& plan_;
  BoardShape board_;
  int points_;
  std::vector<Matrix> maps_;
  std::vector<Row> vectors_;
};

}  // namespace

std::unique_ptr<Runner> make_eigen_runner(const Plan& plan, BoardShape board) {
  return std::make_unique<EigenRunner>(plan, board);
}

}  // namespace rootward::net
