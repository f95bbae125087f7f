// A screen of letters about one folder.
#pragma once

#include <string>
#include <vector>

#include "experiments/watch/folder_watch.h"

namespace rootward::watch {

/// Head, body and, where the view has a height, exactly so many lines; none is longer than the view is wide.
std::vector<ShownLine> frame(const Look& look, const Body* body, const View& view);
/// A look in a line.
std::string line_text(const Look& look, const Body* body);
/// What the keys do, a line a key.
std::vector<ShownLine> key_lines();

}  // namespace rootward::watch
