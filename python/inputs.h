// What a rule in Python sees of a node.
#pragma once

#include "python/native.h"
#include "search/node_view.h"

namespace rootward::python {

/// NodeView under the names of formulas. Good during the call alone.
struct Inputs {
  NodeView* node = nullptr;
  Value sample = 0;
  bool keeps_number = false;

  /// Throws std::runtime_error beyond the call.
  [[nodiscard]] NodeView& at() const;
};

/// Sets the inputs for the time of a call.
class Showing {
 public:
  Showing(Inputs& inputs, NodeView& node, Value sample) : inputs_(inputs) {
    inputs_.node = &node;
    inputs_.sample = sample;
  }
  Showing(const Showing&) = delete;
  Showing& operator=(const Showing&) = delete;
  ~Showing() { inputs_.node = nullptr; }

 private:
  Inputs& inputs_;
};

}  // namespace rootward::python
