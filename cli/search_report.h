// What `rootward search` shows of a search, made here or recorded: the root's table as text or JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/search_arguments.h"
#include "lab/play/game.h"
#include "lab/play/replayed_search.h"

namespace rootward {

/// What decided under one operator, moves by their names; "": none.
struct DecisionReport {
  std::string move, otherwise;
  Decision decision;
};

struct SearchReport {
  SearchResult result;                 ///< values in the game's own units
  std::vector<std::string> operators;  ///< what they are called, the driver first
  std::vector<std::string> moves;      ///< of the result's children
  std::vector<std::string> line;       ///< the most visited one
  std::string move;                    ///< "": chance decides
  std::string drawing;
  ReturnRange returns;
  std::vector<std::string> preferred;     ///< an operator's move, of a recorded search; else none
  std::vector<DecisionReport> decisions;  ///< where somebody asked why
};

/// Of a search from this position.
SearchReport report_search(SearchResult result, const Position& position, std::vector<std::string> operators,
                           const ReturnRange& returns);
/// Of a recorded one; `asks_why`: with what decided.
SearchReport report_record(const SearchRecord& record, const RecordOperators& operators, bool asks_why);

void print_search_text(const SearchReport& report);
void print_search_json(const SearchReport& report);

}  // namespace rootward
