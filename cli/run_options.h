// What commands with results folders share: options, and the command line as typed.
#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "lab/store/line_file.h"
#include "lab/store/shard.h"

namespace CLI {
class App;
}

namespace rootward {

/// Adds `--threads N`, at least 1; the default is every core this process may use.
void add_threads_option(CLI::App& command);

/// Adds `--wind-down S`, and what it says.
void add_wind_down_option(CLI::App& command);
std::chrono::seconds wind_down(const CLI::App& command);

/// Adds `--sync S`, and what it says; nothing where it is not given.
void add_sync_option(CLI::App& command);
std::optional<std::chrono::seconds> sync_interval(const CLI::App& command);

/// Adds `--skip-damaged`, and what it says: whether damaged lines of record files are left out and listed.
void add_skip_damaged_option(CLI::App& command);
DamagedLines damaged_lines(const CLI::App& command);

/// `K/N` with K from 1 to N. Throws UsageError.
Shard parse_shard(const std::string& text);

/// This process's command line, quoted for a shell.
std::string own_command_line();
/// A signal has stopped the command. Says so, with what is stored ("3 of 9 games are stored in DIR") and the command
/// that continues; returns the exit code.
int interrupted(const std::string& stored, const Shard& shard = {});

/// The command cannot go on. Says why and, where `has_begun`, what continues what is stored in the folder; returns the
/// exit code.
int failed(const std::exception& why, ExitCode code, const std::string& folder, bool has_begun);

/// Where a results folder's figures lie, and as what.
std::string figures_text(const std::string& folder);

}  // namespace rootward
