// A start of a shard that finds, before it has a folder open, that this machine cannot play it.
#pragma once

#include <string>

#include "core/errors.h"
#include "experiments/store/shard.h"

namespace rootward {

/// Leaves an attempt whose last line says "unfit", so that whoever looks at the folder learns why nothing was played
/// and on which node. Where that cannot be written nothing is: the program's own words tell.
void write_unfit_attempt(const std::string& folder, const Shard& shard, const std::string& config_hash);

/// make(). Where it throws UnfitError in a shard, an attempt tells of it first.
template <class Make>
auto noting_unfit(const std::string& folder, const Shard& shard, const std::string& config_hash, Make make)
    -> decltype(make()) {
  try {
    return make();
  } catch (const UnfitError&) {
    if (!shard.is_whole()) write_unfit_attempt(folder, shard, config_hash);
    throw;
  }
}

}  // namespace rootward
