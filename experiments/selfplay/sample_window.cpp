// Shards are read from the newest generation back until the window is full.
#include "experiments/selfplay/sample_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <unordered_set>

#include "core/errors.h"
#include "core/math.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/map_reader.h"
#include "lab/config/parts.h"
#include "lab/config/yaml_document.h"

namespace rootward::selfplay {
namespace {

constexpr std::string_view kDataFolder = "data";

/// Exactly uniform in 0 .. bound - 1.
std::uint64_t below_wide(Rng& rng, std::uint64_t bound) {
  const std::uint64_t mask = std::bit_ceil(bound) - 1;
  for (;;)
    if (const std::uint64_t number = rng.next() & mask; number < bound) return number;
}

void add_shards_of(const std::string& path, std::set<std::string>& shards) {
  namespace fs = std::filesystem;
  if (!fs::exists(path)) throw UsageError(fmt::format("{}: there is no such file or folder", path));
  if (!fs::is_directory(path)) {
    shards.insert(path);
    return;
  }
  const fs::path data = fs::path(path) / kDataFolder;
  for (const std::string& file : list_folder(fs::is_directory(data) ? data.string() : path))
    if (is_shard(file)) shards.insert(file);
}

}  // namespace

WindowGrowth parse_window(std::string_view yaml, const std::string& where) {
  config::ProblemList problems;
  config::YamlNode node = config::parse_yaml(yaml, where);
  config::assign_paths(node, "");
  config::MapReader reader(node, problems);
  const auto read = [&](const char* key, const char* help, double fallback, double low, double high) {
    return std::get<double>(reader.read({.key = key,
                                         .help = help,
                                         .fallback = fallback,
                                         .low = low,
                                         .high = high,
                                         .source = "KataGo, python/shuffle.py"}));
  };
  const WindowGrowth defaults;
  const WindowGrowth window{
      .rows = read("rows", "rows of the window while no more were made", defaults.rows, 1, 1e12),
      .growth = read("growth", "rows by which the window grows with a new one, at first", defaults.growth, 0, 1),
      .exponent = read("exponent", "of the window's growth later on", defaults.exponent, 0.01, 1)};
  reader.finish();
  problems.throw_if_any();
  return window;
}

double window_rows(const WindowGrowth& window, double made) {
  if (made <= window.rows) return made;
  const double power = exp_exact(window.exponent * log_exact(made / window.rows));
  return window.rows * (1 + window.growth * (power - 1) / window.exponent);
}

std::uint64_t weight_of(const ShardGame& game) {
  std::uint64_t weight = 0;
  for (const Ply& ply : game.plies) weight += ply.weight;
  return weight;
}

SampleWindow::Entry SampleWindow::entry_of(const ShardGame& game, const ShardShape& shape) {
  Entry entry{
      .number = game.number, .folder = 0, .end = weight_of(game), .record = encode_game(game, shape), .weights = {}};
  for (const Ply& ply : game.plies) entry.weights.push_back(ply.weight);
  return entry;
}

std::vector<std::string> find_shards(const std::vector<std::string>& paths) {
  std::set<std::string> shards;
  for (const std::string& path : paths) add_shards_of(path, shards);
  if (shards.empty())
    throw UsageError(fmt::format("{}: no shards there (files NNNNN-NNN{}, in the folder or in its folder {})",
                                 fmt::join(paths, ", "), kShardEnd, kDataFolder));
  return {shards.begin(), shards.end()};
}

bool has_shards(const std::string& folder) {
  std::set<std::string> shards;
  add_shards_of(folder, shards);
  return !shards.empty();
}

SampleWindow::SampleWindow(const std::vector<std::string>& paths, const WindowRequest& request) {
  read_shards(find_shards(paths), request);
  if (entries_.empty())
    throw UsageError(fmt::format("{}: no games up to generation {}", fmt::join(paths, ", "), request.generation));
  const std::string first = find_shards(paths).front();
  game_ = make_game(parse_game(header_.game, {}, first));
  try {
    check_shape(header_, *game_);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", first, error.what()));
  }
  sort_entries();
  cut(request);
  if (weight() == 0 && !request.is_unmet)
    throw UsageError(fmt::format("{}: no row to draw among the {} games of the window", fmt::join(paths, ", "),
                                 request.is_held_out ? "held-out" : "training"));
}

/// Newest generations first, and no more than it takes where the window's size is known before.
void SampleWindow::read_shards(const std::vector<std::string>& shards, const WindowRequest& request) {
  std::map<std::uint64_t, std::vector<std::string>, std::greater<>> generations;
  for (const std::string& shard : shards) generations[read_shard_header(shard).generation].push_back(shard);
  std::optional<double> wanted = request.rows;
  if (!wanted && request.made) wanted = window_rows(request.growth, *request.made);
  std::size_t counted = 0;
  double rows = 0;
  for (const auto& [generation, files] : generations) {
    if (generation > request.generation) continue;
    for (const std::string& file : files) add_shard(file);
    for (; counted < entries_.size(); ++counted) rows += static_cast<double>(entries_[counted].end) / kWeightUnit;
    if (wanted && rows >= *wanted) break;
  }
}

void SampleWindow::add_shard(const std::string& path) {
  const Shard shard = read_shard(path);
  const auto kind = [](const ShardHeader& header) {
    return fmt::format("games of {}, {} actions, {} points with an owner, smoothing {}", header.game,
                       header.shape.actions, header.shape.points, header.smoothing);
  };
  if (!entries_.empty() && kind(shard.header) != kind(header_))
    throw UsageError(fmt::format("{}: {}; those before are {}", path, kind(shard.header), kind(header_)));
  if (entries_.empty()) header_ = shard.header;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (std::ranges::find(folders_, folder) == folders_.end()) folders_.push_back(folder);
  const auto place = static_cast<std::uint32_t>(std::ranges::find(folders_, folder) - folders_.begin());
  for (const ShardGame& game : shard.games) {
    entries_.push_back(entry_of(game, shard.header.shape));
    entries_.back().folder = place;
  }
}

/// Newest games first; of runs that are drawn from together, whose games have the same numbers, in the folders' order.
void SampleWindow::sort_entries() {
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    return a.number != b.number ? a.number > b.number : a.folder < b.folder;
  });
  for (std::size_t i = 1; i < entries_.size(); ++i)
    for (std::size_t j = i; j > 0 && entries_[j - 1].number == entries_[i].number; --j)
      if (entries_[j - 1].folder == entries_[i].folder || entries_[j - 1].record == entries_[i].record)
        throw UsageError(fmt::format("game {} is in the shards twice: in {} and in {}", entries_[i].number,
                                     folders_[entries_[j - 1].folder], folders_[entries_[i].folder]));
}

/// Leaves the newest games, up to the window's rows, and of these the training or the held-out ones.
void SampleWindow::cut(const WindowRequest& request) {
  std::uint64_t all = 0;
  for (const Entry& entry : entries_) all += entry.end;
  const double made = request.made.value_or(static_cast<double>(all) / kWeightUnit);
  const double wanted = request.rows.value_or(window_rows(request.growth, made)) * kWeightUnit;
  std::uint64_t seen = 0;
  std::vector<Entry> kept, others;
  for (Entry& entry : entries_) {
    if (static_cast<double>(seen) >= wanted) break;
    seen += entry.end;
    (is_held_out(entry.number) == request.is_held_out ? kept : others).push_back(std::move(entry));
  }
  entries_ = std::move(kept);
  if (request.is_held_out && request.is_unmet) drop_met(others);
  std::erase_if(entries_, [](const Entry& entry) { return entry.end == 0; });
  std::uint64_t sum = 0;
  for (Entry& entry : entries_) entry.end = sum += entry.end;
}

/// Takes the weight of plies whose position stands in a training game.
void SampleWindow::drop_met(const std::vector<Entry>& training) {
  std::unordered_set<std::uint64_t> met;
  for (const Entry& entry : training) {
    const ShardGame game = decode_game(entry.record, header_.shape);
    (void)replay(*game_, game, game.plies.size(),
                 [&](std::size_t, const Position& position) { met.insert(position.canonical_hash()); });
  }
  for (Entry& entry : entries_) {
    ShardGame game = decode_game(entry.record, header_.shape);
    (void)replay(*game_, game, game.plies.size(), [&](std::size_t ply, const Position& position) {
      if (met.contains(position.canonical_hash())) game.plies[ply].weight = 0;
    });
    entry = entry_of(game, header_.shape);
  }
}

std::uint64_t SampleWindow::oldest_generation() const {
  return entries_.empty() ? header_.generation : entries_.back().number / kGamesPerGeneration;
}

ShardGame SampleWindow::game_at(std::size_t index) const { return decode_game(entries_[index].record, header_.shape); }

ShardGame SampleWindow::game_of(const Place& place) const {
  return decode_game(entries_[place.game].record, header_.shape, place.ply);
}

double SampleWindow::rows() const { return static_cast<double>(weight()) / kWeightUnit; }

SampleWindow::Place SampleWindow::draw(Rng& rng) const {
  const std::uint64_t number = below_wide(rng, weight());
  const auto entry = std::ranges::upper_bound(entries_, number, {}, &Entry::end);
  const auto index = static_cast<std::size_t>(entry - entries_.begin());
  std::uint64_t rest = number - (index == 0 ? 0 : entries_[index - 1].end);
  std::size_t ply = 0;
  while (rest >= entry->weights[ply]) rest -= entry->weights[ply++];
  return {index, ply};
}

}  // namespace rootward::selfplay
