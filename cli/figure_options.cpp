// Files are named after the result, so that several results' figures can lie in one folder.
#include "cli/figure_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/note.h"
#include "lab/report/plot/pdf.h"

namespace rootward {

void add_figure_options(CLI::App& command) {
  command.add_option("--figures", "Also writes the figures into this folder: NAME-KEY.svg, and their numbers as .csv")
      ->type_name("DIR");
  command.add_flag("--column")
      ->description(
          "With --figures: 3.3 inches wide, one column of a two-column paper, letters of 7 points and\n"
          "more, the legend below");
  command.add_flag("--pdf")->description(
      "With --figures: PDF too, by rsvg-convert (Debian's librsvg2-bin) or inkscape, which embed\n"
      "the letters; exit code 4 where neither is there");
}

FigureFiles::FigureFiles(const CLI::App& command) {
  if (command.count("--figures") > 0) folder_ = command.get_option("--figures")->as<std::string>();
  for (const char* flag : {"--column", "--pdf"})
    if (command.count(flag) > 0 && folder_.empty())
      throw UsageError(fmt::format("{}: it says how figures are written; add --figures DIR", flag));
  if (command.count("--column") > 0) layout_ = plot::Layout::column;
  if (command.count("--pdf") == 0) return;
  tool_ = plot::pdf_tool();
  if (tool_.empty())
    throw UnfitError(
        "--pdf: neither rsvg-convert nor inkscape is on this machine's PATH; install librsvg2-bin or inkscape, or "
        "leave "
        "--pdf out: the SVG can be converted elsewhere");
}

void FigureFiles::write(const std::string& name, const std::vector<plot::NamedFigure>& figures) {
  if (std::ranges::find(names_, name) != names_.end())
    throw UsageError(fmt::format("--figures: two results are called {}; write each into a folder of its own", name));
  names_.push_back(name);
  make_folders(folder_);
  for (const plot::NamedFigure& one : figures) {
    const std::string path = fmt::format("{}/{}-{}", folder_, name, one.key);
    write_file_atomically(path + ".svg", plot::figure_svg(one.figure, "", layout_));
    write_file_atomically(path + ".csv", plot::figure_csv(one.figure));
    if (!tool_.empty() && !plot::write_pdf(tool_, path + ".svg", path + ".pdf"))
      throw RunError(fmt::format("{} makes no PDF of {}.svg", tool_, path));
    const std::string caption = one.figure.note.empty() ? "" : "; " + one.figure.note;
    note("figure {}.{}: {}{}", path, tool_.empty() ? "svg" : "pdf", one.figure.title, caption);
  }
}

}  // namespace rootward
