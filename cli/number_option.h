// Checks of numbers on the command line, which say what is allowed; the help shows the range.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace rootward {

/// A whole number without sign in [low, high].
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
/// An even one.
CLI::Validator even_number(std::uint64_t low, std::uint64_t high);
/// A number in [low, high].
CLI::Validator number_in(double low, double high);
/// Adds `--seed S`, 1 unless given: a whole number of 64 bits, "010" not taken for 8 nor -1 for 2^64 - 1.
CLI::Option* add_seed_option(CLI::App& command, const std::string& help = "Fixes every random choice");

}  // namespace rootward
