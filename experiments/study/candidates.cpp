// Lines of JSON, and who has children.
#include "experiments/study/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/json_fields.h"
#include "core/statistics/elo.h"
#include "lab/store/line_file.h"

namespace rootward::study {
namespace {

constexpr const char* kFormulaSchema = "rootward.formula/1";
constexpr double kPriorPairs = 20;

double points_of(const PairCounts& pairs) {
  double points = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) points += 0.5 * static_cast<double>(i * pairs[i]);
  return points;
}

std::uint64_t count_of(const PairCounts& pairs) {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

bool is_among(const std::vector<Candidate>& formulas, const std::string& id) {
  return std::ranges::find(formulas, id, &Candidate::id) != formulas.end();
}

Candidate draw(const std::vector<const Candidate*>& parents, bool is_fresh, Rng& rng) {
  Candidate drawn;
  if (is_fresh) {
    drawn.formula = random_formula(rng);
  } else {
    const auto count = static_cast<std::uint32_t>(parents.size());
    const Candidate& parent = *parents[rng.below(count)];
    const Candidate& other = *parents[rng.below(count)];
    drawn.formula = mutated(parent.formula, other.formula, rng);
    drawn.parents = {parent.id};
    if (other.id != parent.id && drawn.formula.main.name == other.formula.main.name &&
        drawn.formula.main.name != parent.formula.main.name)
      drawn.parents.push_back(other.id);
  }
  drawn.id = formula_id(drawn.formula);
  return drawn;
}

Candidate tried_of(const Json& json) {
  constexpr std::uint64_t kMostGenerations = 1'000'000;
  Candidate tried{.id = text_field(json, "id"),
                  .formula = formula_of(json_field(json, "formula")),
                  .generation = static_cast<std::uint32_t>(count_field(json, "generation", kMostGenerations)),
                  .parents = texts_field(json, "parents")};
  if (tried.id != formula_id(tried.formula)) wrong_json("id", tried.id + " is not that of the formula");
  return tried;
}

}  // namespace

std::uint64_t Candidate::pairs() const {
  std::uint64_t sum = 0;
  for (const auto& [domain, counts] : games) sum += count_of(counts);
  return sum;
}

double Candidate::shrunk_elo() const {
  double sum = 0;
  for (const auto& [domain, counts] : games) {
    const double games_played = 2 * static_cast<double>(count_of(counts));
    sum += elo_of_score((points_of(counts) + kPriorPairs) / (games_played + 2 * kPriorPairs));
  }
  return games.empty() ? 0 : sum / static_cast<double>(games.size());
}

std::string generation_text(const std::vector<Candidate>& formulas) {
  std::string text;
  for (const Candidate& tried : formulas) {
    append_with_checksum(text, dump_json({{"schema", kFormulaSchema},
                                          {"id", tried.id},
                                          {"generation", tried.generation},
                                          {"parents", tried.parents},
                                          {"rule", rule_text(tried.formula)},
                                          {"formula", formula_json(tried.formula)}}));
    text += '\n';
  }
  return text;
}

StoredGeneration read_generation(const std::string& path) {
  StoredGeneration read;
  LineFileReader reader(path);
  for (StoredLine line; reader.next(line);) {
    read_naming(fmt::format("{}:{}", path, line.number), [&] {
      if (const std::string damage = line.damage(); !damage.empty()) throw UsageError(damage);
      Candidate tried = tried_of(parse_json_record(line.text, kFormulaSchema));
      if (is_among(read.formulas, tried.id)) wrong_json("id", tried.id + " stands there twice");
      read.tally.add(line.text);
      read.formulas.push_back(std::move(tried));
    });
  }
  if (read.formulas.empty()) throw RunError(fmt::format("{}: it holds no formula", path));
  return read;
}

bool is_better(const Candidate& a, const Candidate& b) {
  const double first = a.shrunk_elo();
  const double second = b.shrunk_elo();
  return first != second ? first > second : a.id < b.id;
}

std::vector<const Candidate*> best_of(const std::vector<Candidate>& tried, std::size_t count) {
  std::vector<const Candidate*> order;
  for (const Candidate& one : tried)
    if (one.pairs() > 0) order.push_back(&one);
  std::ranges::sort(order, [](const Candidate* a, const Candidate* b) { return is_better(*a, *b); });
  order.resize(std::min(order.size(), count));
  return order;
}

std::vector<const Candidate*> best_structures(const std::vector<Candidate>& formulas, std::size_t count) {
  std::set<std::string> structures;
  std::vector<const Candidate*> best;
  std::vector<const Candidate*> others;
  for (const Candidate* one : best_of(formulas, formulas.size()))
    (structures.insert(structure_text(one->formula)).second ? best : others).push_back(one);
  best.insert(best.end(), others.begin(), others.end());
  best.resize(std::min(best.size(), count));
  return best;
}

std::vector<Candidate> next_generation(const FormulaSearch& search, std::uint64_t seed,
                                       const std::vector<Candidate>& tried, std::uint32_t generation,
                                       bool (*is_sound)(const Formula&)) {
  constexpr std::uint64_t kDraws = 1000;  // of each place; the grammar is larger than any search
  const std::vector<const Candidate*> parents = best_of(tried, search.parents);
  const auto fresh = static_cast<std::uint32_t>(std::lround(search.fresh * search.count));
  std::vector<Candidate> formulas;
  for (std::uint32_t place = 0; place < search.count; ++place) {
    for (std::uint64_t attempt = 0; attempt < kDraws; ++attempt) {
      Rng rng(derive_seed(seed, {hash_name("formula"), generation, place, attempt}));
      Candidate drawn = draw(parents, parents.empty() || place < fresh, rng);
      if (is_among(tried, drawn.id) || is_among(formulas, drawn.id) || !is_sound(drawn.formula)) continue;
      drawn.generation = generation;
      formulas.push_back(std::move(drawn));
      break;
    }
  }
  return formulas;
}

}  // namespace rootward::study
