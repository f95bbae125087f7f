// Head and body.
#include "experiments/watch/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "experiments/watch/draw.h"
#include "lab/arena/progress.h"
#include "lab/report/number_text.h"

namespace rootward::watch {
namespace {

constexpr std::size_t kMostAlarms = 3;
constexpr std::size_t kMostTaskLines = 8;

std::string share_text(const Standing& standing) {
  if (!standing.wanted) return fmt::format("{} {}", grouped(standing.done), standing.unit);
  const double share =
      *standing.wanted == 0 ? 0 : 100 * static_cast<double>(standing.done) / static_cast<double>(*standing.wanted);
  return fmt::format("{} of {} {}, {:.1f} %", grouped(standing.done), grouped(*standing.wanted), standing.unit,
                     std::floor(std::min(share, 100.0) * 10) / 10);
}

std::string time_left_text(const Look& look) {
  if (!look.seconds_left) return "";
  const double end = static_cast<double>(std::time(nullptr)) + *look.seconds_left;
  return fmt::format("{} left, ends {}", duration_text(*look.seconds_left), time_of_day(end));
}

/// "1,230 games/h, 12,300 simulations/s, 23:12 left, ends 12:54; pid 4711 on node3".
std::string pace_text(const Look& look) {
  const SignOfLife& sign = *look.alive;
  std::vector<std::string> parts;
  if (sign.games_per_hour)
    parts.push_back(
        fmt::format("{} {}/h", grouped(static_cast<std::uint64_t>(*sign.games_per_hour)), look.standing.unit));
  if (sign.simulations_per_second)
    parts.push_back(fmt::format("{} simulations/s", grouped(static_cast<std::uint64_t>(*sign.simulations_per_second))));
  if (const std::string left = time_left_text(look); !left.empty()) parts.push_back(left);
  const std::string pace = parts.empty() ? "at work" : fmt::format("{}", fmt::join(parts, ", "));
  return fmt::format("{}{}; pid {} on {}", sign.stopping ? "stopping: " : "", pace, sign.pid, sign.host);
}

ShownLine state_line(const Look& look) {
  if (!look.problem.empty()) return {"cannot be read now: " + look.problem, Tone::alarm};
  if (look.alive) return {pace_text(look)};
  if (look.is_complete()) return {"complete"};
  if (look.silent) return {silence_text(*look.silent), Tone::alarm};
  if (look.kind.empty()) return {"nothing is there yet"};
  const std::string left = time_left_text(look);
  if (!look.tasks.empty()) return {left.empty() ? "played in tasks" : left};
  return {"nobody plays here now; the command that began it continues it"};
}

std::string under_way_text(const SignOfLife& sign) {
  std::string text = fmt::format("under way: {}", sign.games_under_way.size());
  const char* gap = ": ";
  for (const GamesUnderWay::Game& game : sign.games_under_way) {
    text += fmt::format("{}{} at ply {}", gap, game.id, game.ply);
    gap = ", ";
  }
  return text;
}

/// How the tasks stand, without the first line, which counts games; all of it where there is room.
void add_task_lines(const Look& look, const View& view, std::vector<ShownLine>& lines) {
  std::size_t left = view.height == 0 ? look.tasks.size() : kMostTaskLines;
  for (std::size_t start = look.tasks.find('\n'); start + 1 < look.tasks.size() && left > 0; --left) {
    const std::size_t end = std::min(look.tasks.find('\n', start + 1), look.tasks.size());
    lines.push_back({look.tasks.substr(start + 1, end - start - 1)});
    start = end;
  }
}

void add_alarms(const Look& look, std::vector<ShownLine>& lines) {
  const std::vector<std::string>& alarms = look.standing.alarms;
  for (std::size_t i = 0; i < std::min(alarms.size(), kMostAlarms); ++i) lines.push_back({alarms[i], Tone::alarm});
  if (alarms.size() > kMostAlarms)
    lines.push_back({fmt::format("and {} more of the kind", alarms.size() - kMostAlarms), Tone::alarm});
}

std::vector<ShownLine> head(const Look& look, const View& view) {
  std::vector<ShownLine> lines;
  const std::string now = time_of_day(static_cast<double>(std::time(nullptr)));
  const std::string name = look.standing.name.empty() || look.standing.name == look.folder
                               ? look.folder
                               : fmt::format("{}  ({})", look.standing.name, look.folder);
  const std::size_t room_of_name = view.width - now.size() - 1;
  lines.push_back(
      {padded(name, view.is_whole ? std::max(room_of_name, width_of(name)) : room_of_name) + " " + now, Tone::strong});
  if (!look.standing.question.empty()) lines.push_back({look.standing.question, Tone::faint});
  if (!look.kind.empty()) {
    const std::string share = share_text(look.standing);
    const std::size_t room = view.width > share.size() + 12 ? view.width - share.size() - 2 : 10;
    const std::uint64_t wanted = look.standing.wanted.value_or(0);
    lines.push_back({bar_text(look.standing.done, wanted, std::min<std::size_t>(room, 60)) + "  " + share});
  }
  add_task_lines(look, view, lines);
  lines.push_back(state_line(look));
  add_alarms(look, lines);
  return lines;
}

void cut_to_height(std::vector<ShownLine>& lines, std::size_t head_lines, const View& view) {
  if (view.height == 0) return;
  const std::size_t room = view.height > head_lines + 1 ? view.height - head_lines - 1 : 0;
  const std::size_t rows = lines.size() - head_lines;
  const std::size_t most = rows > room ? rows - room : 0;
  const std::size_t scroll = std::min(view.scroll, most);
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(head_lines);
  lines.erase(first, first + static_cast<std::ptrdiff_t>(scroll));
  if (rows - scroll > room) {
    lines.resize(head_lines + room);
    lines.push_back({fmt::format("{} more lines: arrows", rows - scroll - room), Tone::faint});
  }
  lines.resize(view.height);
}

}  // namespace

std::vector<ShownLine> frame(const Look& look, const Body* body, const View& view) {
  std::vector<ShownLine> lines = head(look, view);
  lines.push_back({""});
  const std::size_t head_lines = std::min(lines.size(), view.height == 0 ? lines.size() : view.height);
  lines.resize(head_lines);
  const SignOfLife* sign = look.alive ? &*look.alive : nullptr;
  if (body != nullptr)
    for (ShownLine& line : body->lines(view, sign)) lines.push_back(std::move(line));
  if (sign != nullptr && !sign->games_under_way.empty()) {
    lines.push_back({""});
    lines.push_back({under_way_text(*sign), Tone::faint});
  }
  cut_to_height(lines, head_lines, view);
  for (ShownLine& line : lines) line.text = clipped(line.text, view.is_whole ? line.text.size() : view.width);
  return lines;
}

std::string line_text(const Look& look, const Body* body) {
  std::string text = fmt::format("{} {}: ", time_of_day(static_cast<double>(std::time(nullptr))), look.folder);
  if (look.kind.empty()) return text + "nothing is there yet";
  text += share_text(look.standing);
  std::vector<ShownLine> tasks;
  add_task_lines(look, {}, tasks);
  if (!tasks.empty()) text += "; " + tasks.front().text;
  text += "; " + state_line(look).text;
  const std::string summary = body != nullptr ? body->summary(look.alive ? &*look.alive : nullptr) : "";
  if (!summary.empty()) text += "; " + summary;
  return clipped(text, text.size());
}

std::vector<ShownLine> key_lines() {
  return {{"keys", Tone::strong},
          {"q            end"},
          {"p            pause and go on"},
          {"s            other order of rows: as in the table, by name, by score, by games"},
          {"up, down     lines of the body"},
          {"left, right  the folder before and behind"},
          {"h            these lines"},
          {""},
          {"Numbers are those of `rootward table`. While games are missing, what looks significant is", Tone::faint},
          {"not final: only a sequential test (stop.sprt) allows to look and to stop.", Tone::faint}};
}

std::string_view order_name(RowOrder order) {
  constexpr std::array<std::string_view, 4> kNames = {"as in the table", "by name", "by score", "by games"};
  return kNames[static_cast<std::size_t>(order)];
}

}  // namespace rootward::watch
