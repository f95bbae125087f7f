// Loads a game's bytes by way of a file in memory, and reads what its object declares.
#include "games/loading/library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/sha256.h"

namespace rootward::loading {
namespace {

constexpr const char* kObject = "rootward_plugin";
constexpr std::string_view kPrefix = "parameters.";

/// The object in the library that these bytes are. It stays loaded.
const rootward_game* object_in(const std::string& bytes) {
  FileDescriptor file(memfd_create("rootward-game", MFD_CLOEXEC));
  if (!file.is_open()) throw RunError(file_error_text("a game's library", "cannot be kept in memory", errno));
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = write(file.get(), bytes.data() + written, bytes.size() - written);
    if (count < 0) throw RunError(file_error_text("a game's library", "cannot be kept in memory", errno));
    written += static_cast<std::size_t>(count);
  }
  const std::string path = fmt::format("/proc/self/fd/{}", file.get());
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::string_view why = dlerror();
    if (why.starts_with(path + ": ")) why.remove_prefix(path.size() + 2);
    throw UsageError(fmt::format("is no shared library that can be loaded: {}", why));
  }
  (void)file.release();  // for ever: libraries are the same to the loader where their names are
  const void* object = dlsym(library, kObject);
  if (object == nullptr)
    throw UsageError(fmt::format("is no game: it has no object `const rootward_game {}` (rootward/game.h)", kObject));
  return static_cast<const rootward_game*>(object);
}

[[noreturn]] void refuse(const std::string& what) { throw UsageError("is no game that can be played: " + what); }

void require_functions(const rootward_game& game) {
  const std::pair<const char*, bool> all[] = {
      {"start", game.start != nullptr},        {"to_move", game.to_move != nullptr},
      {"is_over", game.is_over != nullptr},    {"result", game.result != nullptr},
      {"legal", game.legal != nullptr},        {"play", game.play != nullptr},
      {"move_text", game.move_text != nullptr}};
  for (const auto& [name, is_there] : all)
    if (!is_there) refuse(fmt::format("it has no `{}`, which every game has", name));
  if (game.symmetries > 0 && game.symmetric == nullptr) refuse("it has symmetries and no `symmetric`");
  if (game.features != nullptr && game.measure == nullptr) refuse("it has features and no `measure`");
  if (game.planes != nullptr && game.probability != nullptr) refuse("it has planes, and chance");
  if (game.symmetries > 1000) refuse(fmt::format("{} symmetries; allowed: at most 1000", game.symmetries));
}

ParamValue fallback_of(const rootward_parameter& parameter) {
  switch (parameter.kind) {
    case ROOTWARD_INTEGER:
      return parameter.fallback.integer;
    case ROOTWARD_SWITCH:
      return parameter.fallback.integer != 0;
    case ROOTWARD_REAL:
      return parameter.fallback.real;
    default:
      return std::string(parameter.fallback.text == nullptr ? "" : parameter.fallback.text);
  }
}

void require_name(const char* what, std::string_view name) {
  const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_allowed))
    refuse(fmt::format("the {} '{}'; allowed: a name of a-z, 0-9 and _", what, name));
}

ParamSpec spec_of(const rootward_parameter& parameter) {
  const std::string name = parameter.name;
  require_name("parameter", name);
  if (parameter.kind < ROOTWARD_INTEGER || parameter.kind > ROOTWARD_TEXT)
    refuse(fmt::format("the parameter {} is of kind {}, which this version does not know", name, parameter.kind));
  ParamSpec spec{.key = name, .help = parameter.help == nullptr ? "" : parameter.help};
  constexpr ParamType kTypes[] = {ParamType::integer, ParamType::real, ParamType::boolean, ParamType::text};
  spec.type = kTypes[parameter.kind];
  spec.fallback = fallback_of(parameter);
  spec.source = "the game";
  spec.required = parameter.kind == ROOTWARD_TEXT && parameter.fallback.text == nullptr;
  if (parameter.kind <= ROOTWARD_REAL) {
    spec.low = parameter.low;
    spec.high = parameter.high;
  }
  if (parameter.kind == ROOTWARD_TEXT && parameter.choices != nullptr) {
    spec.type = ParamType::choice;
    for (const char* const* choice = parameter.choices; *choice != nullptr; ++choice)
      spec.choices.emplace_back(*choice);
  }
  if (spec.required) return spec;
  try {
    (void)check_param(spec, spec.fallback);
  } catch (const ParamError& error) {
    refuse(fmt::format("the fallback of the parameter {}: {}", name, error.what()));
  }
  return spec;
}

std::mutex& libraries_mutex() {
  static std::mutex mutex;
  return mutex;
}
std::map<std::string, std::shared_ptr<const Library>>& libraries() {
  static auto& all = *new std::map<std::string, std::shared_ptr<const Library>>;  // code of theirs may run to the end
  return all;
}

std::vector<ParamSpec> own_parameters() {
  return {{.key = "file",
           .help = "The game's shared library, from the configuration's folder (include/rootward/game.h).",
           .type = ParamType::text,
           .required = true,
           .source = "ours"},
          {.key = "sha256",
           .help = "The mark that the file must have, 64 hexadecimal digits; stored runs have it.",
           .type = ParamType::text,
           .source = "ours"}};
}

}  // namespace

Library::Library(std::string sha256, std::string bytes)
    : sha256_(std::move(sha256)), bytes_(std::move(bytes)), game_(object_in(bytes_)) {
  if (game_->version != ROOTWARD_GAME_VERSION)
    refuse(fmt::format("it was made for version {} of the interface; this program plays version {}", game_->version,
                       ROOTWARD_GAME_VERSION));
  require_functions(*game_);
  if (game_->name == nullptr || *game_->name == 0) refuse("it has no name");
  for (const rootward_parameter* one = game_->parameters; one != nullptr && one->name != nullptr; ++one) {
    parameters_.push_back(spec_of(*one));
    if (std::ranges::count(parameters_, parameters_.back().key, &ParamSpec::key) > 1)
      refuse(fmt::format("two parameters are called {}", one->name));
  }
  for (const char* const* one = game_->features; one != nullptr && *one != nullptr; one += 2) {
    const std::string name = one[0];
    if (one[1] == nullptr) refuse(fmt::format("the feature {} has no help", name));
    require_name("feature", name);
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0)
      refuse(fmt::format("the feature '{}'; allowed: a name that begins with a letter", name));
    if (std::ranges::count(features_, name, &FeatureFacts::name) > 0)
      refuse(fmt::format("two features are called {}", name));
    features_.push_back({name, one[1]});
  }
}

std::vector<ParamSpec> parameters_of(const Library& library) {
  std::vector<ParamSpec> specs = own_parameters();
  for (ParamSpec spec : library.parameters()) {
    spec.key.insert(0, kPrefix);
    specs.push_back(std::move(spec));
  }
  return specs;
}

Described description_of(const Library& library) {
  const char* help = library.game().help;
  return {.name = library.game().name,
          .help = help == nullptr ? "" : help,
          .source = "sha256 " + library.sha256(),
          .parameters = parameters_of(library)};
}

std::shared_ptr<const Library> find_library(const std::string& sha256) {
  const std::lock_guard lock(libraries_mutex());
  const auto found = libraries().find(sha256);
  return found == libraries().end() ? nullptr : found->second;
}

std::shared_ptr<const Library> load_library(const std::string& bytes) {
  Sha256 hash;
  hash.add(bytes);
  const std::string mark = hash.hex();
  if (std::shared_ptr<const Library> known = find_library(mark)) return known;
  auto loaded = std::make_shared<const Library>(mark, bytes);
  const std::lock_guard lock(libraries_mutex());
  return libraries().emplace(mark, std::move(loaded)).first->second;
}

void unload(const Library& library) {
  Dl_info info{};
  if (dladdr(&library.game(), &info) == 0) return;
  void* handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return;
  for (int holder = 0; holder < 2; ++holder) dlclose(handle);  // this one, and object_in()
}

const Described& plugin_description() {
  static const Described description = [] {
    Described made{
        .name = "plugin",
        .help = "a game of your own: a shared library by the C interface rootward/game.h (docs/extending.md)",
        .source = "ours",
        .parameters = own_parameters()};
    made.parameters.push_back(
        {.key = "parameters",
         .help = "The game's own parameters, a map; `rootward list games plugin:FILE` shows them.",
         .type = ParamType::tree,
         .source = "the game"});
    return made;
  }();
  return description;
}

}  // namespace rootward::loading
