// --figures, --column and --pdf: a result's figures as files of their own, for a paper.
#pragma once

#include <string>
#include <vector>

#include "lab/report/plot/figure.h"

namespace CLI {
class App;
}

namespace rootward {

void add_figure_options(CLI::App& command);

/// Writes figures where --figures asks for them.
class FigureFiles {
 public:
  /// Throws UsageError for --column or --pdf without --figures, and UnfitError for --pdf where no converter is.
  explicit FigureFiles(const CLI::App& command);

  [[nodiscard]] bool is_asked() const { return !folder_.empty(); }
  /// FOLDER/NAME-KEY.svg, .csv and, where asked for, .pdf; tells each file with what its caption has to say. Throws
  /// UsageError for a name that was there before, RunError.
  void write(const std::string& name, const std::vector<plot::NamedFigure>& figures);

 private:
  std::string folder_;
  std::string tool_;  ///< makes PDF; "": nobody asked for it
  plot::Layout layout_ = plot::Layout::page;
  std::vector<std::string> names_;
};

}  // namespace rootward
