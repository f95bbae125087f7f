// The table of kinds, and what follows from it for options and folders.
#include "cli/kinds/kind.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/store/folder_layout.h"
#include "lab/store/run_folder.h"

namespace rootward {

#define ROOTWARD_KIND(name, ...) Kind name##_kind();
#include "lab/config/kinds.def"
#undef ROOTWARD_KIND

namespace {

/// Those that take the option; all of them where no row names it.
std::vector<const Kind*> takers(std::string_view option) {
  std::vector<const Kind*> all;
  std::vector<const Kind*> some;
  for (const Kind& kind : kinds()) {
    all.push_back(&kind);
    if (std::ranges::find(kind.options, option) != kind.options.end()) some.push_back(&kind);
  }
  return some.empty() ? all : some;
}

}  // namespace

std::span<const Kind> kinds() {
  static const std::array kKinds = {
#define ROOTWARD_KIND(name, ...) name##_kind(),
#include "lab/config/kinds.def"
#undef ROOTWARD_KIND
  };
  return kKinds;
}

const Kind& kind_named(config::FileKind kind) { return kinds()[static_cast<std::size_t>(kind)]; }

const Kind* kind_of_folder(const std::string& folder) {
  if (!file_exists(manifest_path(folder))) return nullptr;
  const std::string name = read_manifest(folder).kind;
  const auto found = std::ranges::find(kinds(), name, [](const Kind& kind) { return kind.facts().folder; });
  if (found == kinds().end())
    throw RunError(fmt::format("{}: kind: {} is nothing that this version knows", manifest_path(folder), name));
  return &*found;
}

const Kind& kind_of_results(const std::string& folder) {
  if (const Kind* kind = kind_of_folder(folder)) return *kind;
  throw UsageError(fmt::format("{} is no results folder: it has no manifest.json", folder));
}

std::unique_ptr<watch::Body> body_of(const std::string& folder, Detail detail) {
  const Kind* kind = kind_of_folder(folder);
  return kind == nullptr || kind->look == nullptr ? nullptr : kind->look(folder, detail);
}

std::string names_of(std::span<const Kind* const> kinds) {
  std::string names;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : i + 1 < kinds.size() ? ", " : " and ", kinds[i]->facts().many);
  return names;
}

void check_option(const CLI::Option& option, const Kind& kind, const std::string& file) {
  const std::vector<const Kind*> taking = takers(option.get_name());
  if (option.count() > 0 && std::ranges::find(taking, &kind) == taking.end())
    throw UsageError(
        fmt::format("{}: it is for {}; {} is {}", option.get_name(), names_of(taking), file, kind.facts().one));
}

void group_options(CLI::App& command, std::size_t first, std::string_view suffix) {
  const std::vector<CLI::Option*> options = command.get_options();
  for (std::size_t i = first; i < options.size(); ++i)
    if (const auto taking = takers(options[i]->get_name());
        taking.size() < kinds().size() && !options[i]->get_group().empty())
      options[i]->group(fmt::format("Options of {}{}", names_of(taking), suffix));
}

}  // namespace rootward
