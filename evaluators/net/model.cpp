// Finding and reading network files of any format.
#include "evaluators/net/model.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "core/errors.h"
#include "core/number_text.h"
#include "evaluators/net/embedded.h"
#include "evaluators/net/model_formats.h"

namespace rootward::net {
namespace {

constexpr std::size_t kMaxModelBytes = std::size_t{2} << 30;
constexpr std::string_view kHistoryWord = "history ";
constexpr std::string_view kKatagoWord = "katago v7";
constexpr std::string_view kOwnWord = "own ";
constexpr std::pair<std::string_view, ConstantPlane> kConstants[] = {{"black_to_move", ConstantPlane::black_to_move},
                                                                     {"white_to_move", ConstantPlane::white_to_move},
                                                                     {"ones", ConstantPlane::ones}};

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Model model_of_bytes(std::string_view bytes) {
  // Weights are next to incompressible; what unpacks to many times its size is no network.
  constexpr std::size_t kMostTimes = 32;
  constexpr std::size_t kAlwaysAllowed = std::size_t{16} << 20;
  const std::size_t limit = std::min(kMaxModelBytes, kMostTimes * bytes.size() + kAlwaysAllowed);
  if (bytes.starts_with(kGzipMark)) return katago_model(unpack_gzip(bytes, limit));
  const TensorFile file = parse_safetensors(bytes);
  const auto architecture = file.metadata.find("architecture");
  if (architecture == file.metadata.end()) throw std::invalid_argument("metadata architecture: is missing");
  return architecture->second == kPlanArchitecture ? plan_model(file) : residual_model(file);
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::optional<Planes> parse_planes(std::string_view text) {
  Planes planes;
  if (text == kKatagoWord) {
    planes.kind = PlaneKind::katago_v7;
    return planes;
  }
  if (take_prefix(text, kOwnWord)) {
    planes.kind = PlaneKind::own;
  } else if (!take_prefix(text, kHistoryWord)) {
    return std::nullopt;
  }
  planes.positions = take_number<int>(text).value_or(0);
  const int most = planes.kind == PlaneKind::own ? kMaxOwnPlanes : kMaxHistory;
  if (planes.positions < 1 || planes.positions > most) return std::nullopt;
  if (planes.kind == PlaneKind::own) return text.empty() ? std::optional(planes) : std::nullopt;
  while (!text.empty()) {
    if (!take_prefix(text, ", ") || planes.constants.size() == 8) return std::nullopt;
    const std::size_t before = planes.constants.size();
    for (const auto& [word, plane] : kConstants) {
      if (planes.constants.size() == before && take_prefix(text, word)) planes.constants.push_back(plane);
    }
    if (planes.constants.size() == before) return std::nullopt;
  }
  return planes;
}

std::string planes_text(const Planes& planes) {
  if (planes.kind == PlaneKind::katago_v7) return std::string(kKatagoWord);
  std::string text = fmt::format("{}{}", planes.kind == PlaneKind::own ? kOwnWord : kHistoryWord, planes.positions);
  for (ConstantPlane plane : planes.constants) {
    for (const auto& [word, meaning] : kConstants)
      if (meaning == plane) text += fmt::format(", {}", word);
  }
  return text;
}

int plane_count(const Planes& planes) {
  if (planes.kind == PlaneKind::katago_v7) return kKatagoPlanes;
  if (planes.kind == PlaneKind::own) return planes.positions;
  return 2 * planes.positions + static_cast<int>(planes.constants.size());
}

int global_count(const Planes& planes) { return planes.kind == PlaneKind::katago_v7 ? kKatagoGlobals : 0; }

std::string Model::boards_text() const {
  if (columns != 0) return fmt::format("{}x{} (columns x lines)", columns, min_size);
  if (min_size == max_size) return fmt::format("{0}x{0}", min_size);
  return fmt::format("{0}x{0} to {1}x{1}", min_size, max_size);
}

void Model::check() const {
  const std::optional<BoardShape> board = fixed_board();
  check_plan(plan, board ? board->points() : 0, board ? policy_size(*board) : 0);
}

void check_fit(const Model& model, BoardShape board, int actions, const std::string& shown) {
  // Who named no file has to be told that there are files.
  const char* help = is_embedded(shown) ? "; name a network for this game by `file` (docs/nets.md), or train one "
                                          "(docs/training.md)"
                                        : "";
  if (!model.plays_on(board))
    throw UsageError(fmt::format("{}: this network plays on {}, the game's board is {}x{}{}", shown,
                                 model.boards_text(), board.columns, board.lines, help));
  if (model.policy_size(board) != actions)
    throw UsageError(fmt::format("{}: this network's policy has {} actions, the game has {}{}", shown,
                                 model.policy_size(board), actions, help));
}

Model parse_model(std::string_view bytes, const std::string& shown) {
  try {
    return model_of_bytes(bytes);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{}: {}", shown, error.what()));
  }
}

std::string read_model_file(const std::string& path) {
  if (is_embedded(path)) return std::string(embedded_network(path).bytes);
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) throw UsageError(fmt::format("{}: {}", path, std::strerror(errno)));
  std::string bytes;
  std::string chunk(std::size_t{1} << 20, '\0');
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    bytes.append(chunk, 0, count);
    if (bytes.size() > kMaxModelBytes) throw UsageError(fmt::format("{}: is larger than any network", path));
  }
  if (std::ferror(file.get()) != 0) throw UsageError(fmt::format("{}: {}", path, std::strerror(errno)));
  return bytes;
}

Model load_model(const std::string& path) {
  if (!is_embedded(path)) return parse_model(read_model_file(path), path);
  const EmbeddedNetwork& network = embedded_network(path);
  TensorFile file = parse_safetensors(network.bytes);
  file.metadata.emplace("exponents", network.exponents);
  return residual_model(file);
}

std::string find_model_file(const std::string& file, const std::string& folder) {
  if (is_embedded(file)) {
    (void)embedded_network(file);
    return file;
  }
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path written(file);
  std::vector<fs::path> places{written.is_absolute() || folder.empty() ? written : fs::path(folder) / written};
  const char* nets = std::getenv("ROOTWARD_NETS");
  if (written.is_relative() && nets != nullptr && *nets != '\0') places.push_back(fs::path(nets) / written);
  std::string looked;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, ignored)) return place.string();
    looked += (looked.empty() ? "" : " and ") + place.string();
  }
  throw UsageError(fmt::format("there is no network {}; looked for {}{}", file, looked,
                               nets == nullptr ? " ($ROOTWARD_NETS, a folder to look in too, is not set)" : ""));
}

}  // namespace rootward::net
