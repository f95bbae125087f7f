// Where GTP's fixed handicap stones lie.
#pragma once

#include <string>
#include <vector>

namespace rootward {

/// Vertices of `stones` handicap stones on a board of `size` lines (protocol, section 4.1.1, table 1); empty where the
/// protocol knows no such handicap: fewer than 2 stones, boards below 7 lines, more than 4 stones on boards of 7 lines
/// or of an even number, more than 9.
std::vector<std::string> fixed_handicap(int size, int stones);
/// The largest such handicap; 0 where there is none.
int largest_fixed_handicap(int size);

}  // namespace rootward
