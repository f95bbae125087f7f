// Samples: what a network is to see of drawn positions and what it is to answer, as rows and as bytes: the binary
// stream that training/samples.py reads, and tensors for other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "experiments/selfplay/sample_window.h"
#include "lab/play/network_view.h"

namespace rootward::selfplay {

/// In place of a point's owner where a game does not tell: it was resigned, or comes from a collection.
inline constexpr std::int8_t kNoOwners = -128;

/// Some rows. All values are in the view of the player to move; all that lies on the board is turned alike.
struct SampleBlock {
  std::size_t rows = 0;
  std::vector<std::uint8_t> planes;    ///< a row's bits [plane][point], the lowest first, filled up to whole bytes
  std::vector<float> policy;           ///< [row][action]
  std::vector<float> result;           ///< 1, 0, -1; NaN where it is not known
  std::vector<float> root_value;       ///< [-1, 1]
  std::vector<std::int8_t> ownership;  ///< [row][point]: 1 the mover's, -1 the opponent's, 0 nobody's, or kNoOwners
  std::vector<float> weight;
  std::vector<std::uint16_t> ply;  ///< moves before
};

/// A row that was drawn.
struct SampleDraw {
  SampleWindow::Place place;
  int symmetry = 0;
};

/// Fills rows with one thread's own encoder.
class RowFiller {
 public:
  RowFiller(const SampleWindow& window, const std::string& planes);
  [[nodiscard]] const NetworkShape& shape() const { return view_->shape(); }
  [[nodiscard]] int symmetries() const { return view_->symmetries(); }
  void add(const SampleDraw& draw, SampleBlock& block);

 private:
  void add_planes(const Position& position, int symmetry, SampleBlock& block);
  void add_policy(const Position& position, const Ply& ply, int symmetry, SampleBlock& block);
  void add_values(const ShardGame& game, const Ply& ply, Seat mover, int symmetry, SampleBlock& block);

  const SampleWindow& window_;
  std::unique_ptr<NetworkView> view_;
  std::vector<float> seen_;
};

struct SampleSettings {
  std::string planes;       ///< "" = those that the newest shard's network saw
  std::uint64_t count = 0;  ///< rows, from a window that has some
  std::size_t batch = 256;
  std::size_t threads = 1;
};

/// What the rows look like.
struct SampleFacts {
  NetworkShape shape;
  std::string planes;
};
SampleFacts sample_facts(const SampleWindow& window, const SampleSettings& settings);

/// Rows that are drawn: none from a window without any.
std::uint64_t drawn_rows(const SampleWindow& window, const SampleSettings& settings);
/// The draws of a generation one after another, from the stream (seed, "samples" or "held-out", generation).
class SampleDraws {
 public:
  SampleDraws(const SampleWindow& window, const WindowRequest& request, int symmetries);
  std::vector<SampleDraw> next(std::uint64_t count);

 private:
  const SampleWindow& window_;
  std::uint32_t symmetries_;
  Rng rng_;
};
/// Hands out the drawn rows in blocks of `batch`, in the order of the draws whatever the number of threads.
void fill_samples(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings,
                  const std::function<void(const SampleBlock&)>& sink);

/// The stream's first line, with its end.
std::string stream_header(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings);
/// A block's bytes, little-endian.
std::string block_bytes(const SampleBlock& block);
/// The whole stream, part by part.
void write_sample_stream(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings,
                         const std::function<void(std::string_view)>& write);
/// A safetensors file of float32: planes [count, planes, lines, columns], policy, result, root_value, ownership [count,
/// lines, columns], weight, ply; the stream's header as metadata. Throws UsageError where it would take over 4 GiB.
std::string sample_tensors(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings);

}  // namespace rootward::selfplay
