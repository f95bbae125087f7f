// A kind is a list of alternatives: registries' names, files, or lower-case words that stand for themselves.
#include "cli/completion/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "backup/registry.h"
#include "cli/commands.h"
#include "cli/exploration_examples.h"
#include "cli/kinds/kind.h"
#include "evaluators/registry.h"
#include "lab/config/shipped_files.h"
#include "lab/play/game.h"

namespace rootward::completion {
namespace {

/// Numbers, and texts of which nothing can be told beforehand.
constexpr std::array<std::string_view, 22> kFree = {"TEXT", "N",          "S",       "T",   "R", "PLIES", "M",  "W",
                                                    "SD",   "PATH=VALUE", "P",       "MB",  "L", "K",     "ID", "D",
                                                    "B",    "ARG",        "SECONDS", "K/N", "E", "K/E"};
constexpr std::array<std::string_view, 5> kFreeTexts = {"NAME", "YAML", "NAME=YAML", "JSON", "-"};
constexpr std::array<std::string_view, 5> kFiles = {"FILE", "OUT", "FILE.html", "PATH", "\"COMMAND\""};

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = text.find(mark, at);
    parts.push_back(text.substr(at, end - at));
  }
  return parts;
}

void add_names(std::vector<std::string>& words, const std::vector<Described>& described) {
  for (const Described& one : described) words.push_back(one.name);
}

/// Which configurations a command takes; all of them where it is not named here.
std::vector<std::string> kinds_taken(const std::string& place) {
  std::vector<std::string> taken;
  for (const Kind& kind : kinds())
    if (place.starts_with("plan ") ? kind.plan != nullptr
                                   : place.starts_with("tune ") && kind.kind == config::FileKind::tuning)
      taken.emplace_back(kind.facts().name);
  return taken;
}

void add_configurations(std::vector<std::string>& words, const std::string& place) {
  const std::vector<std::string> kinds = kinds_taken(place);
  for (const config::ShippedFile& file : config::shipped_files(config::data_folder()))
    if (kinds.empty() || std::ranges::find(kinds, file.kind) != kinds.end()) words.push_back("shipped:" + file.name);
}

/// Whether `name` is a registry; its names are then among the words.
bool add_registry(std::vector<std::string>& words, const std::string& name) {
  if (name == "GAME") {
    add_names(words, games());
  } else if (name == "EVALUATOR") {
    add_names(words, evaluators());
  } else if (name == "OPERATOR") {
    for (const OperatorEntry& entry : operators()) words.push_back(entry.description.name);
  } else if (name == "EXAMPLE") {
    for (std::string& example : exploration_examples()) words.push_back(std::move(example));
  } else if (name == "KIND") {
    for (std::string& kind : list_kinds()) words.push_back(std::move(kind));
  } else {
    return false;
  }
  return true;
}

bool is_plain_word(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void add_alternative(Values& values, const std::string& name, const std::string& place) {
  if (add_registry(values.words, name)) return;
  if (is_plain_word(name)) {
    values.words.push_back(name);
  } else if (name == "DIR") {
    values.takes_folders = true;
  } else if (is_among(kFiles, name)) {
    values.takes_files = true;
  } else if (name == "FILE:NAME") {
    values.takes_files = true;
    values.goes_on = true;
  } else if (name == "CONFIG") {
    add_configurations(values.words, place);
    values.takes_files = true;
  } else if (!is_among(kFree, name) && !is_among(kFreeTexts, name)) {
    throw std::logic_error(fmt::format("completion: the kind of value {} of {} is not known", name, place));
  }
}

}  // namespace

Values values_of(const std::string& kind, const std::string& place) {
  Values values;
  if (const std::size_t list = kind.find(":{"); list != std::string::npos) {  // the library's: one of these
    values.words = split(kind.substr(list + 2, kind.find('}', list) - list - 2), ',');
    return values;
  }
  const bool has_range = kind != "FILE:NAME" && kind.find(':') != std::string::npos;
  for (const std::string& name : split(has_range ? kind.substr(0, kind.find(':')) : kind, '|'))
    add_alternative(values, name, place);
  return values;
}

}  // namespace rootward::completion
