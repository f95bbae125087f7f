// What commands with results folders share: options, and the command line as typed.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "lab/store/line_file.h"
#include "lab/store/shard.h"

namespace rootward {

/// Whether the command has the option and it is given.
inline bool is_given(const CLI::App& command, const char* option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

template <class Value>
std::optional<Value> given(const CLI::App& command, const char* option) {
  if (!is_given(command, option)) return std::nullopt;
  return command.get_option(option)->as<Value>();
}

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

/// What --out, --threads, --shard and --quiet say, as far as the command has them. Throws UsageError.
template <class Settings>
Settings given_settings(const CLI::App& command) {
  Settings settings;
  settings.folder = given<std::string>(command, "--out").value_or("");
  settings.threads = given<std::size_t>(command, "--threads").value_or(0);
  if (const auto shard = given<std::string>(command, "--shard")) settings.shard = parse_shard(*shard);
  settings.is_quiet = is_given(command, "--quiet");
  return settings;
}

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
