// The tokens and number arrays of an unpacked KataGo file, each read with its checks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evaluators/net/layers.h"
#include "evaluators/net/plan.h"

namespace rootward::net {

/// Reads front to back. Every method throws std::invalid_argument naming the layer read last and what is wrong.
class KatagoStream {
 public:
  explicit KatagoStream(std::string_view bytes) : bytes_(bytes) {}

  std::string token(const char* what);
  /// A layer's name, which errors mention from then on.
  std::string name(const char* what);
  int integer(const char* what, int low, int high);
  double real(const char* what);
  bool flag(const char* what) { return integer(what, 0, 1) == 1; }
  /// Decimal numbers, or @BIN@ and little-endian float32.
  std::vector<float> numbers(std::size_t count, const char* what);

  /// A convolution with `in` channels; 0 for `out` takes any number. No bias.
  Step convolution(int in, int out);
  Affine batch_norm(int channels);
  Activation activation(int version);
  Step matrix(int in, int out);
  std::vector<float> bias(int length);

  void expect_end();
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  void skip_blanks();

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string layer_;
};

}  // namespace rootward::net
