// A record's bytes, little-endian: number u64, plies u16, ending u8, opening plies u8, score i16, owners 2 bits a
// point, then a ply: action u16, kind u8, weight u8, root value i16, entries u8, entries (action u8 or u16, share u16).
#include "experiments/selfplay/shard_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "experiments/selfplay/byte_text.h"

namespace rootward::selfplay {
namespace {

constexpr std::size_t kMostNarrowActions = 255;
constexpr std::size_t kOwnersInByte = 4;

bool has_wide_actions(const ShardShape& shape) { return shape.actions > kMostNarrowActions; }

[[noreturn]] void refuse_game(const ShardGame& game, const std::string& problem) {
  throw std::invalid_argument(fmt::format("game {}: {}", game.number, problem));
}

/// What is wrong with a policy target; "" where nothing is.
std::string policy_problem(std::span<const PolicyShare> policy, std::size_t actions) {
  int sum = 0;
  for (std::size_t i = 0; i < policy.size(); ++i) {
    if (policy[i].action >= actions) return fmt::format("the policy names action {} of {}", policy[i].action, actions);
    if (i > 0 && policy[i].action <= policy[i - 1].action) return "the policy's actions do not rise";
    if (policy[i].share == 0) return "the policy has a share of 0";
    sum += policy[i].share;
  }
  if (!policy.empty() && sum != kShareUnit) return fmt::format("the policy sums to {}, not {}", sum, kShareUnit);
  return "";
}

/// What is wrong with a ply; "" where nothing is.
std::string ply_problem(const Ply& ply, std::size_t actions) {
  if (ply.action >= actions) return fmt::format("the action is {} of {}", ply.action, actions);
  if (ply.kind > PlyKind::cheap) return fmt::format("the kind is {}", static_cast<int>(ply.kind));
  if (ply.weight > kWeightUnit) return fmt::format("the weight is {}/{}", ply.weight, kWeightUnit);
  if (ply.kind == PlyKind::opening && (ply.weight > 0 || !ply.policy.empty()))
    return "a ply of the opening has a target";
  if (ply.root_value < -kValueUnit) return fmt::format("the root value is {}", ply.root_value);
  if (ply.policy.size() > kMostShares) return fmt::format("the policy has {} entries", ply.policy.size());
  return policy_problem(ply.policy, actions);
}

void append_ply(std::string& bytes, const Ply& ply, bool is_wide) {
  append_number<std::uint16_t>(bytes, ply.action);
  append_number(bytes, static_cast<std::uint8_t>(ply.kind));
  append_number(bytes, ply.weight);
  append_number(bytes, ply.root_value);
  append_number(bytes, static_cast<std::uint8_t>(ply.policy.size()));
  for (const PolicyShare& entry : ply.policy) {
    if (is_wide)
      append_number<std::uint16_t>(bytes, entry.action);
    else
      append_number(bytes, static_cast<std::uint8_t>(entry.action));
    append_number(bytes, entry.share);
  }
}

/// `has_policy`: its policy is read and checked, else passed over.
Ply take_ply(ByteReader& reader, const ShardShape& shape, bool has_policy) {
  Ply ply;
  ply.action = reader.take<std::uint16_t>("an action");
  ply.kind = static_cast<PlyKind>(reader.take<std::uint8_t>("a ply's kind"));
  ply.weight = reader.take<std::uint8_t>("a weight");
  ply.root_value = reader.take<std::int16_t>("a root value");
  const auto entries = reader.take<std::uint8_t>("a number of entries");
  if (!has_policy) {
    const std::size_t bytes_an_entry = has_wide_actions(shape) ? 4 : 3;
    (void)reader.take_bytes(entries * bytes_an_entry, "a policy");
    return ply;
  }
  ply.policy.reserve(entries);
  for (int i = 0; i < entries; ++i) {
    PolicyShare entry;
    entry.action = has_wide_actions(shape) ? reader.take<std::uint16_t>("an entry's action")
                                           : reader.take<std::uint8_t>("an entry's action");
    entry.share = reader.take<std::uint16_t>("a share");
    ply.policy.push_back(entry);
  }
  if (const std::string problem = ply_problem(ply, shape.actions); !problem.empty()) reader.refuse(problem);
  return ply;
}

void append_owners(std::string& bytes, std::span<const Owner> owners) {
  for (std::size_t first = 0; first < owners.size(); first += kOwnersInByte) {
    unsigned packed = 0;
    for (std::size_t i = 0; i < kOwnersInByte && first + i < owners.size(); ++i)
      packed |= static_cast<unsigned>(owners[first + i]) << (2 * i);
    bytes += static_cast<char>(packed);
  }
}

std::vector<Owner> take_owners(ByteReader& reader, std::size_t points) {
  const std::string_view packed = reader.take_bytes((points + kOwnersInByte - 1) / kOwnersInByte, "the ownership");
  std::vector<Owner> owners;
  owners.reserve(points);
  for (std::size_t i = 0; i < packed.size() * kOwnersInByte; ++i) {
    const unsigned four = static_cast<unsigned char>(packed[i / kOwnersInByte]);
    const unsigned bits = four >> (2 * (i % kOwnersInByte)) & 3U;
    if (bits == 3 || (i >= points && bits != 0)) reader.refuse(fmt::format("the owner of point {} is {}", i, bits));
    if (i < points) owners.push_back(static_cast<Owner>(bits));
  }
  return owners;
}

}  // namespace

std::vector<PolicyShare> policy_shares(std::span<const std::pair<Action, double>> policy, Action chosen) {
  const bool is_empty = std::ranges::all_of(policy, [](const auto& entry) { return entry.second == 0; });
  return is_empty ? std::vector<PolicyShare>{{chosen, kShareUnit}} : policy_shares(policy);
}

std::vector<PolicyShare> policy_shares(std::span<const std::pair<Action, double>> policy) {
  double total = 0;
  for (const auto& entry : policy) total += entry.second;
  if (!(total > 0) || !std::isfinite(total)) throw std::invalid_argument("a policy needs positive probabilities");
  std::vector<std::pair<Action, double>> kept(policy.begin(), policy.end());
  const auto is_larger = [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  std::ranges::sort(kept, is_larger);
  while (kept.size() > 1 && (kept.back().second < kSmallestShare * total || kept.size() > kMostShares)) kept.pop_back();
  total = 0;
  for (const auto& entry : kept) total += entry.second;
  std::vector<PolicyShare> shares;
  std::vector<std::pair<Action, double>> remainders;  // index in `shares`, what rounding down took
  int left = kShareUnit;
  for (const auto& [action, probability] : kept) {
    const double exact = probability / total * kShareUnit;
    const double whole = std::floor(exact);
    remainders.emplace_back(static_cast<Action>(shares.size()), exact - whole);
    shares.push_back({action, static_cast<std::uint16_t>(whole)});
    left -= static_cast<int>(whole);
  }
  std::ranges::sort(remainders, is_larger);
  for (std::size_t i = 0; left > 0; ++i, --left) ++shares[remainders[i % remainders.size()].first].share;
  std::ranges::sort(shares, {}, &PolicyShare::action);
  return shares;
}

std::int16_t stored_value(double value) {
  return static_cast<std::int16_t>(std::lround(std::clamp(value, -1.0, 1.0) * kValueUnit));
}

std::uint8_t stored_weight(double weight) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(weight, 0.0, 1.0) * kWeightUnit));
}

std::string encode_game(const ShardGame& game, const ShardShape& shape) {
  if (game.plies.size() > std::numeric_limits<std::uint16_t>::max())
    refuse_game(game, fmt::format("{} plies cannot be stored", game.plies.size()));
  if (game.owner.size() != shape.points)
    refuse_game(game, fmt::format("{} points have an owner, the board has {}", game.owner.size(), shape.points));
  if (game.opening_plies > game.plies.size())
    refuse_game(game, fmt::format("{} plies of opening in {}", game.opening_plies, game.plies.size()));
  std::string bytes;
  append_number(bytes, game.number);
  append_number(bytes, static_cast<std::uint16_t>(game.plies.size()));
  append_number(bytes, static_cast<std::uint8_t>(game.ending));
  append_number(bytes, game.opening_plies);
  append_number(bytes, game.score_halves);
  append_owners(bytes, game.owner);
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    if (const std::string problem = ply_problem(game.plies[i], shape.actions); !problem.empty())
      refuse_game(game, fmt::format("ply {}: {}", i + 1, problem));
    append_ply(bytes, game.plies[i], has_wide_actions(shape));
  }
  return bytes;
}

ShardGame decode_game(std::string_view bytes, const ShardShape& shape, std::optional<std::size_t> only_policy) {
  ByteReader reader(bytes);
  ShardGame game;
  game.number = reader.take<std::uint64_t>("a game's number");
  const auto plies = reader.take<std::uint16_t>("a number of plies");
  const auto ending = reader.take<std::uint8_t>("an ending");
  if (ending > static_cast<std::uint8_t>(Ending::unknown)) reader.refuse(fmt::format("the ending is {}", ending));
  game.ending = static_cast<Ending>(ending);
  game.opening_plies = reader.take<std::uint8_t>("a number of plies of opening");
  if (game.opening_plies > plies) reader.refuse(fmt::format("{} plies of opening in {}", game.opening_plies, plies));
  game.score_halves = reader.take<std::int16_t>("a score");
  game.owner = take_owners(reader, shape.points);
  constexpr std::size_t kLeastPlyBytes = 7;
  if (plies > reader.left() / kLeastPlyBytes)
    reader.refuse(fmt::format("{} plies do not fit into {} bytes", plies, reader.left()));
  game.plies.reserve(plies);
  for (std::size_t i = 0; i < plies; ++i) game.plies.push_back(take_ply(reader, shape, only_policy.value_or(i) == i));
  if (!reader.at_end()) reader.refuse(fmt::format("{} bytes too many", reader.left()));
  return game;
}

}  // namespace rootward::selfplay
