// Pieces of HTML: text, tables, figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/report/facts.h"
#include "lab/report/grid.h"
#include "lab/report/plot/figure.h"

namespace rootward {

/// A <table> with its title as caption; numbers aligned right.
std::string html_table(const Grid& grid);
/// A <figure> with the SVG inline, as wide as the page at most.
std::string html_figure(const plot::Figure& figure);
/// A fact a line; those without a text are left out.
std::string html_facts(const std::vector<Fact>& facts);
/// Small print, its lines as they are.
std::string html_legend(const std::vector<std::string>& lines);
/// A text that is folded away until it is asked for, with its line breaks.
std::string html_folded(std::string_view title, std::string_view text);
/// A whole document: no scripts but the body's, nothing from outside. `refresh_seconds`: browsers load it again so
/// often; 0 = never.
std::string html_page(std::string_view title, std::string_view body, int refresh_seconds = 0);

}  // namespace rootward
