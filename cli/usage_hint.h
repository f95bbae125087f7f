// What to say about a command line that cannot be understood.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rootward {

/// One sentence: what is wrong, the nearest known command or option, and where help is.
std::string usage_hint(const CLI::App& app, const CLI::ParseError& error);

}  // namespace rootward
