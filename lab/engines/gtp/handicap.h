// Where GTP's fixed handicap stones lie.
#pragma once

#include <string>
#include <vector>

namespace rootward {

/// Vertices of `stones` handicap stones on a board of `size` lines (protocol, section 4.1.1, table 1); empty where the
/// protocol knows no such handicap: fewer than 2 stones, boards below 7 lines, more than 4 stones on boards of 7 lines
/// or of an even number, more than 9.
std::vector<std::string> fixed_handicap(int size, int stones);
/// The same where there are so many, else the most there are; on boards below 7 lines, in the corners, up to 4 that
/// leave a point free. Empty for fewer than 2 stones and for a board of one line.
std::vector<std::string> free_handicap(int size, int stones);

}  // namespace rootward
