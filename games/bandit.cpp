// Arms and their rewards.
#include "games/bandit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/errors.h"
#include "core/sampling.h"
#include "games/text_reader.h"

namespace rootward {

const Described& bandit_description() {
  static const Described description{
      .name = "bandit",
      .help = "K arms, Bernoulli or Gaussian: a tree of depth one. Rewards have means in [0, 1].",
      .source = "Auer, Cesa-Bianchi & Fischer 2002",
      .parameters = {{.key = "means",
                      .help = "mean reward of every arm",
                      .type = ParamType::real_list,
                      .low = 0,
                      .high = 1,
                      .min_count = 1,
                      .max_count = ActionList::kUsual,
                      .source = "Auer et al. 2002, e.g. [0.9, 0.6]"},
                     {.key = "arms",
                      .help = "number of arms where no means are given; their means are uniform in [0, 1)",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{10},
                      .low = 1,
                      .high = static_cast<double>(ActionList::kUsual),
                      .source = "Auer et al. 2002: 2 and 10"},
                     {.key = "seed",
                      .help = "which means, where none are given",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{1},
                      .low = 0,
                      .high = 9007199254740992.0,
                      .source = "ours"},
                     {.key = "reward",
                      .help = "bernoulli: 1 with probability mean, else 0; gaussian: N(mean, deviation)",
                      .type = ParamType::choice,
                      .fallback = std::string("bernoulli"),
                      .choices = {"bernoulli", "gaussian"},
                      .source = "Auer et al. 2002"},
                     {.key = "deviation",
                      .help = "standard deviation of gaussian rewards",
                      .fallback = 0.5,
                      .low = 0,
                      .high = 100,
                      .source = "ours"}}};
  return description;
}

Bandit::Rules make_bandit_rules(const Params& params) {
  Bandit::Rules rules;
  rules.is_gaussian = params.text("reward") == "gaussian";
  rules.deviation = params.real("deviation");
  if (params.has("means")) {
    rules.means = params.list("means");
    return rules;
  }
  Rng rng(derive_seed(static_cast<std::uint64_t>(params.integer("seed")), "bandit"));
  for (std::int64_t arm = 0; arm < params.integer("arms"); ++arm) rules.means.push_back(rng.uniform());
  return rules;
}

Value Bandit::draw_result(Rng& rng) const {
  const double mean = rules_->means[arm_];
  if (rules_->is_gaussian) return 2 * (mean + rules_->deviation * standard_normal(rng)) - 1;
  return rng.uniform() < mean ? 1 : -1;
}

void Bandit::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (std::size_t arm = 0; arm < rules_->means.size(); ++arm) out.push_back(static_cast<Action>(arm));
}

PlayoutResult Bandit::random_playout(Rng& rng) const {
  if (is_over()) return {.value = draw_result(rng), .plies = 0};
  Bandit game = *this;
  game.play(static_cast<Action>(rng.below(static_cast<std::uint32_t>(rules_->means.size()))));
  return {.value = game.draw_result(rng), .plies = 1};
}

std::optional<Value> Bandit::exact_value() const {
  return is_over() ? result() : 2 * *std::ranges::max_element(rules_->means) - 1;
}

std::string Bandit::action_text(Action action) const { return fmt::format("{}", action + 1); }

std::optional<Action> Bandit::parse_action(std::string_view text) const {
  TextReader reader(text);
  const bool is_number = !text.empty() && text.front() >= '1' && text.front() <= '9';
  const std::optional<int> number = is_number ? reader.number() : std::nullopt;
  if (!number || !reader.is_at_end() || static_cast<std::size_t>(*number) > rules_->means.size()) return std::nullopt;
  return static_cast<Action>(*number - 1);
}

std::string Bandit::to_text() const { return is_over() ? action_text(arm_) : "-"; }

Bandit Bandit::from_text(const Rules& rules, std::string_view text) {
  Bandit position(rules);
  if (text == "-") return position;
  const std::optional<Action> arm = position.parse_action(text);
  if (!arm)
    throw UsageError(fmt::format("bandit position: '{}' is no arm; allowed: - or 1 to {}", text, rules.means.size()));
  position.play(*arm);
  return position;
}

std::string Bandit::drawing() const {
  return is_over() ? fmt::format("arm {} was pulled, mean reward {:.4f}\n", arm_ + 1, rules_->means[arm_])
                   : fmt::format("one of {} arms is to be pulled\n", rules_->means.size());
}

}  // namespace rootward
