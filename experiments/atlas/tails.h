// How often chance alone gives as much as was observed: by other orders of numbers, and by other signs.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace rootward::atlas {

/// How much of what chance gives is at least as great as the observed, and at most as great.
struct Tails {
  double above = 1;
  double below = 1;
};
/// Spearman's rho of two lists, when one of them is put into other orders: all of them of 7 numbers or fewer, else
/// 9,999 random ones and the observed. Nothing where it has no rho.
std::optional<Tails> order_tails(const std::vector<double>& a, const std::vector<double>& b, std::string_view stream);
/// Their mean, when signs are drawn anew: all of 13 numbers or fewer, else as above. At least one number.
Tails sign_tails(const std::vector<double>& numbers, std::string_view stream);

}  // namespace rootward::atlas
