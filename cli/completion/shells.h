// A script for each shell, made from the table of commands.
#pragma once

#include <string>
#include <vector>

#include "cli/completion/table.h"

namespace rootward::completion {

std::string bash_script(const std::vector<CompletedCommand>& table);
std::string zsh_script(const std::vector<CompletedCommand>& table);
std::string fish_script(const std::vector<CompletedCommand>& table);

}  // namespace rootward::completion
