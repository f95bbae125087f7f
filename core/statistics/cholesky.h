// Symmetric positive definite systems of equations: for regressions of a few dozen unknowns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rootward {

/// A square matrix by rows.
class SquareMatrix {
 public:
  explicit SquareMatrix(std::size_t size) : size_(size), numbers_(size * size, 0.0) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  double& at(std::size_t row, std::size_t column) { return numbers_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return numbers_[row * size_ + column]; }

 private:
  std::size_t size_;
  std::vector<double> numbers_;
};

/// A = L L' (Golub and Van Loan 2013, 4.2), L lower triangular. The same bits on every machine.
class Cholesky {
 public:
  /// Reads the lower half of `matrix`. Throws std::domain_error where it is not positive definite, to rounding.
  explicit Cholesky(const SquareMatrix& matrix);

  /// The x with A x = b; b as long as the matrix. A = {{4, 2}, {2, 3}}, b = (2, 5): x = (-0.5, 2).
  [[nodiscard]] std::vector<double> solve(std::span<const double> right_side) const;

 private:
  SquareMatrix lower_;
};

}  // namespace rootward
