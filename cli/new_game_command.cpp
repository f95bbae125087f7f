// `rootward tool new-game`: writes a small game by the C interface or in Python, to begin one's own with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/commands.h"
#include "cli/output.h"
#include "core/build_info.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/text.h"
#include "lab/play/game.h"

// The assembler reads the files; ROOTWARD_SOURCES is the sources' folder.
#define ROOTWARD_EMBED(name, file)                                                                  \
  __asm__(".pushsection .rodata\n.global " name "\n" name ":\n.incbin \"" ROOTWARD_SOURCES "/" file \
          "\"\n.byte 0\n.popsection\n")
ROOTWARD_EMBED("rootward_new_c", "games/plugins/new/game.c");
ROOTWARD_EMBED("rootward_new_cpp", "games/plugins/new/game.cpp");
ROOTWARD_EMBED("rootward_new_rust", "games/plugins/new/game.rs");
ROOTWARD_EMBED("rootward_new_python", "games/plugins/new/game.py");
ROOTWARD_EMBED("rootward_new_makefile", "games/plugins/new/makefile");
ROOTWARD_EMBED("rootward_new_header", "include/rootward/game.h");
// The assembler's names.
extern "C" const char rootward_new_c[];         // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_cpp[];       // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_rust[];      // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_python[];    // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_makefile[];  // NOLINT(readability-identifier-naming)
extern "C" const char rootward_new_header[];    // NOLINT(readability-identifier-naming)

namespace rootward {
namespace {

struct Language {
  std::string_view name;
  std::string_view ending;
  std::string_view compile;  ///< of a makefile; "" where nothing is compiled
  const char* example;
};
const Language kLanguages[] = {{"c", "c", "cc -O2 -shared -fPIC -I . $< -o $@", rootward_new_c},
                               {"cpp", "cpp", "c++ -O2 -std=c++17 -shared -fPIC -I . $< -o $@", rootward_new_cpp},
                               {"rust", "rs", "rustc -O --crate-type cdylib $< -o $@", rootward_new_rust},
                               {"python", "py", "", rootward_new_python}};

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

/// By the C interface: a source, the header and a makefile.
void write_compiled(const std::filesystem::path& folder, const std::string& name, const Language& language) {
  make_folders((folder / "rootward").string());
  const std::string source = fmt::format("{}.{}", name, language.ending);
  write_new(folder / source, filled(language.example, name, language));
  write_new(folder / "makefile", filled(rootward_new_makefile, name, language));
  write_new(folder / "rootward" / "game.h", rootward_new_header);
  print_shown("{}: {}, makefile, rootward/game.h\nNext: make -C {} try\n", folder.string(), source, folder.string());
}

/// How the shell calls the Python of this build, which finds an installed package by itself, one of a build by its
/// path.
std::string python_call() {
  std::error_code unreadable;
  const std::filesystem::path package = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "python";
  if (!std::filesystem::is_directory(package / "rootward", unreadable)) return ROOTWARD_PYTHON_PROGRAM;
  return fmt::format("PYTHONPATH={} {}", shell_quoted(package.string()), ROOTWARD_PYTHON_PROGRAM);
}

/// The file has the same name whatever the game's is: its folder comes first where Python looks for modules.
void write_python(const std::filesystem::path& folder, const std::string& name, const Language& language) {
  if (std::ranges::find(games(), name, &Described::name) != games().end())
    throw UsageError(fmt::format("NAME: {} is a game of rootward's own; choose another", name));
  make_folders(folder.string());
  const std::filesystem::path file = folder / "game.py";
  write_new(file, filled(language.example, name, language));
  print_shown("{}: game.py\nNext: {} {}\n", folder.string(), python_call(), shell_quoted(file.string()));
  if (python_version().empty()) print_shown("This build has no Python package; docs/python.md says how it is made.\n");
}

void run_new_game(const NewGameOptions& options) {
  const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (options.name.empty() || options.name[0] < 'a' || !std::ranges::all_of(options.name, is_allowed))
    throw UsageError(
        fmt::format("NAME: {} is not allowed; allowed: a letter, then letters, digits and _, all small", options.name));
  const auto* language = std::ranges::find(kLanguages, options.language, &Language::name);
  const std::filesystem::path folder = std::filesystem::path(options.folder) / options.name;
  (language->compile.empty() ? write_python : write_compiled)(folder, options.name, *language);
  flush_results();
}

}  // namespace

void declare_new_game(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("new-game", "Write a small game, to begin one's own with");
  const auto options = std::make_shared<NewGameOptions>();
  command->add_option("NAME", options->name, "What the game is called: letters, digits and _")
      ->required()
      ->type_name("NAME");
  command->add_option("--language", options->language, "c, cpp, rust or python")
      ->capture_default_str()
      ->check(CLI::IsMember({"c", "cpp", "rust", "python"}))
      ->type_name("LANGUAGE");
  command->add_option("--out", options->folder, "Where the game's folder is made")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer(
      "Writes a source, a makefile and the interface's header into the folder NAME; for Python one file, game.py.\n"
      "Example: rootward tool new-game dots --language c");
  command->callback([options] { run_new_game(*options); });
}

}  // namespace rootward
