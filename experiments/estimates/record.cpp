// JSON of a study's records.
#include "experiments/estimates/record.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/json_record.h"

namespace rootward::estimates {
namespace {

constexpr const char* kTruthSchema = "rootward.truth/1";
constexpr const char* kSearchSchema = "rootward.convergence/1";

// Truths lie in [-1, 1]; estimates of returns may lie outside, but not by orders of magnitude.
constexpr double kLargestEstimate = 1e6;
constexpr double kLargestRegret = 2;
constexpr double kMostSeconds = 1e12;
constexpr std::uint32_t kMostInstances = 1'000'000'000;

Json profile_cells_json(const std::vector<ProfileCell>& cells) {
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

std::vector<int> pv_right_of(const Json& object, const char* key) {
  std::vector<int> all;
  for (const double is_right : reals_field(object, key, -1, 1)) {
    if (is_right != std::floor(is_right)) wrong_json(key, fmt::format("is {}, none of -1, 0 and 1", is_right));
    all.push_back(static_cast<int>(is_right));
  }
  return all;
}

constexpr auto kCurveFields = [](auto& curve, const auto& field, const std::vector<std::uint64_t>& simulations) {
  const auto most = static_cast<double>(simulations.empty() ? 0 : simulations.back());
  field("operator", curve.op);
  field("values", curve.values, -kLargestEstimate, kLargestEstimate);
  field("moves", curve.moves);
  field("regrets", curve.regrets, 0, kLargestRegret);
  field("cumulative_regrets", curve.cumulative_regrets, 0, kLargestRegret * most);
  field("optimal_shares", curve.optimal_shares, 0, 1);
  field.by("pv_right", curve.is_pv_right, pv_right_of);
  field.optional("wrong_orders", curve.wrong_orders, -1, 1);
  field.optional("limit", curve.limit, -kLargestEstimate, kLargestEstimate);
  field.optional("fallbacks", curve.fallbacks);
  field.check([&] { check_curve(curve, simulations.size()); });
};

std::vector<ProfileCell> profile_cells_of(const Json& object, const char* key) {
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

constexpr auto kProfileFields = [](auto& profile, const auto& field) {
  field("operator", profile.op);
  field.by("by_visits", profile.by_visits, profile_cells_of, profile_cells_json);
  field.by("by_depth", profile.by_depth, profile_cells_of, profile_cells_json);
};

constexpr auto kEvaluationFields = [](auto& evaluation, const auto& field) {
  constexpr double kMostNats = 1000;
  field("value", evaluation.value, -kLargestEstimate, kLargestEstimate);
  field("sibling_errors", evaluation.sibling_errors, -kLargestEstimate, kLargestEstimate);
  if (field.has("best_prior", evaluation.best_prior)) {
    field("best_prior", evaluation.best_prior, 0, 1 + 1e-6);
    field("best_first", evaluation.is_best_first);
  }
  field.optional("cross_entropy", evaluation.cross_entropy, 0, kMostNats);
};

constexpr auto kLookAheadFields = [](auto& ahead, const auto& field, std::size_t moves) {
  constexpr double kMostPlies = 1e9;
  field("plies_to_end", ahead.plies_to_end, 0, kMostPlies);
  field.by("losing", ahead.losing, [moves](const Json& object, const char* key) {
    const Json& list = json_list(object, key, kLossPlies.size());
    decltype(LookAhead::losing) losing{};
    for (std::size_t i = 0; i < losing.size(); ++i)
      losing[i] = static_cast<std::uint32_t>(json_count(list[i], key, moves));
    return losing;
  });
};

Json shapes_json(const std::vector<TreeShape>& shapes) {
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

void check_length(const char* key, std::size_t entries, const TruthRecord& record) {
  if (entries != record.root_moves.size())
    wrong_json(key, fmt::format("has {} entries, but there are {} moves", entries, record.root_moves.size()));
}

constexpr auto kTruthFields = [](auto& record, const auto& field) {
  field("game", record.game);
  field("instance", record.instance, kMostInstances);
  field("seed", record.seed);
  field("moves", record.moves);
  field("value", record.value, -1, 1);
  field("root_moves", record.root_moves);
  field.check([&] {
    if (record.root_moves.empty()) wrong_json("root_moves", "is empty");
  });
  field("move_values", record.move_values, -1, 1);
  if (field.has("move_visits", record.move_visits)) {
    field("move_visits", record.move_visits);
    field.check([&] { check_length("move_visits", record.move_visits.size(), record); });
  }
  field.optional("alpha_beta_nodes", record.alpha_beta_nodes);
  if (field.has("look_ahead", record.look_ahead))
    field.object("look_ahead", record.look_ahead,
                 [&](auto& ahead, const auto& part) { kLookAheadFields(ahead, part, record.root_moves.size()); });
  field.optional("traps", record.traps, record.root_moves.size());
  field.check([&] { check_length("move_values", record.move_values.size(), record); });
};

constexpr auto kSearchFields = [](auto& record, const auto& field) {
  field("game", record.game);
  field("instance", record.instance, kMostInstances);
  field("arm", record.arm);
  field("repeat", record.repeat, kMostInstances);
  field("seed", record.seed);
  field("simulations", record.simulations);
  field.list("curves", record.curves,
             [&](auto& curve, const auto& part) { kCurveFields(curve, part, record.simulations); });
  if (field.has("profiles", record.profiles)) field.list("profiles", record.profiles, kProfileFields);
  if (field.has("shapes", record.shapes))
    field.by(
        "shapes", record.shapes,
        [&](const Json& object, const char*) { return shapes_of(object, record.simulations.size()); }, shapes_json);
  if (field.has("evaluation", record.evaluation)) field.object("evaluation", record.evaluation, kEvaluationFields);
  field.optional("episode_return", record.episode_return, -kLargestEstimate, kLargestEstimate);
  field("cpu_seconds", record.cpu_seconds, 0, kMostSeconds);
};

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
template <class Record, class Fields>
std::string checked_line(const char* schema, const Record& record, const Fields& fields) {
  Json object;
  object["schema"] = schema;
  object["id"] = record.id();
  fields(record, RecordField<Json>(object));
  round_reals(object);
  std::string line = dump_json(object);
  try {
    (void)parse_record_line(line);
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: a result that cannot be stored: {}", record.id(), error.what()));
  }
  return line;
}

}  // namespace

std::string truth_id(const std::string& game, std::uint32_t instance) { return fmt::format("{}:{}", game, instance); }

std::string TruthRecord::id() const { return truth_id(game, instance); }

std::string SearchRecord::id() const { return fmt::format("{}:{}:{}:{}", game, instance, arm, repeat); }

std::string to_json_line(const TruthRecord& record) { return checked_line(kTruthSchema, record, kTruthFields); }

std::string to_json_line(const SearchRecord& record) { return checked_line(kSearchSchema, record, kSearchFields); }

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
    parsed.truth = record_of_json<TruthRecord>(object, kTruthFields);
    check_id(object, parsed.truth->id());
  } else if (schema == kSearchSchema) {
    parsed.search = record_of_json<SearchRecord>(object, kSearchFields);
    check_id(object, parsed.search->id());
  } else {
    wrong_json("schema", fmt::format("is {}, not {} or {}", schema, kSearchSchema, kTruthSchema));
  }
  return parsed;
}

}  // namespace rootward::estimates
