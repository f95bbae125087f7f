// A decision process as a user writes it: what all its kinds share when they are read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "games/mdp.h"

namespace rootward {

/// Reads a tree strictly; what is wrong is kept under its key.
class MdpReader {
 public:
  void refuse(const std::string& key, const std::string& message) { errors_.emplace_back(key, message); }
  void refuse(const std::string& key, const ParamTree& given, std::string_view allowed);
  /// A map with these keys alone; false where it is none.
  bool check_map(const ParamTree& given, const std::string& key, const std::vector<std::string>& known);
  static const ParamTree* find(const ParamTree& map, std::string_view key);
  /// A number, or a fraction like 1/3, in [low, high].
  std::optional<double> number(const ParamTree& given, const std::string& key, double low, double high);
  /// The number under `name`; `fallback` where there is none.
  double number_at(const ParamTree& map, const std::string& key, const char* name, double low, double high,
                   double fallback);
  /// The same of an integer.
  int count_at(const ParamTree& map, const std::string& key, const char* name, int low, int high, int fallback);
  /// A text without blanks.
  std::optional<std::string> word(const ParamTree& given, const std::string& key);
  /// Rows of a map, all of one length.
  std::vector<std::string> rows(const ParamTree& map, const std::string& key);
  /// Throws ParamError where anything was wrong.
  void throw_if_any() {
    if (!errors_.empty()) throw ParamError(std::move(errors_));
  }
  [[nodiscard]] bool is_good() const { return errors_.empty(); }

 private:
  std::vector<ParamError> errors_;
};

inline constexpr double kMostReward = 1e9;

// Each fills states and start from the part of the process that has its name (games/mdp_worlds.cpp).
void read_mdp_grid(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table);
void read_mdp_sailing(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table);
void read_mdp_racetrack(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table);

}  // namespace rootward
