// `rootward tool new-game`: writes a small game by the C interface, to begin one's own with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cli/commands.h"
#include "cli/output.h"
#include "core/errors.h"
#include "core/file_io.h"

// The assembler reads the files; ROOTWARD_SOURCES is the sources' folder.
#define ROOTWARD_EMBED(name, file)                                                                  \
  __asm__(".pushsection .rodata\n.global " name "\n" name ":\n.incbin \"" ROOTWARD_SOURCES "/" file \
          "\"\n.byte 0\n.popsection\n")
ROOTWARD_EMBED("rootward_new_c", "games/plugins/new/game.c");
ROOTWARD_EMBED("rootward_new_cpp", "games/plugins/new/game.cpp");
ROOTWARD_EMBED("rootward_new_rust", "games/plugins/new/game.rs");
ROOTWARD_EMBED("rootward_new_makefile", "games/plugins/new/makefile");
ROOTWARD_EMBED("rootward_new_header", "include/rootward/game.h");
// The assembler's names.
extern "C" const char rootward_new_c[];         // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_cpp[];       // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_rust[];      // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_makefile[];  // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_header[];    // NOLINT(readability-identifier-naming)

namespace rootward {
namespace {

struct Language {
  std::string_view name;
  std::string_view ending;
  std::string_view compile;  ///< of a makefile
  const char* example;
};
const Language kLanguages[] = {{"c", "c", "cc -O2 -shared -fPIC -I . $< -o $@", rootward_new_c},
                               {"cpp", "cpp", "c++ -O2 -std=c++17 -shared -fPIC -I . $< -o $@", rootward_new_cpp},
                               {"rust", "rs", "rustc -O --crate-type cdylib $< -o $@", rootward_new_rust}};

struct NewGameOptions {
  std::string name;
  std::string language = "c";
  std::string folder = ".";
};

std::string filled(std::string_view text, const std::string& name, const Language& language) {
  std::string done(text);
  for (const auto& [word, by] : {std::pair<std::string_view, std::string_view>{"@NAME@", name},
                                 {"@ENDING@", language.ending},
                                 {"@COMPILE@", language.compile}})
    for (std::size_t at = done.find(word); at != std::string::npos; at = done.find(word, at + by.size()))
      done.replace(at, word.size(), by);
  return done;
}

void write_new(const std::filesystem::path& path, const std::string& text) {
  if (!create_file_atomically(path.string(), text))
    throw UsageError(fmt::format("{} is there already; choose another NAME or --out", path.string()));
}

void run_new_game(const NewGameOptions& options) {
  const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (options.name.empty() || options.name[0] < 'a' || !std::ranges::all_of(options.name, is_allowed))
    throw UsageError(
        fmt::format("NAME: {} is not allowed; allowed: a letter, then letters, digits and _, all small", options.name));
  const auto* language = std::ranges::find(kLanguages, options.language, &Language::name);
  const std::filesystem::path folder = std::filesystem::path(options.folder) / options.name;
  make_folders((folder / "rootward").string());
  const std::string source = fmt::format("{}.{}", options.name, language->ending);
  write_new(folder / source, filled(language->example, options.name, *language));
  write_new(folder / "makefile", filled(rootward_new_makefile, options.name, *language));
  write_new(folder / "rootward" / "game.h", rootward_new_header);
  print_shown("{}: {}, makefile, rootward/game.h\nNext: make -C {} try\n", folder.string(), source, folder.string());
  flush_results();
}

}  // namespace

void declare_new_game(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("new-game", "Write a small game by the C interface, to begin one's own with");
  const auto options = std::make_shared<NewGameOptions>();
  command->add_option("NAME", options->name, "What the game is called: letters, digits and _")
      ->required()
      ->type_name("NAME");
  command->add_option("--language", options->language, "c, cpp or rust")
      ->capture_default_str()
      ->check(CLI::IsMember({"c", "cpp", "rust"}))
      ->type_name("LANGUAGE");
  command->add_option("--out", options->folder, "Where the game's folder is made")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer(
      "Writes a source, a makefile and the interface's header into the folder NAME.\n"
      "Example: rootward tool new-game dots --language c");
  command->callback([options] { run_new_game(*options); });
}

}  // namespace rootward
