// The single formats behind render_table.
#pragma once

#include <span>
#include <string>

#include "experiments/tournament/table/render.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

std::string text_page(const ResultTable& table);
std::string markdown_page(const ResultTable& table);
std::string latex_page(const ResultTable& table, LatexTables latex);
std::string csv_of_tables(std::span<const ResultTable> tables);
std::string json_of_tables(std::span<const ResultTable> tables, bool has_pairs);

}  // namespace rootward::tournament
