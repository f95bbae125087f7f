// The facts stand in the configuration; the file is looked for, but not opened.
#include "lab/config/guest_game_reader.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/file_io.h"
#include "games/guests.h"
#include "lab/config/named_choice.h"
#include "lab/config/piped_file.h"

namespace rootward::config {
namespace {

namespace fs = std::filesystem;

/// `source` is "sha256-" and hexadecimal digits; "" where it is none.
std::string copy_name(std::string_view source) {
  constexpr std::string_view kKind = "sha256-";
  const std::string_view digits = source.substr(source.starts_with(kKind) ? kKind.size() : source.size());
  const bool is_mark = !digits.empty() && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_mark ? fmt::format("game-{}.py", digits) : "";
}

void note_copy(const std::string& source, const fs::path& folder) {
  const std::string name = copy_name(source);
  if (name.empty()) return;
  for (const char* above : {".", ".."}) {
    const fs::path copy = (folder / above / name).lexically_normal();
    std::error_code unreadable;
    if (fs::is_regular_file(copy, unreadable)) return note_kept_game(source, copy.string());
  }
}

}  // namespace

std::optional<NamedParams> read_guest_game(const YamlNode& node, const std::string& name, ProblemList& problems) {
  constexpr std::array<std::string_view, 1> kSkipped{"name"};
  const GuestGameEntry* known = find_guest_game(name, node.find("source")->text);
  const Described about{.name = name,
                        .help = "",
                        .source = "",
                        .parameters = guest_game_parameters(known == nullptr ? GuestGameFacts{} : known->facts)};
  std::optional<Params> params = read_params(node, about, kSkipped, problems);
  if (!params) return std::nullopt;
  const std::string& file = node.place.source;
  note_copy(params->text("source"), file.starts_with("--") ? "" : configuration_folder(file));
  return NamedParams{name, std::move(*params)};
}

void keep_guest_games(const YamlNode& resolved, const std::string& folder) {
  const YamlNode* name = resolved.find("name");
  const YamlNode* source = resolved.find("source");
  if (name != nullptr && source != nullptr && name->is_scalar() && source->is_scalar())
    if (const GuestGameEntry* game = find_guest_game(name->text, source->text); game != nullptr && !game->file.empty())
      (void)create_file_atomically((fs::path(folder) / copy_name(source->text)).string(), game->file);
  for (const YamlEntry& entry : resolved.entries) keep_guest_games(entry.value, folder);
  for (const YamlNode& item : resolved.items) keep_guest_games(item, folder);
}

}  // namespace rootward::config
