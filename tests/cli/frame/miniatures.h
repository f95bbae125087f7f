// Shipped studies of hours and days, made small enough to be played to their last table in seconds.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace rootward::testing {

struct Miniature {
  std::string name;                  ///< of the file, shipped:NAME
  std::vector<std::string> smaller;  ///< values by --set
  friend void PrintTo(const Miniature& one, std::ostream* out) { *out << one.name; }
};

Miniature small_atlas();                       ///< the cluster's; its games at equal CPU time hang on the machine
Miniature small_search();                      ///< for formulas; the same
std::vector<Miniature> small_reproductions();  ///< of stored players
Miniature small_tuned_reproduction();
Miniature small_implicit_minimax();
Miniature small_which_backup(const std::string& game);

/// `run shipped:NAME --quiet --threads 2`, smaller; --out is to come.
std::vector<std::string> run_of(const Miniature& miniature);

}  // namespace rootward::testing
