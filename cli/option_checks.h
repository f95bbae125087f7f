// Checks of what options are given: messages say what is allowed, and the help shows the range.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace rootward {

/// What every GAME argument says.
inline constexpr const char* kGameHelp = "The game: NAME, NAME:SIZE, NAME:WIDTHxHEIGHT, plugin:FILE, or a YAML map";

/// A whole number in [low, high], for Option::transform: 1e4 becomes 10000; 010 and -1 are mistakes.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
/// A number in [low, high].
CLI::Validator number_in(double low, double high);
/// Any whole number of 64 bits.
CLI::Validator seed_number();
/// A configuration: "shipped:NAME" becomes the file that comes with the program (lab/config/shipped_files.h).
CLI::Validator configuration_path();

}  // namespace rootward
