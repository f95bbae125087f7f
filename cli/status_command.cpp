// `rootward status`: where any folder stands, once or again and again: on a screen, in lines, as JSON or as a page.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.h"
#include "cli/kinds/kind.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/report_page.h"
#include "cli/terminal_screen.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/status.h"
#include "experiments/watch/draw.h"
#include "experiments/watch/frame.h"
#include "lab/arena/signals.h"

namespace rootward {
namespace {

using WatchClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kSlurmPause{30};  // its controller serves others too

/// The folders, looked at together.
class Watched {
 public:
  explicit Watched(const CLI::App& command) {
    if (command.count("--html") > 0) page_ = command.get_option("--html")->as<std::string>();
    const watch::WatchSettings settings{.make = &body_of,
                                        .detail = page_.empty() ? Detail::tables : Detail::scores,
                                        .question = {.is_offline = command.count("--offline") > 0, .news = &news_}};
    for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>())
      folders_.push_back(std::make_unique<watch::FolderWatch>(folder, settings));
    every_ = std::chrono::seconds(command.get_option("--every")->as<int>());
  }

  /// One look at each. The next is due after --every, or after ten times what this one has cost, if that is longer.
  void look() {
    const WatchClock::time_point start = WatchClock::now();
    bool has_news = false;
    for (const auto& folder : folders_) has_news = folder->look().has_news || has_news;
    if (!page_.empty() && (has_news || is_complete() != was_complete_ || !has_page_)) write_page();
    next_ = start + std::max<WatchClock::duration>(every_, 10 * (WatchClock::now() - start));
  }
  [[nodiscard]] bool is_due() const { return WatchClock::now() >= next_; }
  [[nodiscard]] bool is_complete() const {
    return std::ranges::all_of(folders_, [](const auto& folder) { return folder->last().is_complete(); });
  }
  [[nodiscard]] bool has_problems() const {
    return std::ranges::any_of(folders_, [](const auto& folder) { return !folder->last().problem.empty(); });
  }
  [[nodiscard]] const std::vector<std::unique_ptr<watch::FolderWatch>>& folders() const { return folders_; }

 private:
  /// Not before there is something to show.
  void write_page() {
    constexpr int kRefreshSeconds = 10;
    watch::PageParts parts;
    for (const auto& folder : folders_)
      if (folder->body() != nullptr) folder->body()->add_to(parts);
    if (parts.is_empty()) return;
    was_complete_ = is_complete();
    has_page_ = true;
    write_named_file(page_, report_page(parts, was_complete_ ? 0 : kRefreshSeconds));
  }

  cluster::QueueNews news_{kSlurmPause};
  std::vector<std::unique_ptr<watch::FolderWatch>> folders_;
  std::string page_;  // "" = none
  bool has_page_ = false;
  bool was_complete_ = false;  // when the page was written
  std::chrono::seconds every_{5};
  WatchClock::time_point next_;
};

bool has_utf8_terminal() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view text(value);
    return text.find("UTF-8") != std::string_view::npos || text.find("utf8") != std::string_view::npos;
  }
  return false;
}

/// Every folder's frame, as long as it is; in a pipe as wide as it is too.
void print_frames(const Watched& watched) {
  const watch::View view{.width = screen_size().width,
                         .height = 0,
                         .has_blocks = has_utf8_terminal(),
                         .is_whole = ::isatty(STDOUT_FILENO) != 1};
  bool is_first = true;
  for (const auto& folder : watched.folders()) {
    if (!is_first) print_results("\n");
    is_first = false;
    for (const watch::ShownLine& line : watch::frame(folder->last(), folder->body(), view))
      print_results("{}\n", line.text);
  }
  flush_results();
}

void print_lines(const Watched& watched, bool is_json) {
  for (const auto& folder : watched.folders())
    print_results("{}\n", is_json ? watch::look_json(folder->last(), folder->body())
                                  : watch::line_text(folder->last(), folder->body()));
  flush_results();
}

/// Somebody at the terminal.
class Onlooker {
 public:
  explicit Onlooker(Watched& watched) : watched_(watched) {}

  /// Until all is complete, a key or a signal.
  void look_on() {
    TerminalScreen screen;
    while (!has_quit_ && !TerminalScreen::stop_requested() && !watched_.is_complete()) {
      if (!is_paused_ && watched_.is_due()) watched_.look();
      if (watched_.is_complete()) return;
      screen.show(lines());
      press(screen.wait_for_key(std::chrono::milliseconds(500)));
    }
  }
  [[nodiscard]] bool has_quit() const { return has_quit_; }

 private:
  [[nodiscard]] std::vector<watch::ShownLine> lines() const {
    const ScreenSize size = screen_size();
    std::vector<watch::ShownLine> lines;
    if (shows_keys_) {
      lines = watch::key_lines();
      for (watch::ShownLine& line : lines) line.text = watch::clipped(line.text, size.width);
      lines.resize(size.height);
      return lines;
    }
    const auto& folders = watched_.folders();
    if (folders.size() > 1) {
      for (std::size_t i = 0; i < folders.size(); ++i)
        lines.push_back(
            {watch::clipped((i == selected_ ? "> " : "  ") + watch::line_text(folders[i]->last(), folders[i]->body()),
                            size.width),
             i == selected_ ? watch::Tone::strong : watch::Tone::plain});
      lines.push_back({std::string(size.width, '-'), watch::Tone::faint});
    }
    const std::size_t used = lines.size() + 1;
    const watch::View view{.width = size.width,
                           .height = size.height > used + 2 ? size.height - used : 2,
                           .order = order_,
                           .scroll = scroll_,
                           .has_blocks = has_blocks_};
    for (watch::ShownLine& line : watch::frame(folders[selected_]->last(), folders[selected_]->body(), view))
      lines.push_back(std::move(line));
    lines.push_back({watch::clipped(fmt::format("{}q end  p pause  s order: {}  arrows  h help",
                                                is_paused_ ? "PAUSED  " : "", watch::order_name(order_)),
                                    size.width),
                     watch::Tone::faint});
    return lines;
  }

  void press(const KeyPress& press) {
    const std::size_t count = watched_.folders().size();
    if (press.key == Key::up && scroll_ > 0) --scroll_;
    if (press.key == Key::down) ++scroll_;
    if (press.key == Key::left) selected_ = (selected_ + count - 1) % count;
    if (press.key == Key::right) selected_ = (selected_ + 1) % count;
    if (press.key == Key::left || press.key == Key::right) scroll_ = 0;
    if (press.key != Key::letter) return;
    if (press.letter == 'q') has_quit_ = true;
    if (press.letter == 'p') is_paused_ = !is_paused_;
    if (press.letter == 's') order_ = static_cast<watch::RowOrder>((static_cast<int>(order_) + 1) % 4);
    shows_keys_ = press.letter == 'h' && !shows_keys_;
  }

  Watched& watched_;
  const bool has_blocks_ = has_utf8_terminal();
  std::size_t selected_ = 0;
  std::size_t scroll_ = 0;
  watch::RowOrder order_ = watch::RowOrder::as_in_table;
  bool is_paused_ = false;
  bool shows_keys_ = false;
  bool has_quit_ = false;
};

/// A line a look, until all is complete or the reader has gone. False where a signal came.
bool print_until_complete(Watched& watched, bool is_json) {
  const SignalGuard signals;
  for (;;) {
    watched.look();
    print_lines(watched, is_json);
    if (watched.is_complete() || reader_has_gone()) return true;
    while (!watched.is_due()) {
      if (SignalGuard::stop_requested()) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

/// Tasks that nobody will play.
int print_missing(const CLI::App& command) {
  bool is_complete = true;
  cluster::QueueNews news(kSlurmPause);
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const cluster::ClusterStatus status =
        cluster::look_at(folder, {.is_offline = command.count("--offline") > 0, .news = &news});
    const cluster::TaskSet missing = status.missing();
    is_complete = is_complete && status.is_complete();
    if (command.count("--lines") > 0)
      for (const std::uint32_t task : missing) print_results("{}\n", task);
    else if (!missing.empty())
      print_results("{}\n", cluster::task_list(missing));
  }
  flush_results();
  return static_cast<int>(is_complete ? ExitCode::done : ExitCode::incomplete);
}

/// Where they stand now.
int look_once(Watched& watched, bool is_json) {
  watched.look();
  if (is_json)
    print_lines(watched, true);
  else
    print_frames(watched);
  if (watched.has_problems()) return static_cast<int>(ExitCode::failed);
  return static_cast<int>(watched.is_complete() ? ExitCode::done : ExitCode::incomplete);
}

int look_on(Watched& watched, bool is_json) {
  bool was_stopped = false;
  if (is_json || ::isatty(STDOUT_FILENO) != 1) {
    was_stopped = !print_until_complete(watched, is_json);
  } else {
    watched.look();
    Onlooker onlooker(watched);
    if (!watched.is_complete()) onlooker.look_on();
    watched.look();
    was_stopped = !watched.is_complete() && !onlooker.has_quit();
    print_frames(watched);  // it stays when the screen has gone
  }
  if (was_stopped) return static_cast<int>(ExitCode::interrupted);
  return static_cast<int>(watched.is_complete() ? ExitCode::done : ExitCode::incomplete);
}

int show_status(const CLI::App& command) {
  if (command.count("--missing") > 0) return print_missing(command);
  Watched watched(command);
  const bool is_json = command.count("--json") > 0;
  return command.count("--watch") > 0 ? look_on(watched, is_json) : look_once(watched, is_json);
}

}  // namespace

void declare_status(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("status", "Show where runs and studies stand, now or while they are played");
  command->add_option("DIR", "Folders of runs and studies, played here or elsewhere")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  CLI::Option* watch = command->add_flag("--watch");
  watch->description(
      "Look again and again until all is complete: on a terminal a screen with keys (h shows them), elsewhere\n"
      "a line each time. The folders need not exist yet");
  command->add_option("--every", "With --watch: seconds from one state to the next")
      ->transform(whole_number(1, 86400))
      ->default_str("5")
      ->type_name("SECONDS")
      ->needs(watch);
  command->add_flag("--json")->description("A line of JSON for each folder's state, schema rootward.status/1");
  command->add_option("--html", "Write the page of `report`; with --watch each time, and a browser reloads it")
      ->type_name("FILE");
  CLI::Option* missing = command->add_flag("--missing");
  missing->description("Only the tasks of a cluster that nobody will play: 3,17,40-44");
  command->add_flag("--lines")->description("With --missing: a number a line")->needs(missing);
  command->add_flag("--offline")->description("Print what the files say; Slurm is not asked");
  for (const char* other : {"--watch", "--json", "--html"}) missing->excludes(command->get_option(other));
  command->footer(
      "It reads files only and harms no run. Exit code 0 where all is complete, 75 where it is not, 1 where a folder\n"
      "cannot be read.\n"
      "Example: rootward status results/quickstart --watch --every 2");
  command->callback([command, &exit_code] { exit_code = show_status(*command); });
}

}  // namespace rootward
