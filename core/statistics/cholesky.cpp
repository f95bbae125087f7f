// Row by row, then forward and backward substitution.
#include "core/statistics/cholesky.h"

#include <cassert>
#include <cmath>
#include <stdexcept>

namespace rootward {
namespace {

constexpr double kSmallestPivot = 1e-13;  // of a diagonal element: what is left of it where rows depend on each other

}  // namespace

Cholesky::Cholesky(const SquareMatrix& matrix) : lower_(matrix.size()) {
  for (std::size_t row = 0; row < lower_.size(); ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double rest = matrix.at(row, column);
      for (std::size_t k = 0; k < column; ++k) rest -= lower_.at(row, k) * lower_.at(column, k);
      if (row != column) {
        lower_.at(row, column) = rest / lower_.at(column, column);
      } else {
        if (!(rest > kSmallestPivot * matrix.at(row, row)))
          throw std::domain_error("the matrix is not positive definite");
        lower_.at(row, row) = std::sqrt(rest);
      }
    }
  }
}

std::vector<double> Cholesky::solve(std::span<const double> right_side) const {
  assert(right_side.size() == lower_.size());
  std::vector<double> x(right_side.begin(), right_side.end());
  for (std::size_t row = 0; row < x.size(); ++row) {
    for (std::size_t k = 0; k < row; ++k) x[row] -= lower_.at(row, k) * x[k];
    x[row] /= lower_.at(row, row);
  }
  for (std::size_t row = x.size(); row-- > 0;) {
    for (std::size_t k = row + 1; k < x.size(); ++k) x[row] -= lower_.at(k, row) * x[k];
    x[row] /= lower_.at(row, row);
  }
  return x;
}

}  // namespace rootward
