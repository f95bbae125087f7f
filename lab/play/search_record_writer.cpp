// A line an object; what is as it mostly is, is left out.
#include <cmath>

#include "core/json.h"
#include "lab/play/search_record_file.h"

namespace rootward {
namespace {

Json json_of_operators(const SearchRecord& record) {
  Json list = Json::array();
  for (const SearchRecord::Operator& op : record.operators) list.push_back({{"label", op.label}, {"is", op.is}});
  return list;
}

Json json_of_head(const SearchRecord& record) {
  Json head = {{"schema", "rootward.exploration/2"}};
  if (!record.version.empty()) head["version"] = record.version;
  head["game"] = record.game;
  if (!record.rules.empty()) head["rules"] = record.rules;
  if (!record.player.empty()) head["player"] = record.player;
  if (record.seed) head["seed"] = *record.seed;
  if (!record.title.empty()) head["title"] = record.title;
  if (!record.look_for.empty()) head["look_for"] = record.look_for;
  head["seats"] = record.seats;
  head["seat_names"] = Json::array({record.seat_names[0], record.seat_names[1]});
  head["returns"] = Json::array({record.returns.low, record.returns.high});
  if (!record.values.is_standard()) head["values"] = Json::array({record.values.low, record.values.high});
  if (record.search.solver) head["solver"] = true;
  head["priors"] = record.context.has_priors;
  head["budget"] = record.context.simulations;
  head["branching"] = record.context.branching;
  if (record.context.board_points != 0) head["board_points"] = record.context.board_points;
  if (!record.operators.empty()) head["operators"] = json_of_operators(record);
  if (!record.move.empty()) head["move"] = record.move;
  if (!record.heuristic.empty()) head["heuristic"] = record.heuristic;
  head["nodes"] = record.search.nodes();
  head["simulations"] = record.search.simulations();
  if (!record.rows.empty()) head["board"] = record.rows;
  return head;
}

/// `unvisited` moves over the heuristic values of moves without a node.
Json json_of_node(const SearchRecord& record, std::uint32_t node, std::size_t& unvisited) {
  const RecordedSearch& search = record.search;
  const std::uint8_t flags = search.flags[node];
  Json line = {{"node", node}};
  if (node > 0) {
    line["parent"] = search.parent[node];
    line["move"] = record.move_of(node);
  }
  line["mover"] = search.seat[node] + 1;
  if ((flags & kEndNode) != 0)
    line["end"] = true;
  else
    line["legal"] = search.legal[node];
  if ((flags & kChanceNode) != 0) line["chance"] = true;
  if (node > 0 && !search.prior.empty() && (search.flags[search.parent[node]] & kPriorsNode) != 0)
    line["prior"] = static_cast<double>(search.prior[node]);
  if (!record.exact.empty() && std::isfinite(record.exact[node])) line["exact"] = record.exact[node];
  if (!search.heuristic.empty()) {
    line["heuristic"] = search.heuristic[node];
    Json list = Json::array();
    for (std::uint32_t k = 0; k < search.unvisited_count[node]; ++k) list.push_back(search.unvisited[unvisited++]);
    if (!list.empty()) line["unvisited"] = std::move(list);
  }
  if (!record.text.empty() && !record.text[node].empty()) line["text"] = record.text[node];
  if (!record.cells.empty() && !record.cells[node].empty()) {
    Json cells = Json::array();
    for (const auto& [place, letter] : record.cells[node])
      cells.push_back(Json::array({place, std::string(1, letter)}));
    line["cells"] = std::move(cells);
  }
  return line;
}

Json json_of_simulation(const RecordedSearch& search, std::uint32_t k) {
  Json line = {{"simulation", k + 1}, {"leaf", search.leaf[k]}, {"value", search.value[k]}};
  if (search.plies[k] != 0) line["plies"] = search.plies[k];
  if (!search.uncertainty.empty() && search.uncertainty[k] != 0) line["uncertainty"] = search.uncertainty[k];
  if ((search.ends[k] & kLeafHasBlock) != 0) line["expanded"] = true;
  if ((search.ends[k] & kLeafIsProven) != 0) line["proven"] = true;
  return line;
}

}  // namespace

std::string search_record_text(const SearchRecord& record) {
  std::string text = dump_json(json_of_head(record)) + "\n";
  std::uint32_t node = 0;
  std::size_t unvisited = 0;
  for (std::uint32_t k = 0; k < record.search.simulations(); ++k) {
    for (; node <= record.search.leaf[k]; ++node) text += dump_json(json_of_node(record, node, unvisited)) + "\n";
    text += dump_json(json_of_simulation(record.search, k)) + "\n";
  }
  for (; node < record.search.nodes(); ++node) text += dump_json(json_of_node(record, node, unvisited)) + "\n";
  return text;
}

}  // namespace rootward
