// Main lines are played by the rules; what is no lesson is counted with its reason.
#include "experiments/selfplay/data_sgf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "core/rng.h"
#include "experiments/selfplay/shard_file.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/parts.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/store/folder_lock.h"

namespace rootward::selfplay {
namespace {

/// What RE says: half points, Black's view; 2 for a win by no number.
struct StatedResult {
  Ending ending = Ending::unknown;
  std::int16_t halves = 0;
};

StatedResult stated_result(const SgfNode& root) {
  const SgfProperty* property = root.stated("RE");
  if (property == nullptr) return {};
  const std::string_view text = property->text();
  if (const std::optional<double> score = parse_score(text); score && std::fabs(*score) < 1000)
    return {Ending::rules, static_cast<std::int16_t>(std::lround(2 * *score))};
  const std::string upper = upper_case(text);
  if (upper.starts_with("B+")) return {Ending::resigned, 2};
  if (upper.starts_with("W+")) return {Ending::resigned, -2};
  return {};
}

class SgfImporter {
 public:
  explicit SgfImporter(const SgfImport& import)
      : import_(import), rules_(make_game(import.game)), size_(rules_->facts().board_points) {
    if (!rules_->facts().is_go_like || import.game.name != "go")
      throw UsageError(fmt::format("--game {}: SGF games are read for go alone", import.game.name));
    header_.game = game_yaml(import.game);
    header_.search = "{name: sgf}";
    header_.planes = "history 5";
    header_.smoothing = kLabelSmoothing;
    header_.origin = kSgfOrigin;
    header_.licence = import.licence;
    header_.shape = {.actions = shard_shape(*rules_).actions, .points = 0};
  }

  SgfImportReport run() {
    std::vector<std::string> files = import_.files;
    std::ranges::sort(files);
    header_.seed = seed_of(files);
    for (const std::string& file : files) add_all(file);
    if (report_.games == 0) throw UsageError("no game is left: " + reasons());
    write_shard();
    return std::move(report_);
  }

 private:
  /// Of all that decides which games are taken, so that another import's shards have another header.
  [[nodiscard]] std::uint64_t seed_of(const std::vector<std::string>& files) const {
    std::uint64_t seed = derive_seed(import_.takes_any_komi ? 1 : 0, {hash_name(import_.rules)});
    for (const std::string& file : files) {
      std::error_code ignored;
      if (std::filesystem::is_other(std::filesystem::status(file, ignored)))
        throw UsageError(file + ": is a pipe or a device; allowed: a file on a disk, since it is read twice");
      seed = derive_seed(seed, {hash_name(read_whole_file(file))});
    }
    return seed;
  }

  [[nodiscard]] std::string reasons() const {
    std::string text;
    for (const auto& [reason, count] : report_.left_out)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, reason);
    return text.empty() ? "the files hold none" : text;
  }

  /// Why a game is no lesson for these rules; "" where it is one.
  [[nodiscard]] std::string filter(const SgfGame& game, const SgfMoves& moves) const {
    if (moves.size * moves.size != size_) return "of another board";
    if (moves.has_setup()) return "with stones set up";
    if (moves.to_move != Seat::first) return "in which White begins";
    const double komi = import_.game.params.real("komi");
    if (!import_.takes_any_komi && moves.komi.value_or(komi) != komi) return "of another komi";
    const SgfProperty* rules = game.nodes.front().stated("RU");
    const std::string said = rules == nullptr ? "" : upper_case(rules->text());
    if (!import_.rules.empty() && said.find(upper_case(import_.rules)) == std::string::npos) return "of other rules";
    return moves.moves.empty() ? "without moves" : "";
  }

  /// Told with its place as long as a person would read on.
  void leave_out(const std::string& reason, const UsageError& error) {
    constexpr std::uint64_t kTold = 20;
    if (report_.left_out[reason]++ < kTold) note("left out: {}", error.what());
  }

  void add_all(const std::string& file) {
    std::vector<SgfGame> games;
    try {
      games = parse_sgf(read_whole_file(file), file);
    } catch (const UsageError& error) {
      return leave_out("in files that are no SGF", error);
    }
    report_.of_guessed_encoding += static_cast<std::uint64_t>(std::ranges::count(games, true, &SgfGame::is_guessed));
    for (const SgfGame& game : games) add(game, file);
  }

  void add(const SgfGame& game, const std::string& file) {
    SgfMoves moves;
    try {
      moves = read_sgf_moves(game, file);
    } catch (const UsageError& error) {
      return leave_out("that cannot be followed", error);
    }
    const std::string reason = filter(game, moves);
    if (!reason.empty()) {
      ++report_.left_out[reason];
      return;
    }
    ShardGame stored;
    const StatedResult result = stated_result(game.nodes.front());
    stored.ending = result.ending;
    stored.score_halves = result.halves;
    if (!add_plies(moves, stored)) {
      ++report_.left_out["with an illegal move"];
      return;
    }
    stored.number = report_.games++;
    report_.positions += stored.plies.size();
    report_.without_result += stored.ending == Ending::unknown ? 1U : 0U;
    games_.push_back(std::move(stored));
    if (games_.size() == kGamesPerShard) write_shard();
  }

  /// False where a move is against the rules.
  bool add_plies(const SgfMoves& moves, ShardGame& game) const {
    const std::unique_ptr<Position> position = rules_->start();
    for (const SgfMove& move : moves.moves) {
      if (position->is_over()) break;  // after two passes people count, or take stones off
      const std::optional<Action> action = position->parse_action(move.vertex);
      if (!action || move.seat != position->to_move() || !position->is_legal(*action)) return false;
      const double result = result_of(game.score_halves) * sign_of(move.seat);
      game.plies.push_back({.action = *action,
                            .kind = PlyKind::full,
                            .weight = kWeightUnit,
                            .root_value = stored_value(result),
                            .policy = {{*action, kShareUnit}}});
      position->play(*action);
    }
    return true;
  }

  void write_shard() {
    if (games_.empty()) return;
    const std::string folder = import_.out + "/data";
    if (!lock_) {
      make_folders(folder);
      lock_.emplace(import_.out + "/.lock", FolderLock::Kind::exclusive, import_.out);
      refuse_other_games(folder);
    }
    write_file_atomically(shard_path(folder, 0, shards_++), shard_bytes(header_, std::move(games_)));
    games_.clear();
  }

  /// The same import once more writes the same bytes over its own.
  void refuse_other_games(const std::string& folder) const {
    for (const std::string& file : list_folder(folder)) {
      if (!is_shard(file) || read_shard_header(file) == header_) continue;
      throw UsageError(fmt::format("{}: holds other games than these; choose another --out", file));
    }
  }

  const SgfImport& import_;
  std::unique_ptr<Game> rules_;
  int size_;
  ShardHeader header_;
  SgfImportReport report_;
  std::vector<ShardGame> games_;
  std::uint64_t shards_ = 0;
  std::optional<FolderLock> lock_;
};

}  // namespace

SgfImportReport import_sgf(const SgfImport& import) { return SgfImporter(import).run(); }

}  // namespace rootward::selfplay
