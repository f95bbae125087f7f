// SVG files as PDF, by a program of the machine's.
#pragma once

#include <string>

namespace rootward::plot {

/// "rsvg-convert" or "inkscape", whichever stands first on the PATH in this order; "" where neither does.
std::string pdf_tool();

/// Writes `pdf` from the file `svg` with that tool, which must not be "". False where the tool fails.
bool write_pdf(const std::string& tool, const std::string& svg, const std::string& pdf);

}  // namespace rootward::plot
