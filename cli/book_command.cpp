// `rootward tool book`: makes an opening book of even openings and prints it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/tournament/config.h"
#include "lab/arena/book_maker.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

struct BookOptions {
  std::string game;
  BookSettings settings;
  std::size_t threads = 0;
  bool is_quiet = false;
};

/// The command that makes this book again, whatever the number of threads.
std::string recipe(const BookOptions& options, const std::vector<Override>& overrides) {
  const BookSettings& book = options.settings;
  std::string text = fmt::format(
      "rootward tool book {} --plies {} --count {} --balance {} --simulations {} --lines {} --seed {}",
      shell_quoted(options.game), book.plies, book.count, book.balance, book.simulations, book.lines, book.seed);
  for (const Override& one : overrides)
    text += fmt::format(" --set {}", shell_quoted(fmt::format("game.{}={}", one.path, one.value)));
  return text;
}

void print_book(const Game& game, const BookOptions& options, const std::vector<BookEntry>& book,
                const std::vector<Override>& overrides) {
  const BookSettings& settings = options.settings;
  print_shown(
      "# {}: {} openings of {} plies, no two the same up to board symmetry, each with the first seat's value\n"
      "# (between {} and {}) by a search of {} simulations with average, ucb1 and playouts. Made by\n# {}\n",
      game.id().name, book.size(), settings.plies, -settings.balance, settings.balance, settings.simulations,
      recipe(options, overrides));
  for (const BookEntry& entry : book) {
    const std::unique_ptr<Position> position = game.start();
    for (const Action action : entry.moves) {
      print_shown("{} ", position->action_text(action));
      position->play(action);
    }
    print_shown(" # {:+.3f}\n", entry.value);
  }
}

int run_book_command(const BookOptions& options, const std::vector<Override>& overrides) {
  const SignalGuard signals;
  const std::unique_ptr<Game> game = make_game(parse_game(options.game, overrides));
  if (game->facts().seats != 2)
    throw UsageError(fmt::format("{} is for a single agent; a book needs a game for two", game->id().name));
  const std::size_t threads = options.threads != 0 ? options.threads : default_thread_count();
  const std::vector<BookEntry> book = make_book(*game, options.settings, threads, SignalGuard::stop_requested);
  if (SignalGuard::stop_requested()) {
    note("interrupted: no book is written; the same command begins again");
    return static_cast<int>(ExitCode::interrupted);
  }
  if (book.empty()) throw RunError("no even opening was found; widen --balance or change --plies");
  print_book(*game, options, book, overrides);
  flush_results();
  if (book.size() < options.settings.count && !options.is_quiet)
    note("{} of {} openings: there seem to be no more of these", book.size(), options.settings.count);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_book(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("book", "Make a book of even openings, distinct up to symmetry");
  const auto options = std::make_shared<BookOptions>();
  BookSettings& book = options->settings;
  command->add_option("GAME", options->game, kGameHelp)->required()->type_name("GAME");
  command->add_option("--plies", book.plies, "Random moves of every opening")
      ->transform(whole_number(1, 400))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--count", book.count, "Openings wanted")
      ->transform(whole_number(1, 1000000))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--balance", book.balance, "Openings whose value lies in [-B, B]")
      ->check(number_in(0.0, 1.0))
      ->capture_default_str()
      ->type_name("B");
  command->add_option("--simulations", book.simulations, "Simulations of the search that judges an opening")
      ->transform(whole_number(1, 100000000))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--lines", book.lines, "Go-like boards: no stones below this line; from 2 on, none touching")
      ->transform(whole_number(1, 10))
      ->capture_default_str()
      ->type_name("L");
  command->add_option("--seed", book.seed, "Fixes every random choice")
      ->capture_default_str()
      ->check(seed_number())
      ->type_name("S");
  add_threads_option(*command);
  command->add_flag("--quiet", options->is_quiet, "No warnings; errors are still printed");
  add_set_option(*command);
  command->footer(
      "The book goes to stdout; the same call gives the same book for any number of threads.\n"
      "Example: rootward tool book go:9 --plies 4 --lines 3 --count 500 > configs/openings/go9.txt");
  command->callback([command, options, &exit_code] {
    if (command->count("--threads") > 0) options->threads = command->get_option("--threads")->as<std::size_t>();
    exit_code = run_book_command(*options, given_game_overrides(*command));
  });
}

}  // namespace rootward
