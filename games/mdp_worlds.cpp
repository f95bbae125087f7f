// Decision processes that are said by rules in place of tables: walks over a grid, sailing, racetracks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <utility>

#include "games/mdp_reader.h"

namespace rootward {
namespace {

/// States by name, numbered as they are first met.
class MdpStates {
 public:
  explicit MdpStates(MdpTable& table) : table_(table) {}
  std::uint32_t index(const std::string& name) {
    const auto [found, is_new] = index_.emplace(name, static_cast<std::uint32_t>(table_.states.size()));
    if (is_new) table_.states.push_back({.name = name, .actions = {}});
    return found->second;
  }
  [[nodiscard]] bool is_full() const { return table_.states.size() > MdpRules::kMostStates; }

 private:
  MdpTable& table_;
  std::map<std::string, std::uint32_t> index_;
};

/// Adds an outcome, or its chance to one that is the same.
void add_outcome(MdpAction& action, double probability, std::uint32_t to, double reward) {
  if (probability == 0) return;
  for (MdpOutcome& one : action.outcomes)
    if (one.to == to && one.reward == reward) {
      one.probability += probability;
      return;
    }
  action.outcomes.push_back({.probability = probability, .to = to, .reward = reward});
}

void too_many(MdpReader& reader, const std::string& key) {
  reader.refuse(key, fmt::format("has more than {} states", MdpRules::kMostStates));
}

struct MapPoint {
  int x = 0;
  int y = 0;
  friend bool operator==(const MapPoint&, const MapPoint&) = default;
};

/// Letters of a map: `S` the start, `.` a cell, `#` no cell.
class LetterMap {
 public:
  LetterMap(std::vector<std::string> rows, const std::string& known, const std::string& key, MdpReader& reader)
      : rows_(std::move(rows)) {
    int starts = 0;
    for (std::size_t y = 0; y < rows_.size(); ++y)
      for (std::size_t x = 0; x < rows_[y].size(); ++x) {
        const char letter = rows_[y][x];
        if (letter == 'S') start_ = {static_cast<int>(x), static_cast<int>(y)};
        starts += letter == 'S' ? 1 : 0;
        if (("S.#" + known).find(letter) == std::string::npos)
          reader.refuse(fmt::format("{}.rows[{}]", key, y),
                        fmt::format("has the letter {} in column {}; allowed: S . #{}{}", letter, x,
                                    known.empty() ? "" : " ", fmt::join(known, " ")));
      }
    if (!rows_.empty() && starts != 1)
      reader.refuse(key + ".rows", fmt::format("has {} cells S, the start; allowed: 1", starts));
  }
  [[nodiscard]] char at(MapPoint cell) const {
    if (cell.y < 0 || cell.y >= static_cast<int>(rows_.size())) return '#';
    const std::string& row = rows_[static_cast<std::size_t>(cell.y)];
    return cell.x < 0 || cell.x >= static_cast<int>(row.size()) ? '#' : row[static_cast<std::size_t>(cell.x)];
  }
  [[nodiscard]] MapPoint start() const { return start_; }
  [[nodiscard]] std::vector<MapPoint> cells_of(char letter) const {
    std::vector<MapPoint> cells;
    for (int y = 0; y < static_cast<int>(rows_.size()); ++y)
      for (int x = 0; x < static_cast<int>(rows_[static_cast<std::size_t>(y)].size()); ++x)
        if (at({x, y}) == letter) cells.push_back({x, y});
    return cells;
  }

 private:
  std::vector<std::string> rows_;
  MapPoint start_;
};

/// left, down, right, up: a turn to the left is the next one.
constexpr std::array<std::pair<const char*, MapPoint>, 4> kGridSteps{
    {{"left", {-1, 0}}, {"down", {0, 1}}, {"right", {1, 0}}, {"up", {0, -1}}}};

class GridBuilder {
 public:
  GridBuilder(const ParamTree& given, std::string key, MdpReader& reader, MdpTable& table)
      : given_(given), key_(std::move(key)), reader_(reader), table_(table), states_(table) {}

  void build() {
    if (!reader_.check_map(given_, key_, {"rows", "turns", "step", "ends", "collect"})) return;
    read_turns();
    step_reward_ = reader_.number_at(given_, key_, "step", -kMostReward, kMostReward, 0);
    read_collect();
    read_ends();
    std::string letters(1, collect_);
    if (collect_ == ' ') letters.clear();
    for (const auto& [letter, pays] : ends_) letters += letter;
    LetterMap map(reader_.rows(given_, key_), letters, key_, reader_);
    if (!reader_.is_good()) return;
    collected_ = collect_ == ' ' ? std::vector<MapPoint>{} : map.cells_of(collect_);
    if (collected_.size() > 10) return reader_.refuse(key_ + ".collect", "stands for more than 10 cells");
    for (const auto& [letter, pays] : ends_)
      if (pays.size() != 1 && pays.size() != collected_.size() + 1)
        return reader_.refuse(fmt::format("{}.ends.{}", key_, letter),
                              fmt::format("has {} rewards; allowed: 1, or {}, one for each number of cells collected",
                                          pays.size(), collected_.size() + 1));
    walk(map);
  }

 private:
  struct Place {
    MapPoint cell;
    std::uint32_t taken = 0;  ///< which collected cells, as bits
  };

  void read_turns() {
    const ParamTree* turns = MdpReader::find(given_, "turns");
    if (turns == nullptr) return;
    const std::string key = key_ + ".turns";
    if (!reader_.check_map(*turns, key, {"straight", "left", "right", "back", "stay"})) return;
    constexpr std::array<const char*, 5> kTurnNames{"straight", "left", "back", "right", "stay"};
    double sum = 0;
    for (std::size_t i = 0; i < kTurnNames.size(); ++i)
      sum += turns_[i] = reader_.number_at(*turns, key, kTurnNames[i], 0, 1, 0);
    if (std::abs(sum - 1) > 1e-9) reader_.refuse(key, fmt::format("has probabilities that sum to {}; allowed: 1", sum));
  }

  void read_collect() {
    const ParamTree* collect = MdpReader::find(given_, "collect");
    if (collect == nullptr) return;
    if (collect->kind != ParamTree::Kind::text || collect->text.size() != 1)
      return reader_.refuse(key_ + ".collect", *collect, "one letter");
    collect_ = collect->text[0];
  }

  void read_ends() {
    const ParamTree* ends = MdpReader::find(given_, "ends");
    if (ends == nullptr || ends->kind != ParamTree::Kind::map)
      return reader_.refuse(key_ + ".ends", "is required: a map of letters to the reward for coming there");
    for (std::size_t i = 0; i < ends->items.size(); ++i) {
      const std::string key = key_ + ".ends." + ends->keys[i];
      if (ends->keys[i].size() != 1) {
        reader_.refuse(key, "is no letter; allowed: one letter");
        continue;
      }
      std::vector<double>& pays = ends_[ends->keys[i][0]];
      const ParamTree& one = ends->items[i];
      const std::vector<ParamTree> rewards = one.kind == ParamTree::Kind::list ? one.items : std::vector{one};
      for (const ParamTree& reward : rewards)
        pays.push_back(reader_.number(reward, key, -kMostReward, kMostReward).value_or(0));
    }
  }

  [[nodiscard]] std::string name_of(const Place& place) const {
    std::string name = fmt::format("{},{}", place.cell.x, place.cell.y);
    if (collected_.empty()) return name;
    name += '/';
    for (std::size_t i = 0; i < collected_.size(); ++i) name += ((place.taken >> i) & 1) != 0 ? '1' : '0';
    return name;
  }

  /// Where a step leads, and what it pays.
  std::pair<Place, double> after(const LetterMap& map, const Place& from, MapPoint step) const {
    Place to = from;
    const MapPoint cell{from.cell.x + step.x, from.cell.y + step.y};
    if (map.at(cell) != '#') to.cell = cell;
    for (std::size_t i = 0; i < collected_.size(); ++i)
      if (collected_[i] == to.cell) to.taken |= 1U << i;
    double reward = step_reward_;
    if (const auto end = ends_.find(map.at(to.cell)); end != ends_.end()) {
      const auto taken = static_cast<std::size_t>(std::popcount(to.taken));
      reward += end->second.size() == 1 ? end->second[0] : end->second[taken];
    }
    return {to, reward};
  }

  void walk(const LetterMap& map) {
    std::vector<Place> waiting{{.cell = map.start()}};
    table_.start = states_.index(name_of(waiting[0]));
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const Place from = waiting[next];
      if (ends_.contains(map.at(from.cell))) continue;
      std::vector<MdpAction> actions;
      for (std::size_t way = 0; way < kGridSteps.size(); ++way) {
        MdpAction action{.name = kGridSteps[way].first, .outcomes = {}};
        for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
          const MapPoint step = turn == 4 ? MapPoint{} : kGridSteps[(way + turn) % 4].second;
          if (turns_[turn] == 0) continue;
          const auto [to, reward] = after(map, from, step);
          const std::size_t known = table_.states.size();
          const std::uint32_t index = states_.index(name_of(to));
          if (index == known) waiting.push_back(to);
          add_outcome(action, turns_[turn], index, reward);
        }
        actions.push_back(std::move(action));
      }
      table_.states[next].actions = std::move(actions);
      if (states_.is_full()) return too_many(reader_, key_);
    }
  }

  const ParamTree& given_;
  std::string key_;
  MdpReader& reader_;
  MdpTable& table_;
  MdpStates states_;
  std::array<double, 5> turns_{1, 0, 0, 0, 0};  ///< straight, then one, two, three turns to the left; stay
  double step_reward_ = 0;
  char collect_ = ' ';
  std::map<char, std::vector<double>> ends_;
  std::vector<MapPoint> collected_;
};

/// The eight directions clockwise from up.
constexpr std::array<std::pair<const char*, MapPoint>, 8> kCourses{{{"n", {0, -1}},
                                                                    {"ne", {1, -1}},
                                                                    {"e", {1, 0}},
                                                                    {"se", {1, 1}},
                                                                    {"s", {0, 1}},
                                                                    {"sw", {-1, 1}},
                                                                    {"w", {-1, 0}},
                                                                    {"nw", {-1, -1}}}};

/// A boat on a lake of size x size points, from one corner to the other. The wind blows towards one of eight courses
/// and turns by chance after each leg. A leg costs by its angle to the wind, and `delay` more where the sail changes
/// sides; straight into the wind there is no leg.
class SailingBuilder {
 public:
  SailingBuilder(const ParamTree& given, std::string key, MdpReader& reader, MdpTable& table)
      : given_(given), key_(std::move(key)), reader_(reader), table_(table), states_(table) {}

  void build() {
    if (!reader_.check_map(given_, key_, {"size", "costs", "delay", "wind_stays"})) return;
    size_ = reader_.count_at(given_, key_, "size", 2, 40, 8);
    delay_ = reader_.number_at(given_, key_, "delay", 0, kMostReward, 3);
    stays_ = reader_.number_at(given_, key_, "wind_stays", 0, 1, 0.4);
    if (const ParamTree* costs = MdpReader::find(given_, "costs")) {
      if (costs->kind != ParamTree::Kind::list || costs->items.size() != costs_.size())
        return reader_.refuse(key_ + ".costs", *costs, "4 numbers: away from the wind, 45, 90 and 135 degrees to it");
      for (std::size_t i = 0; i < costs_.size(); ++i)
        costs_[i] = reader_.number(costs->items[i], fmt::format("{}.costs[{}]", key_, i), 0, kMostReward).value_or(0);
    }
    if (reader_.is_good()) sail();
  }

 private:
  struct Boat {
    MapPoint at;
    std::size_t wind = 0;
    int side = 0;  ///< of the sail: -1, 1; 0: neither
  };
  [[nodiscard]] bool is_home(const Boat& boat) const { return boat.at.x == size_ - 1 && boat.at.y == size_ - 1; }
  [[nodiscard]] std::string name_of(const Boat& boat) const {
    if (is_home(boat)) return "home";
    return fmt::format("{},{}/{}{}", boat.at.x, boat.at.y, kCourses[boat.wind].first,
                       boat.side < 0   ? "-"
                       : boat.side > 0 ? "+"
                                       : "");
  }

  void sail() {
    std::vector<Boat> waiting{{}};
    table_.start = states_.index(name_of(waiting[0]));
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const Boat from = waiting[next];
      if (is_home(from)) continue;
      std::vector<MdpAction> actions;
      for (std::size_t course = 0; course < kCourses.size(); ++course) {
        const std::size_t turn = (course + 8 - from.wind) % 8;
        const std::size_t angle = std::min(turn, 8 - turn);
        const MapPoint to{from.at.x + kCourses[course].second.x, from.at.y + kCourses[course].second.y};
        if (angle == 4 || to.x < 0 || to.y < 0 || to.x >= size_ || to.y >= size_) continue;
        const int side = angle == 0 ? from.side : turn < 4 ? 1 : -1;
        const double cost = costs_[angle] + (side * from.side < 0 ? delay_ : 0);
        MdpAction action{.name = kCourses[course].first, .outcomes = {}};
        for (const auto& [shift, probability] :
             {std::pair{0U, stays_}, std::pair{1U, (1 - stays_) / 2}, std::pair{7U, (1 - stays_) / 2}}) {
          const Boat boat{.at = to, .wind = (from.wind + shift) % 8, .side = side};
          const std::size_t known = table_.states.size();
          const std::uint32_t index = states_.index(name_of(boat));
          if (index == known) waiting.push_back(boat);
          add_outcome(action, probability, index, -cost);
        }
        actions.push_back(std::move(action));
      }
      table_.states[next].actions = std::move(actions);
      if (states_.is_full()) return too_many(reader_, key_);
    }
  }

  const ParamTree& given_;
  std::string key_;
  MdpReader& reader_;
  MdpTable& table_;
  MdpStates states_;
  int size_ = 8;
  double delay_ = 3;
  double stays_ = 0.4;
  std::array<double, 4> costs_{1, 2, 3, 4};
};

/// A car with a velocity. An action changes it by -1, 0 or 1 along each axis, and with probability `slip` changes
/// nothing. The car goes straight by its velocity; where that leaves the track it is back at the start and stands;
/// where it comes to a cell G it is home. A step costs 1.
class RacetrackBuilder {
 public:
  RacetrackBuilder(const ParamTree& given, std::string key, MdpReader& reader, MdpTable& table)
      : given_(given), key_(std::move(key)), reader_(reader), table_(table), states_(table) {}

  void build() {
    if (!reader_.check_map(given_, key_, {"rows", "slip", "speed"})) return;
    slip_ = reader_.number_at(given_, key_, "slip", 0, 1, 0.1);
    speed_ = reader_.count_at(given_, key_, "speed", 1, 20, 4);
    const LetterMap map(reader_.rows(given_, key_), "G", key_, reader_);
    if (reader_.is_good()) race(map);
  }

 private:
  struct Car {
    MapPoint at;
    MapPoint velocity;
    bool is_home = false;
  };
  static std::string name_of(const Car& car) {
    return car.is_home ? "home" : fmt::format("{},{}/{},{}", car.at.x, car.at.y, car.velocity.x, car.velocity.y);
  }

  static Car driven(const LetterMap& map, const Car& from, MapPoint velocity) {
    const int steps = std::max({std::abs(velocity.x), std::abs(velocity.y), 1});
    for (int i = 1; i <= steps; ++i) {
      const auto along = [&](int start, int speed) {
        return start + static_cast<int>(std::floor(static_cast<double>(speed * i) / steps + 0.5));
      };
      const MapPoint cell{along(from.at.x, velocity.x), along(from.at.y, velocity.y)};
      if (map.at(cell) == 'G') return {.at = cell, .velocity = {}, .is_home = true};
      if (map.at(cell) == '#') return {.at = map.start(), .velocity = {}};
    }
    return {.at = {from.at.x + velocity.x, from.at.y + velocity.y}, .velocity = velocity};
  }

  void race(const LetterMap& map) {
    std::vector<Car> waiting{{.at = map.start(), .velocity = {}}};
    table_.start = states_.index(name_of(waiting[0]));
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const Car from = waiting[next];
      if (from.is_home) continue;
      std::vector<MdpAction> actions;
      for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y) {
          MdpAction action{.name = fmt::format("{},{}", x, y), .outcomes = {}};
          for (const auto& [change, probability] :
               {std::pair{MapPoint{x, y}, 1 - slip_}, std::pair{MapPoint{}, slip_}}) {
            if (probability == 0) continue;
            const MapPoint velocity{std::clamp(from.velocity.x + change.x, -speed_, speed_),
                                    std::clamp(from.velocity.y + change.y, -speed_, speed_)};
            const Car car = driven(map, from, velocity);
            const std::size_t known = table_.states.size();
            const std::uint32_t index = states_.index(name_of(car));
            if (index == known) waiting.push_back(car);
            add_outcome(action, probability, index, -1);
          }
          actions.push_back(std::move(action));
        }
      table_.states[next].actions = std::move(actions);
      if (states_.is_full()) return too_many(reader_, key_);
    }
  }

  const ParamTree& given_;
  std::string key_;
  MdpReader& reader_;
  MdpTable& table_;
  MdpStates states_;
  double slip_ = 0.1;
  int speed_ = 4;
};

}  // namespace

void read_mdp_grid(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table) {
  GridBuilder(given, key, reader, table).build();
}
void read_mdp_sailing(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table) {
  SailingBuilder(given, key, reader, table).build();
}
void read_mdp_racetrack(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table) {
  RacetrackBuilder(given, key, reader, table).build();
}

}  // namespace rootward
