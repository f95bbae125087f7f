// JSON of a study's records.
#include "experiments/estimates/record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/errors.h"

namespace rootward::estimates {
namespace {

using nlohmann::ordered_json;

constexpr const char* kTruthSchema = "rootward.truth/1";
constexpr const char* kSearchSchema = "rootward.convergence/1";

ordered_json json_of(const CurveRecord& curve) {
  return {{"operator", curve.op},
          {"values", curve.values},
          {"moves", curve.moves},
          {"regrets", curve.regrets},
          {"cumulative_regrets", curve.cumulative_regrets},
          {"optimal_shares", curve.optimal_shares},
          {"pv_right", curve.is_pv_right}};
}

ordered_json json_of(const std::vector<ProfileCell>& cells) {
  ordered_json array = ordered_json::array();
  for (const ProfileCell& cell : cells)
    array.push_back({cell.bin, cell.nodes, cell.bias, cell.squares, cell.pairs, cell.discordant});
  return array;
}

CurveRecord curve_of(const ordered_json& object, std::size_t checkpoints) {
  CurveRecord curve;
  curve.op = object.at("operator");
  curve.values = object.at("values").get<std::vector<Value>>();
  curve.moves = object.at("moves").get<std::vector<std::string>>();
  curve.regrets = object.at("regrets").get<std::vector<double>>();
  curve.cumulative_regrets = object.at("cumulative_regrets").get<std::vector<double>>();
  curve.optimal_shares = object.at("optimal_shares").get<std::vector<double>>();
  curve.is_pv_right = object.at("pv_right").get<std::vector<int>>();
  for (const std::size_t length :
       {curve.values.size(), curve.moves.size(), curve.regrets.size(), curve.cumulative_regrets.size(),
        curve.optimal_shares.size(), curve.is_pv_right.size()}) {
    if (length != checkpoints) throw UsageError("curves of different lengths");
  }
  return curve;
}

std::vector<ProfileCell> cells_of(const ordered_json& array) {
  std::vector<ProfileCell> cells;
  for (const ordered_json& row : array) {
    ProfileCell cell;
    cell.bin = row.at(0);
    cell.nodes = row.at(1);
    cell.bias = row.at(2);
    cell.squares = row.at(3);
    cell.pairs = row.at(4);
    cell.discordant = row.at(5);
    cells.push_back(cell);
  }
  return cells;
}

TruthRecord truth_of(const ordered_json& object) {
  TruthRecord record;
  record.game = object.at("game");
  record.instance = object.at("instance");
  record.seed = object.at("seed");
  record.moves = object.at("moves").get<std::vector<std::string>>();
  record.value = object.at("value");
  record.root_moves = object.at("root_moves").get<std::vector<std::string>>();
  record.move_values = object.at("move_values").get<std::vector<Value>>();
  record.alpha_beta_nodes = object.value("alpha_beta_nodes", std::uint64_t{0});
  record.traps = object.value("traps", std::uint32_t{0});
  if (record.root_moves.size() != record.move_values.size()) throw UsageError("moves without values");
  return record;
}

SearchRecord search_of(const ordered_json& object) {
  SearchRecord record;
  record.game = object.at("game");
  record.instance = object.at("instance");
  record.arm = object.at("arm");
  record.repeat = object.at("repeat");
  record.seed = object.at("seed");
  record.simulations = object.at("simulations").get<std::vector<std::uint64_t>>();
  for (const ordered_json& curve : object.at("curves"))
    record.curves.push_back(curve_of(curve, record.simulations.size()));
  if (object.contains("profiles")) {
    for (const ordered_json& profile : object.at("profiles"))
      record.profiles.push_back({.op = profile.at("operator"),
                                 .by_visits = cells_of(profile.at("by_visits")),
                                 .by_depth = cells_of(profile.at("by_depth"))});
  }
  if (object.contains("episode_return")) record.episode_return = object.at("episode_return").get<Value>();
  record.cpu_seconds = object.at("cpu_seconds");
  return record;
}

}  // namespace

std::string truth_id(const std::string& game, std::uint32_t instance) { return fmt::format("{}:{}", game, instance); }

std::string TruthRecord::id() const { return truth_id(game, instance); }

std::string SearchRecord::id() const { return fmt::format("{}:{}:{}:{}", game, instance, arm, repeat); }

std::string to_json_line(const TruthRecord& record) {
  ordered_json object = {{"schema", kTruthSchema},
                         {"id", record.id()},
                         {"game", record.game},
                         {"instance", record.instance},
                         {"seed", record.seed},
                         {"moves", record.moves},
                         {"value", record.value},
                         {"root_moves", record.root_moves},
                         {"move_values", record.move_values}};
  if (record.alpha_beta_nodes > 0) object["alpha_beta_nodes"] = record.alpha_beta_nodes;
  if (record.traps > 0) object["traps"] = record.traps;
  return object.dump();
}

std::string to_json_line(const SearchRecord& record) {
  ordered_json object = {
      {"schema", kSearchSchema}, {"id", record.id()},       {"game", record.game}, {"instance", record.instance},
      {"arm", record.arm},       {"repeat", record.repeat}, {"seed", record.seed}, {"simulations", record.simulations}};
  object["curves"] = ordered_json::array();
  for (const CurveRecord& curve : record.curves) object["curves"].push_back(json_of(curve));
  for (const ProfileRecord& profile : record.profiles)
    object["profiles"].push_back(
        {{"operator", profile.op}, {"by_visits", json_of(profile.by_visits)}, {"by_depth", json_of(profile.by_depth)}});
  if (record.episode_return) object["episode_return"] = *record.episode_return;
  object["cpu_seconds"] = record.cpu_seconds;
  return object.dump();
}

RecordLine parse_record_line(const std::string& line) {
  try {
    const ordered_json object = ordered_json::parse(line);
    const std::string schema = object.at("schema");
    RecordLine parsed;
    if (schema == kTruthSchema)
      parsed.truth = truth_of(object);
    else if (schema == kSearchSchema)
      parsed.search = search_of(object);
    else
      throw UsageError(fmt::format("schema: is {}, not {} or {}", schema, kSearchSchema, kTruthSchema));
    return parsed;
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(error.what());
  }
}

}  // namespace rootward::estimates
