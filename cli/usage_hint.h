// What to say about a command line that cannot be understood.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rootward {

/// What is wrong where a word stands in a command's place and is none, whatever options follow (`--help` too); "" where
/// all is well.
std::string unknown_command(const CLI::App& app, int argc, char** argv);

/// One sentence: what is wrong, the nearest known command or option, and where help is.
std::string usage_hint(const CLI::App& app, const CLI::ParseError& error);

}  // namespace rootward
