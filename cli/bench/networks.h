// The bench's networks: random ones of the paper's shapes, and the files that the user has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "evaluators/net/model.h"
#include "evaluators/net/runner.h"

namespace rootward::bench {

/// A network on one board size.
struct BenchNetwork {
  std::string name{};  ///< "random 4x32", or the file's name
  std::string path{};  ///< "" for a random one
  int size = 9;        ///< lines of the board
};

/// Random 4x32 on 9x9 and 10x64 on 19x19 (the networks of Li & Lim 2020), then each network file in $ROOTWARD_NETS on
/// 9x9 and 19x19 where it plays there. Throws UsageError for a file that cannot be read.
std::vector<BenchNetwork> bench_networks();
net::Model load(const BenchNetwork& network);

/// Evaluations of one board by the network alone, at batch 1.
class NetworkRun {
 public:
  /// One evaluation has warmed the memory up. Throws UsageError where the network does not fit the way.
  NetworkRun(const net::Model& model, net::BoardShape board, net::Path path);
  /// CPU seconds of `count` evaluations.
  double seconds(std::uint64_t count);

 private:
  std::unique_ptr<net::Model> model_;
  std::unique_ptr<net::Runner> runner_;
  std::vector<float> planes_, globals_;
  net::Output output_;
};

}  // namespace rootward::bench
