// JSON of a study's records.
#include "experiments/estimates/record.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/json_fields.h"

namespace rootward::estimates {
namespace {

constexpr const char* kTruthSchema = "rootward.truth/1";
constexpr const char* kSearchSchema = "rootward.convergence/1";

// Truths lie in [-1, 1]; estimates of returns may lie outside, but not by orders of magnitude.
constexpr double kLargestEstimate = 1e6;
constexpr double kLargestRegret = 2;
constexpr double kMostSeconds = 1e12;
constexpr std::uint32_t kMostInstances = 1'000'000'000;

Json json_of(const CurveRecord& curve) {
  Json json = {{"operator", curve.op},
               {"values", curve.values},
               {"moves", curve.moves},
               {"regrets", curve.regrets},
               {"cumulative_regrets", curve.cumulative_regrets},
               {"optimal_shares", curve.optimal_shares},
               {"pv_right", curve.is_pv_right}};
  if (!curve.wrong_orders.empty()) json["wrong_orders"] = curve.wrong_orders;
  if (curve.limit) json["limit"] = *curve.limit;
  if (curve.fallbacks > 0) json["fallbacks"] = curve.fallbacks;
  return json;
}

Json json_of(const std::vector<ProfileCell>& cells) {
  Json array = Json::array();
  for (const ProfileCell& cell : cells)
    array.push_back({cell.bin, cell.nodes, cell.bias, cell.squares, cell.pairs, cell.discordant});
  return array;
}

/// What a list of the curve holds at one checkpoint.
void check_curve(const CurveRecord& curve, std::size_t checkpoints) {
  for (const std::size_t length :
       {curve.values.size(), curve.moves.size(), curve.regrets.size(), curve.cumulative_regrets.size(),
        curve.optimal_shares.size(), curve.is_pv_right.size(),
        curve.wrong_orders.empty() ? checkpoints : curve.wrong_orders.size()}) {
    if (length != checkpoints) wrong_json("curves", "holds curves of different lengths");
  }
  for (const double share : curve.wrong_orders)
    if (share < 0 && share != -1) wrong_json("wrong_orders", fmt::format("is {}, neither -1 nor a share", share));
}

CurveRecord curve_of(const Json& object, const std::vector<std::uint64_t>& simulations) {
  const auto most = static_cast<double>(simulations.empty() ? 0 : simulations.back());
  CurveRecord curve;
  curve.op = text_field(object, "operator");
  curve.values = reals_field(object, "values", -kLargestEstimate, kLargestEstimate);
  curve.moves = texts_field(object, "moves");
  curve.regrets = reals_field(object, "regrets", 0, kLargestRegret);
  curve.cumulative_regrets = reals_field(object, "cumulative_regrets", 0, kLargestRegret * most);
  curve.optimal_shares = reals_field(object, "optimal_shares", 0, 1);
  for (const double is_right : reals_field(object, "pv_right", -1, 1)) {
    if (is_right != std::floor(is_right)) wrong_json("pv_right", fmt::format("is {}, none of -1, 0 and 1", is_right));
    curve.is_pv_right.push_back(static_cast<int>(is_right));
  }
  if (object.contains("wrong_orders")) curve.wrong_orders = reals_field(object, "wrong_orders", -1, 1);
  if (object.contains("limit")) curve.limit = real_field(object, "limit", -kLargestEstimate, kLargestEstimate);
  if (object.contains("fallbacks")) curve.fallbacks = count_field(object, "fallbacks");
  check_curve(curve, simulations.size());
  return curve;
}

std::vector<ProfileCell> cells_of(const Json& object, const char* key) {
  constexpr std::size_t kNumbersOfCell = 6;
  constexpr std::uint64_t kMostBins = 1'000'000;
  std::vector<ProfileCell> cells;
  for (const Json& row : json_list(object, key)) {
    if (!row.is_array() || row.size() != kNumbersOfCell)
      wrong_json(key, fmt::format("holds {}, not six numbers", shown_json(row)));
    ProfileCell cell;
    cell.bin = static_cast<std::uint32_t>(json_count(row[0], key, kMostBins));
    cell.nodes = json_count(row[1], key);
    const double most = kLargestEstimate * static_cast<double>(cell.nodes);
    cell.bias = json_real(row[2], key, -most, most);
    cell.squares = json_real(row[3], key, 0, kLargestEstimate * most);
    cell.pairs = json_count(row[4], key);
    cell.discordant = json_real(row[5], key, 0, static_cast<double>(cell.pairs));
    cells.push_back(cell);
  }
  return cells;
}

Json json_of(const EvaluationRecord& evaluation) {
  Json json = {{"value", evaluation.value}, {"sibling_errors", evaluation.sibling_errors}};
  if (evaluation.best_prior) {
    json["best_prior"] = *evaluation.best_prior;
    json["best_first"] = evaluation.is_best_first;
  }
  if (evaluation.cross_entropy) json["cross_entropy"] = *evaluation.cross_entropy;
  return json;
}

EvaluationRecord evaluation_of(const Json& object) {
  constexpr double kMostNats = 1000;
  EvaluationRecord record;
  record.value = real_field(object, "value", -kLargestEstimate, kLargestEstimate);
  record.sibling_errors = reals_field(object, "sibling_errors", -kLargestEstimate, kLargestEstimate);
  if (object.contains("best_prior")) {
    record.best_prior = real_field(object, "best_prior", 0, 1 + 1e-6);
    record.is_best_first = bool_field(object, "best_first");
  }
  if (object.contains("cross_entropy")) record.cross_entropy = real_field(object, "cross_entropy", 0, kMostNats);
  return record;
}

LookAhead look_ahead_of(const Json& object, std::size_t moves) {
  constexpr double kMostPlies = 1e9;
  LookAhead ahead;
  ahead.plies_to_end = real_field(object, "plies_to_end", 0, kMostPlies);
  const Json& losing = json_list(object, "losing", kLossPlies.size());
  for (std::size_t i = 0; i < kLossPlies.size(); ++i)
    ahead.losing[i] = static_cast<std::uint32_t>(json_count(losing[i], "losing", moves));
  return ahead;
}

Json json_of(const std::vector<TreeShape>& shapes) {
  Json array = Json::array();
  for (const TreeShape& shape : shapes) array.push_back({shape.depth, shape.width, shape.best_share});
  return array;
}

std::vector<TreeShape> shapes_of(const Json& object, std::size_t checkpoints) {
  constexpr std::size_t kNumbersOfShape = 3;
  constexpr double kMost = 1e9;
  std::vector<TreeShape> shapes;
  for (const Json& row : json_list(object, "shapes", checkpoints)) {
    if (!row.is_array() || row.size() != kNumbersOfShape)
      wrong_json("shapes", fmt::format("holds {}, not three numbers", shown_json(row)));
    shapes.push_back({.depth = json_real(row[0], "shapes", 0, kMost),
                      .width = json_real(row[1], "shapes", 0, kMost),
                      .best_share = json_real(row[2], "shapes", 0, 1)});
  }
  return shapes;
}

TruthRecord truth_of(const Json& object) {
  TruthRecord record;
  record.game = text_field(object, "game");
  record.instance = static_cast<std::uint32_t>(count_field(object, "instance", kMostInstances));
  record.seed = count_field(object, "seed");
  record.moves = texts_field(object, "moves");
  record.value = real_field(object, "value", -1, 1);
  record.root_moves = texts_field(object, "root_moves");
  if (record.root_moves.empty()) wrong_json("root_moves", "is empty");
  record.move_values = reals_field(object, "move_values", -1, 1);
  if (object.contains("move_visits")) {
    record.move_visits = json_counts(json_field(object, "move_visits"), "move_visits");
    if (record.move_visits.size() != record.root_moves.size())
      wrong_json("move_visits", fmt::format("has {} entries, but there are {} moves", record.move_visits.size(),
                                            record.root_moves.size()));
  }
  if (object.contains("alpha_beta_nodes")) record.alpha_beta_nodes = count_field(object, "alpha_beta_nodes");
  if (object.contains("look_ahead"))
    record.look_ahead = look_ahead_of(json_field(object, "look_ahead"), record.root_moves.size());
  if (object.contains("traps"))
    record.traps = static_cast<std::uint32_t>(count_field(object, "traps", record.root_moves.size()));
  if (record.root_moves.size() != record.move_values.size())
    wrong_json("move_values", fmt::format("has {} entries, but there are {} moves", record.move_values.size(),
                                          record.root_moves.size()));
  return record;
}

SearchRecord search_of(const Json& object) {
  SearchRecord record;
  record.game = text_field(object, "game");
  record.instance = static_cast<std::uint32_t>(count_field(object, "instance", kMostInstances));
  record.arm = text_field(object, "arm");
  record.repeat = static_cast<std::uint32_t>(count_field(object, "repeat", kMostInstances));
  record.seed = count_field(object, "seed");
  record.simulations = json_counts(json_field(object, "simulations"), "simulations");
  for (const Json& curve : json_list(object, "curves")) record.curves.push_back(curve_of(curve, record.simulations));
  if (object.contains("profiles")) {
    for (const Json& profile : json_list(object, "profiles"))
      record.profiles.push_back({.op = text_field(profile, "operator"),
                                 .by_visits = cells_of(profile, "by_visits"),
                                 .by_depth = cells_of(profile, "by_depth")});
  }
  if (object.contains("shapes")) record.shapes = shapes_of(object, record.simulations.size());
  if (object.contains("evaluation")) record.evaluation = evaluation_of(json_field(object, "evaluation"));
  if (object.contains("episode_return"))
    record.episode_return = real_field(object, "episode_return", -kLargestEstimate, kLargestEstimate);
  record.cpu_seconds = real_field(object, "cpu_seconds", 0, kMostSeconds);
  return record;
}

void check_id(const Json& object, const std::string& id) {
  const std::string stored = text_field(object, "id");
  if (stored != id) wrong_json("id", fmt::format("is {}, but the other fields say {}", stored, id));
}

/// Numbers that are not whole, to nine significant digits: no search is known better, and what is behind them makes a
/// third of a packed file.
void round_reals(Json& value) {
  if (value.is_number_float()) {
    const std::string digits = fmt::format("{:.9g}", value.get<double>());
    double rounded = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
    value = rounded;
  } else if (value.is_array()) {
    for (Json& entry : value) round_reals(entry);
  } else if (value.is_object()) {
    for (JsonMember& member : value.items()) round_reals(member.value);
  }
}

/// What would be refused when it is read is not written.
std::string checked_line(Json object) {
  round_reals(object);
  std::string line = dump_json(object);
  try {
    (void)parse_record_line(line);
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: a result that cannot be stored: {}", text_field(object, "id"), error.what()));
  }
  return line;
}

}  // namespace

std::string truth_id(const std::string& game, std::uint32_t instance) { return fmt::format("{}:{}", game, instance); }

std::string TruthRecord::id() const { return truth_id(game, instance); }

std::string SearchRecord::id() const { return fmt::format("{}:{}:{}:{}", game, instance, arm, repeat); }

std::string to_json_line(const TruthRecord& record) {
  Json object = {{"schema", kTruthSchema},
                 {"id", record.id()},
                 {"game", record.game},
                 {"instance", record.instance},
                 {"seed", record.seed},
                 {"moves", record.moves},
                 {"value", record.value},
                 {"root_moves", record.root_moves},
                 {"move_values", record.move_values}};
  if (!record.move_visits.empty()) object["move_visits"] = record.move_visits;
  if (record.alpha_beta_nodes > 0) object["alpha_beta_nodes"] = record.alpha_beta_nodes;
  if (record.look_ahead)
    object["look_ahead"] = {{"plies_to_end", record.look_ahead->plies_to_end}, {"losing", record.look_ahead->losing}};
  if (record.traps > 0) object["traps"] = record.traps;
  return checked_line(std::move(object));
}

std::string to_json_line(const SearchRecord& record) {
  Json object = {
      {"schema", kSearchSchema}, {"id", record.id()},       {"game", record.game}, {"instance", record.instance},
      {"arm", record.arm},       {"repeat", record.repeat}, {"seed", record.seed}, {"simulations", record.simulations}};
  object["curves"] = Json::array();
  for (const CurveRecord& curve : record.curves) object["curves"].push_back(json_of(curve));
  for (const ProfileRecord& profile : record.profiles)
    object["profiles"].push_back(
        {{"operator", profile.op}, {"by_visits", json_of(profile.by_visits)}, {"by_depth", json_of(profile.by_depth)}});
  if (!record.shapes.empty()) object["shapes"] = json_of(record.shapes);
  if (record.evaluation) object["evaluation"] = json_of(*record.evaluation);
  if (record.episode_return) object["episode_return"] = *record.episode_return;
  object["cpu_seconds"] = record.cpu_seconds;
  return checked_line(std::move(object));
}

bool is_same_record(const RecordLine& a, const RecordLine& b) {
  if (a.truth && b.truth) return to_json_line(*a.truth) == to_json_line(*b.truth);
  if (!a.search || !b.search) return false;
  SearchRecord same_time = *b.search;
  same_time.cpu_seconds = a.search->cpu_seconds;
  return to_json_line(*a.search) == to_json_line(same_time);
}

RecordLine parse_record_line(const std::string& line) {
  const Json object = parse_json(line);
  const std::string schema = text_field(object, "schema");
  RecordLine parsed;
  if (schema == kTruthSchema) {
    parsed.truth = truth_of(object);
    check_id(object, parsed.truth->id());
  } else if (schema == kSearchSchema) {
    parsed.search = search_of(object);
    check_id(object, parsed.search->id());
  } else {
    wrong_json("schema", fmt::format("is {}, not {} or {}", schema, kSearchSchema, kTruthSchema));
  }
  return parsed;
}

}  // namespace rootward::estimates
