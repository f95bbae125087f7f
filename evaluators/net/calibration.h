// The exponents of i16: how large each channel's numbers become, from positions of games that the network plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "evaluators/net/model.h"
#include "evaluators/net/runner.h"

namespace rootward::net {

/// What a network sees of a position, under a symmetry.
struct SeenPosition {
  BoardShape board = 0;
  std::vector<float> planes, globals;
  std::vector<std::size_t> legal;  ///< where its policy answers for the legal moves
};

/// `count` positions of games that the network plays with itself: some moves by lot, then ten by its policy. Networks
/// for several boards play on 9x9, and a quarter of the games on the largest. Bit for bit the same on every machine.
std::vector<SeenPosition> played_positions(const Model& model, std::size_t count, std::uint64_t seed);

/// Gives the large convolutions the exponents that they lack (Step::exponents), from 400 such positions. A channel's is
/// the largest with which twice its largest number is not cut; one that is never large counts as if it reached a
/// quarter of its layer's. Throws std::invalid_argument, naming the step, where that is out of range, and as
/// lay_out_integers().
void calibrate(Model& model);

/// make_runner() for a network that may lack exponents. Throws UsageError; `shown` names the network.
std::unique_ptr<Runner> make_calibrated_runner(Model& model, BoardShape board, Path path, const std::string& shown);

}  // namespace rootward::net
