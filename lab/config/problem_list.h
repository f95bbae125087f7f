// Collects everything that is wrong with a configuration, so that it is told all at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "lab/config/yaml_node.h"

namespace rootward::config {

class ProblemList {
 public:
  /// The same message at the same place counts once (defaults are read for every player). `path` is left out where the
  /// place, an option `--set PATH`, says it already.
  void add(const Place& place, std::string path, std::string message);
  /// At the node's value.
  void add(const YamlNode& node, std::string message) { add(node.place, node.path, std::move(message)); }
  /// The same of a value that is not allowed; `allowed` says what is.
  void refuse(const YamlNode& node, std::string_view allowed);
  /// What another reader found.
  void add_all(const UsageError& error);

  [[nodiscard]] bool empty() const { return problems_.empty(); }
  [[nodiscard]] std::size_t size() const { return problems_.size(); }
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }
  /// Throws UsageError, problems in order of their places, where there are any.
  void throw_if_any();

 private:
  std::vector<Problem> problems_;
};

}  // namespace rootward::config
