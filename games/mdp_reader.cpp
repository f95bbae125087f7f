// Tables of states, and what every process has.
#include "games/mdp_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"

namespace rootward {
namespace {

constexpr double kSumTolerance = 1e-9;

std::optional<double> fraction(std::string_view text) {
  const std::size_t bar = text.find('/');
  if (bar == std::string_view::npos) return std::nullopt;
  const std::optional<double> above = parse_number<int>(text.substr(0, bar));
  const std::optional<double> below = parse_number<int>(text.substr(bar + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below;
}

/// `states: {s1: {left: [[p, to, reward], ..], ..}, ..}`.
class MdpStatesReader {
 public:
  MdpStatesReader(MdpReader& reader, MdpTable& table) : reader_(reader), table_(table) {}

  void read(const ParamTree& given, const std::string& key) {
    if (given.kind != ParamTree::Kind::map || given.keys.empty() || given.keys.size() > MdpRules::kMostStates)
      return reader_.refuse(key, given, fmt::format("a map of 1 to {} states", MdpRules::kMostStates));
    for (const std::string& name : given.keys) {
      if (name.empty() || name.find(' ') != std::string::npos)
        reader_.refuse(fmt::format("{}.{}", key, name),
                       "is not allowed as a state's name; allowed: a text without blanks");
      index_.emplace(name, static_cast<std::uint32_t>(table_.states.size()));
      table_.states.push_back({.name = name, .actions = {}});
    }
    for (std::size_t i = 0; i < given.items.size(); ++i)
      read_state(given.items[i], key + '.' + given.keys[i], table_.states[i]);
  }

  void read_start(const ParamTree* given, const std::string& key) {
    if (given == nullptr) return;
    const std::optional<std::string> name = reader_.word(*given, key);
    if (!name) return;
    if (const auto found = index_.find(*name); found != index_.end())
      table_.start = found->second;
    else
      reader_.refuse(key, unknown(*name));
  }

 private:
  [[nodiscard]] std::string unknown(const std::string& name) const {
    std::vector<std::string> known;
    for (const MdpState& state : table_.states) known.push_back(state.name);
    return fmt::format("no state is called {}{}", name, hint_text(name, known));
  }

  void read_state(const ParamTree& given, const std::string& key, MdpState& state) {
    if (given.kind != ParamTree::Kind::map || given.keys.size() > kMostActions)
      return reader_.refuse(key, given,
                            fmt::format("a map of at most {} actions, {{}} where the walk ends", kMostActions));
    for (std::size_t i = 0; i < given.items.size(); ++i) {
      const std::string place = key + '.' + given.keys[i];
      if (given.keys[i].empty() || given.keys[i].find(' ') != std::string::npos)
        reader_.refuse(place, "is not allowed as an action's name; allowed: a text without blanks");
      state.actions.push_back({.name = given.keys[i], .outcomes = {}});
      read_outcomes(given.items[i], place, state.actions.back().outcomes);
    }
  }

  void read_outcomes(const ParamTree& given, const std::string& key, std::vector<MdpOutcome>& outcomes) {
    if (given.kind != ParamTree::Kind::list || given.items.empty() || given.items.size() > kMostActions)
      return reader_.refuse(key, given, "a list of outcomes, each [probability, state, reward]");
    double sum = 0;
    for (std::size_t i = 0; i < given.items.size(); ++i) {
      const ParamTree& one = given.items[i];
      const std::string place = fmt::format("{}[{}]", key, i);
      if (one.kind != ParamTree::Kind::list || one.items.size() != 3) {
        reader_.refuse(place, one, "[probability, state, reward]");
        continue;
      }
      const std::optional<double> probability = reader_.number(one.items[0], place + "[0]", 0, 1);
      const std::optional<std::string> to = reader_.word(one.items[1], place + "[1]");
      const std::optional<double> reward = reader_.number(one.items[2], place + "[2]", -kMostReward, kMostReward);
      if (!probability || !to || !reward) continue;
      const auto found = index_.find(*to);
      if (found == index_.end()) {
        reader_.refuse(place + "[1]", unknown(*to));
        continue;
      }
      if (*probability == 0) {
        reader_.refuse(place + "[0]", one.items[0], "a number in (0, 1]");
        continue;
      }
      sum += *probability;
      outcomes.push_back({.probability = *probability, .to = found->second, .reward = *reward});
    }
    if (outcomes.size() == given.items.size() && std::abs(sum - 1) > kSumTolerance)
      reader_.refuse(key, fmt::format("has probabilities that sum to {}; allowed: 1", sum));
  }

  MdpReader& reader_;
  MdpTable& table_;
  std::map<std::string, std::uint32_t, std::less<>> index_;
};

constexpr const char* kKinds = "states, grid, sailing, racetrack";

void read_process(const ParamTree& given, const std::string& key, MdpReader& reader, MdpTable& table) {
  if (!reader.check_map(given, key, {"discount", "horizon", "start", "states", "grid", "sailing", "racetrack"})) return;
  table.discount = reader.number_at(given, key, "discount", 1e-6, 1, 1);
  table.horizon = reader.count_at(given, key, "horizon", 1, 10000, 100);
  const ParamTree* start = MdpReader::find(given, "start");
  const ParamTree* states = MdpReader::find(given, "states");
  int kinds = states != nullptr ? 1 : 0;
  if (states != nullptr) {
    MdpStatesReader by_states(reader, table);
    by_states.read(*states, key + ".states");
    by_states.read_start(start, key + ".start");
  } else if (start != nullptr) {
    reader.refuse(key + ".start", "names one of `states`; other kinds have a start of their own");
  }
  using Read = void (*)(const ParamTree&, const std::string&, MdpReader&, MdpTable&);
  constexpr std::pair<const char*, Read> kWorlds[] = {
      {"grid", read_mdp_grid}, {"sailing", read_mdp_sailing}, {"racetrack", read_mdp_racetrack}};
  for (const auto& [name, read] : kWorlds)
    if (const ParamTree* world = MdpReader::find(given, name); world != nullptr && ++kinds == 1)
      read(*world, key + '.' + name, reader, table);
  if (kinds != 1) reader.refuse(key, fmt::format("has {} of these keys, and exactly one is wanted: {}", kinds, kKinds));
  if (reader.is_good() && table.states.size() * static_cast<std::size_t>(table.horizon) > MdpRules::kMostEntries)
    reader.refuse(key, fmt::format("has {} states over {} steps; allowed: a product of at most {}", table.states.size(),
                                   table.horizon, MdpRules::kMostEntries));
}

}  // namespace

void MdpReader::refuse(const std::string& key, const ParamTree& given, std::string_view allowed) {
  constexpr std::size_t kShown = 60;
  std::string text = param_text(given);
  if (text.size() > kShown) text = text.substr(0, kShown) + "..";
  refuse(key, fmt::format("{} is not allowed; allowed: {}", text, allowed));
}

bool MdpReader::check_map(const ParamTree& given, const std::string& key, const std::vector<std::string>& known) {
  if (given.kind != ParamTree::Kind::map) {
    refuse(key, given, fmt::format("a map with the keys {}", fmt::join(known, ", ")));
    return false;
  }
  for (const std::string& one : given.keys)
    if (std::ranges::find(known, one) == known.end())
      refuse(fmt::format("{}.{}", key, one),
             fmt::format("unknown key; known keys: {}{}", fmt::join(known, ", "), hint_text(one, known)));
  return true;
}

const ParamTree* MdpReader::find(const ParamTree& map, std::string_view key) {
  const auto found = std::ranges::find(map.keys, key);
  return found == map.keys.end() ? nullptr : &map.items[static_cast<std::size_t>(found - map.keys.begin())];
}

std::optional<double> MdpReader::number(const ParamTree& given, const std::string& key, double low, double high) {
  std::optional<double> found;
  if (given.kind == ParamTree::Kind::number) found = given.number;
  if (given.kind == ParamTree::Kind::text) found = fraction(given.text);
  if (found && *found >= low && *found <= high) return found;
  refuse(key, given, fmt::format("a number in [{}, {}], or a fraction like 1/3", low, high));
  return std::nullopt;
}

double MdpReader::number_at(const ParamTree& map, const std::string& key, const char* name, double low, double high,
                            double fallback) {
  const ParamTree* given = find(map, name);
  return given == nullptr ? fallback : number(*given, key + '.' + name, low, high).value_or(fallback);
}

int MdpReader::count_at(const ParamTree& map, const std::string& key, const char* name, int low, int high,
                        int fallback) {
  const ParamTree* given = find(map, name);
  if (given == nullptr) return fallback;
  if (given->kind == ParamTree::Kind::number && given->number == std::floor(given->number) && given->number >= low &&
      given->number <= high)
    return static_cast<int>(given->number);
  refuse(key + '.' + name, *given, fmt::format("an integer in [{}, {}]", low, high));
  return fallback;
}

std::optional<std::string> MdpReader::word(const ParamTree& given, const std::string& key) {
  const std::string text = given.kind == ParamTree::Kind::number ? param_text(given) : given.text;
  const bool is_word = given.kind == ParamTree::Kind::text || given.kind == ParamTree::Kind::number;
  if (is_word && !text.empty() && text.find(' ') == std::string::npos) return text;
  refuse(key, given, "a text without blanks");
  return std::nullopt;
}

std::vector<std::string> MdpReader::rows(const ParamTree& map, const std::string& key) {
  const ParamTree* given = find(map, "rows");
  if (given == nullptr || given->kind != ParamTree::Kind::list || given->items.empty() || given->items.size() > 100) {
    refuse(key + ".rows", given == nullptr ? "is required: a list of 1 to 100 rows of letters"
                                           : "is not allowed; allowed: a list of 1 to 100 rows of letters");
    return {};
  }
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < given->items.size(); ++i) {
    const std::string place = fmt::format("{}.rows[{}]", key, i);
    const std::optional<std::string> row = word(given->items[i], place);
    if (!row) return {};
    if (row->size() > 100 || (!rows.empty() && row->size() != rows[0].size())) {
      refuse(place, given->items[i], "a row of at most 100 letters, as long as the first one");
      return {};
    }
    rows.push_back(*row);
  }
  return rows;
}

const Described& mdp_description() {
  static const Described description{
      .name = "mdp",
      .help = "A decision process of a single agent from a file: states, actions, chances, rewards, discount, horizon.",
      .source = "Bellman 1957; the file's",
      .parameters = {{.key = "file",
                      .help = "a YAML file with the process, from the configuration's folder, or shipped:NAME of "
                              "configs/processes/; `process` takes its place where configurations are stored",
                      .type = ParamType::text,
                      .source = "ours"},
                     {.key = "process",
                      .help = "the process itself: discount, horizon, and one of states, grid, sailing, racetrack",
                      .type = ParamType::tree,
                      .required = true,
                      .source = "ours"}}};
  return description;
}

MdpRules make_mdp_rules(const Params& params) {
  if (params.has("file")) throw ParamError("file", "is read where configurations are; allowed here: process");
  MdpReader reader;
  MdpTable table;
  read_process(params.tree("process"), "process", reader, table);
  reader.throw_if_any();
  return MdpRules(std::move(table));
}

}  // namespace rootward
