// Tournaments one after the other; each folder knows by itself how far it is.
#include "experiments/discovery/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "experiments/discovery/folder.h"
#include "experiments/discovery/likeness.h"
#include "experiments/study/operator_reader.h"
#include "experiments/study/tuned_player.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tuning/optimizer_client.h"
#include "experiments/tuning/point_json.h"
#include "lab/arena/parallel_for.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/overrides.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/store/folder_layout.h"
#include "lab/store/line_file.h"

namespace rootward::discovery {
namespace {

constexpr const char* kControlName = "control";

/// A signal came: what is there is kept.
struct Interrupted {};

std::string average_at(double constant) {
  return fmt::format("{{backup: average, search: {{selection: {{name: ucb1, c: {}}}}}}}", constant);
}

std::string head_of(const DiscoveryConfig& config, const DiscoveryDomain& domain, const std::string& name) {
  return fmt::format(
      "name: {}\nseed: {}\ngame: {}\ndefaults: {{search: {{budget: {{simulations: {}}}, evaluator: {}}}}}\n", name,
      derive_seed(config.seed, {hash_name(name), hash_name(domain.name)}),
      config::flow_text(config::resolved_choice(domain.game)), config.simulations, domain.evaluator);
}

/// Pairs of a player against the control, from the player's view.
PairCounts pairs_of(const tournament::ResultTable& table, const std::string& id) {
  for (const tournament::PairingRow& row : table.pairings) {
    if (row.a == id) return row.pentanomial;
    if (row.b == id) return reversed(row.pentanomial);
  }
  return {};
}

const tournament::PlayerRow& row_of(const tournament::ResultTable& table, const std::string& player) {
  return *std::ranges::find(table.players, player, &tournament::PlayerRow::name);
}

void add_pairs(PairCounts& to, const PairCounts& more) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += more[i];
}

class Discovery {
 public:
  Discovery(const DiscoveryConfig& config, const DiscoverSettings& settings)
      : config_(config), settings_(settings), folder_(discovery_folder_of(config, settings)) {
    report_.folder = folder_;
  }

  DiscoveryReport run() {
    RunFolder folder(folder_, identity_of(config_));
    folder.session({.threads = threads()}, [&] {
      play();
      for (const auto& [name, tally] : generations_) folder.tell_records(name, tally);
      return report_.is_complete ? kComplete : "stopped";
    });
    report_.table = discovery_markdown(config_, report_);
    write_file_atomically(folder_ + "/discovery.md", report_.table);
    write_file_atomically(folder_ + "/formulas.csv", formulas_csv(report_));
    write_file_atomically(folder_ + "/family.svg", family_tree_svg(report_));
    return std::move(report_);
  }

 private:
  void play() {
    try {
      tune_controls();
      for (std::uint32_t generation = 1; generation <= config_.search.generations; ++generation)
        try_generation(generation);
      tune_survivors();
      confirm();
      report_.is_complete = true;
    } catch (const Interrupted&) {
    } catch (const tuning::OptimizerClient::StoppedWaiting&) {
    }
  }

  /// Everybody against the control; a player is a name and YAML.
  [[nodiscard]] tournament::TournamentConfig against_control(
      const DiscoveryDomain& domain, const std::string& name,
      const std::vector<std::pair<std::string, std::string>>& players, std::uint32_t pairs) const {
    std::string text = head_of(config_, domain, name) + "players:\n" + control_line(domain);
    for (const auto& [id, player] : players) text += fmt::format("  {}: {}\n", id, player);
    text += fmt::format("schedule: {{type: gauntlet, reference: {}, pairs: {}, opening: {}}}\n", kControlName, pairs,
                        config_.opening);
    return tournament::parse_tournament(text, "(discovery in " + domain.name + ")");
  }

  [[nodiscard]] std::string control_line(const DiscoveryDomain& domain) const {
    return fmt::format("  {}: {}\n", kControlName, average_at(constants_.at(domain.name)));
  }

  /// The control's constant in every domain, given or tuned.
  void tune_controls() {
    struct Wanted {
      const DiscoveryDomain* domain;
      study::TunedPlayer entrant;
    };
    std::vector<Wanted> wanted;
    std::vector<ControlConstants> controls;
    for (const std::vector<DiscoveryDomain>* domains : {&config_.portfolio, &config_.held_out}) {
      for (const DiscoveryDomain& domain : *domains) {
        std::vector<double>& constants = controls.emplace_back(domain.name, std::vector<double>{}).second;
        if (domain.constant) constants = {*domain.constant};
        if (domain.constant) continue;
        for (study::TunedPlayer& entrant : control_entrants(domain))
          wanted.push_back({.domain = &domain, .entrant = std::move(entrant)});
      }
    }
    parallel_for(
        wanted.size(), threads(), [] { return 0; },
        [&](int, std::size_t i) {
          if (!SignalGuard::stop_requested()) tune_control(wanted[i].entrant, wanted[i].domain->name);
        });
    if (SignalGuard::stop_requested()) throw Interrupted{};
    for (const Wanted& one : wanted)
      std::ranges::find(controls, one.domain->name, &ControlConstants::first)
          ->second.push_back(tuned_constant(one.entrant, one.domain->name));
    for (const ControlConstants& control : controls) constants_[control.first] = control_constant(control);
    report_.controls = std::move(controls);
  }

  /// The tunings of a domain's control; no point is known yet.
  [[nodiscard]] std::vector<study::TunedPlayer> control_entrants(const DiscoveryDomain& domain) const {
    make_folders(folder_ + "/control");
    const std::string tuning = fmt::format("{}/control/{}.yaml", folder_, domain.name);
    write_file_atomically(
        tuning,
        text_with_checksum(
            head_of(config_, domain, "control") +
            fmt::format("candidate: {0}\nopponents:\n  uct-0.7: {0}\nopening: {1}\ngames: {2}\n"
                        "test_games: {3}\nparameters: {{search.selection.c: {{low: 0.2, high: 3, scale: log}}}}\n",
                        average_at(0.7), config_.opening, config_.control.games, config_.control.test_games)));
    study::TunedOperator control = study::with_its_boxes(study::kControl);
    control.tuned.clear();
    return study::make_tuned_players(tuning, {control}, config_.seed, config_.control.seeds);
  }

  void tune_control(study::TunedPlayer& entrant, const std::string& domain) const {
    const std::string folder = fmt::format("{}/control/{}/{}", folder_, domain, entrant.label);
    if (!study::tune_player(entrant, folder, config_.control.evaluations)) return;
    study::take_recommendation(entrant, folder);
    say(fmt::format("tuned the control in {}: c = {:.3g}", domain, tuned_constant(entrant, domain)));
  }

  static double tuned_constant(const study::TunedPlayer& entrant, const std::string& domain) {
    if (entrant.point.empty()) throw RunError(fmt::format("tuning the control in {}: nothing is recommended", domain));
    return study::exploration_constant(entrant);
  }

  [[nodiscard]] std::size_t threads() const {
    return settings_.threads != 0 ? settings_.threads : default_thread_count();
  }

  tournament::ResultTable play(const tournament::TournamentConfig& config, const std::string& folder) {
    const tournament::RunReport report = tournament::run_tournament(
        config, {.folder = folder, .games = {}, .threads = threads(), .shard = {}, .is_quiet = settings_.is_quiet});
    if (!report.stopped_pairings.empty())
      throw PlayerError(fmt::format("{}: {}", folder, fmt::join(report.stopped_pairings, "; ")));
    if (!report.is_complete) throw Interrupted{};
    return tournament::make_table(tournament::read_results(folder, Detail::scores), {});
  }

  /// The generation as it was first drawn: what was drawn stays, whatever a later version would draw.
  std::vector<TriedFormula> formulas_of(std::uint32_t generation, const std::string& folder) {
    const std::string path = folder + "/formulas.jsonl";
    if (!file_exists(path)) draw_generation(generation, path);
    StoredGeneration stored = read_generation(path);
    generations_[path.substr(folder_.size() + 1)] = stored.tally;
    return std::move(stored.formulas);
  }

  void draw_generation(std::uint32_t generation, const std::string& path) const {
    const std::vector<TriedFormula> formulas = next_generation(config_, report_.tried, generation, &is_sound);
    if (formulas.empty()) throw RunError(fmt::format("generation {}: the grammar gave no new formula", generation));
    make_folders(path.substr(0, path.rfind('/')));
    write_file_atomically(path, generation_text(formulas));
  }

  void try_generation(std::uint32_t generation) {
    const std::string folder = fmt::format("{}/generations/{:02}", folder_, generation);
    const std::vector<TriedFormula> drawn = formulas_of(generation, folder);
    const std::size_t first = report_.tried.size();
    report_.tried.insert(report_.tried.end(), drawn.begin(), drawn.end());
    std::vector<std::size_t> living(drawn.size());
    for (std::size_t i = 0; i < living.size(); ++i) living[i] = first + i;
    for (std::size_t rung = 0; rung < config_.search.rungs.size(); ++rung) {
      play_rung(living, rung, fmt::format("{}/rung-{}", folder, rung + 1), generation);
      const auto share = std::lround(std::ceil(config_.search.keep * static_cast<double>(living.size())));
      std::ranges::sort(living, [&](std::size_t a, std::size_t b) {
        const double x = report_.tried[a].shrunk_elo();
        const double y = report_.tried[b].shrunk_elo();
        return x != y ? x > y : report_.tried[a].id < report_.tried[b].id;
      });
      living.resize(static_cast<std::size_t>(std::max(1L, share)));
    }
    say(fmt::format("generation {}: {} formulas, best {} at {:+.0f} Elo", generation, drawn.size(),
                    report_.tried[living.front()].id, report_.tried[living.front()].shrunk_elo()));
  }

  void play_rung(const std::vector<std::size_t>& living, std::size_t rung, const std::string& folder,
                 std::uint32_t generation) {
    for (const DiscoveryDomain& domain : config_.portfolio) {
      std::vector<std::pair<std::string, std::string>> players;
      for (const std::size_t i : living)
        players.emplace_back(
            report_.tried[i].id,
            player_text(backup_text(report_.tried[i].formula, FormulaBoxes::left_out), constants_.at(domain.name), 0));
      const std::string name = fmt::format("generation-{}-rung-{}", generation, rung + 1);
      const tournament::ResultTable table =
          play(against_control(domain, name, players, config_.search.rungs[rung]), folder + "/" + domain.name);
      for (const std::size_t i : living)
        add_pairs(report_.tried[i].games[domain.name], pairs_of(table, report_.tried[i].id));
    }
    for (const std::size_t i : living) report_.tried[i].rungs = static_cast<std::uint32_t>(rung + 1);
  }

  static std::string player_text(const std::string& backup, double constant, std::uint64_t simulations) {
    const std::string budget = simulations > 0 ? fmt::format(", budget: {{simulations: {}}}", simulations) : "";
    return fmt::format("{{backup: {}, search: {{selection: {{name: ucb1, c: {}}}{}}}}}", backup, constant, budget);
  }

  void tune_survivors() {
    std::vector<std::pair<std::string, Formula>> best;
    for (const TriedFormula* tried : best_structures(report_.tried, config_.tuning.survivors))
      best.emplace_back(tried->id, tried->formula);
    for (const auto& [id, formula] : best) {
      report_.survivors.push_back(tune(id, formula));
      say(fmt::format("tuned {}", id));
    }
  }

  /// One tuning for the whole portfolio: an evaluation is the mean score over its domains.
  Survivor tune(const std::string& id, const Formula& formula) {
    const std::string folder = folder_ + "/tuned/" + id;
    make_folders(folder);
    const tuning::TuningConfig tuning = tuning_of(id, formula);
    const std::string state = folder + "/optimizer.json";
    std::filesystem::remove(state);  // all is told again
    tuning::OptimizerClient optimizer(tuning::default_optimizer(tuning.seed, state), tuning,
                                      [] { return SignalGuard::stop_requested(); });
    for (std::uint64_t number = 1; number <= config_.tuning.evaluations; ++number) {
      const std::string below = fmt::format("{}/{:03}", folder, number);
      const Json params = point_of(optimizer, tuning, number, below);
      optimizer.tell(number, params, evaluate(tuning, params, number, id, below));
    }
    const std::optional<tuning::Recommendation> best = optimizer.best();
    if (!best) throw RunError(fmt::format("{}: the optimizer recommends nothing", id));
    const PlayerSpec player = tuning::candidate_at(tuning, tuning::read_point(tuning, best->params));
    const std::string text = config::flow_text(config::resolved_player(player));
    return {.id = id, .player = text, .mean = best->mean, .is_average = equals_average(text)};
  }

  [[nodiscard]] tuning::TuningConfig tuning_of(const std::string& id, const Formula& formula) const {
    const DiscoveryDomain& first = config_.portfolio.front();
    std::string text = head_of(config_, first, "tuning-" + id);
    text += fmt::format("candidate: {}\nopponents:\n{}opening: {}\nparameters:\n",
                        player_text(backup_text(formula, FormulaBoxes::written), constants_.at(first.name), 0),
                        control_line(first), config_.opening);
    for (const NamedConstant& constant : constants_of(formula))
      text += fmt::format("  backup.parameters.{}: {{}}\n", constant.name);
    text += "  search.selection.c: {low: 0.2, high: 3, scale: log}\n";
    return tuning::parse_tuning(text, "(tuning of " + id + ")");
  }

  static Json begun_point(const tuning::TuningConfig& tuning, const std::string& path) {
    try {
      Json params = parse_json(read_checked_line(path));
      (void)tuning::read_point(tuning, params);
      return params;
    } catch (const UsageError& error) {
      throw RunError(fmt::format("{}: {}", path, error.what()));
    }
  }

  /// The point of an evaluation that was begun, else the optimizer's next.
  static Json point_of(tuning::OptimizerClient& optimizer, const tuning::TuningConfig& tuning, std::uint64_t number,
                       const std::string& folder) {
    const std::string path = folder + "/point.json";
    const std::optional<tuning::Proposal> proposal = optimizer.ask(number);
    if (file_exists(path)) return begun_point(tuning, path);
    if (!proposal) throw RunError(folder + ": the optimizer proposes nothing");
    make_folders(folder);
    write_file_atomically(path, with_checksum(dump_json(proposal->params)) + "\n");
    return proposal->params;
  }

  tuning::EvaluationResult evaluate(const tuning::TuningConfig& tuning, const Json& params, std::uint64_t number,
                                    const std::string& id, const std::string& folder) {
    const PlayerSpec player = tuning::candidate_at(tuning, tuning::read_point(tuning, params));
    const std::string text = config::flow_text(without_budget(config::resolved_player(player)));
    tuning::EvaluationResult result;
    result.mean = 0;
    double variance = 0;
    const auto domains = static_cast<double>(config_.portfolio.size());
    for (const DiscoveryDomain& domain : config_.portfolio) {
      const std::string name = fmt::format("tuning-{}-{}", id, number);
      const PairCounts pairs = pairs_of(
          play(against_control(domain, name, {{id, text}}, config_.tuning.pairs), folder + "/" + domain.name), id);
      const ScoreStatistics statistics = pair_statistics(pairs);
      result.mean += statistics.score / domains;
      const double least = 1 / (4.0 * config_.tuning.pairs + 4);  // equal pairs do not make a score certain
      variance += std::max(statistics.standard_error * statistics.standard_error, least * least) / (domains * domains);
      add_pairs(result.pentanomial, pairs);
    }
    result.standard_error = std::sqrt(variance);
    result.ci95 = tuning::interval_of(result);
    return result;
  }

  /// A player's map whose budget and evaluator are those of the tournament's defaults.
  static config::YamlNode without_budget(config::YamlNode player) {
    config::YamlNode* search = player.find("search");
    std::erase_if(search->entries,
                  [](const config::YamlEntry& entry) { return entry.key == "budget" || entry.key == "evaluator"; });
    return player;
  }

  void confirm() {
    std::vector<double> p;
    std::vector<Confirmed> confirmed;
    for (const Survivor& survivor : report_.survivors) {
      for (const DiscoveryDomain& domain : config_.held_out) {
        confirmed.push_back(confirm(survivor, domain));
        p.push_back(confirmed.back().p);
        say(fmt::format("confirmed {} in {}", survivor.id, domain.name));
      }
    }
    const std::vector<double> corrected = holm(p);
    for (std::size_t i = 0; i < confirmed.size(); ++i) confirmed[i].holm_p = corrected[i];
    report_.confirmed = std::move(confirmed);
  }

  Confirmed confirm(const Survivor& survivor, const DiscoveryDomain& domain) {
    const std::string folder = fmt::format("{}/confirmation/{}/{}", folder_, survivor.id, domain.name);
    Confirmed result{.id = survivor.id, .domain = domain.name};
    result.simulations = equal_time_simulations(survivor, domain, folder);
    const tournament::ResultTable table =
        play(against_control(domain, "confirmation-" + survivor.id,
                             {{survivor.id, text_at(survivor, result.simulations)}}, config_.confirmation.pairs),
             folder + "/games");
    result.pairs = pairs_of(table, survivor.id);
    const tournament::PlayerRow& row = row_of(table, survivor.id);
    result.range = row.against_reference->range;
    result.p = row.against_reference->p.value();
    result.cost = move_cost_of(row);
    result.control_cost = move_cost_of(row_of(table, kControlName));
    return result;
  }

  /// By the cost of a simulation where both have as many, then by what moves with so many take: a simulation of fewer
  /// costs less or more. Games that were begun keep their number: earlier versions measured once.
  std::uint64_t equal_time_simulations(const Survivor& survivor, const DiscoveryDomain& domain,
                                       const std::string& folder) {
    if (const auto begun = simulations_there(folder + "/games", survivor.id)) return *begun;
    const auto measure = [&](const char* name, std::uint64_t simulations, auto ratio_of) {
      const std::string place = fmt::format("{}/{}", folder, name);
      const std::optional<double> ratio = ratio_of(
          play(against_control(domain, fmt::format("{}-{}", name, survivor.id),
                               {{survivor.id, text_at(survivor, simulations)}}, config_.confirmation.cost_pairs),
               place));
      if (!ratio) throw RunError(place + ": the games hold no CPU time, so there is no number of simulations for it");
      return *ratio;
    };
    const std::uint64_t first =
        tournament::affordable_simulations(config_.simulations, measure("cost", 0, tournament::cost_over_reference));
    return tournament::affordable_simulations(first, measure("cost-again", first, tournament::time_over_reference));
  }

  /// A player's budget in games that were begun; nothing where they were not.
  static std::optional<std::uint64_t> simulations_there(const std::string& folder, const std::string& player) {
    if (!file_exists(manifest_path(folder))) return std::nullopt;
    const tournament::TournamentConfig config = tournament::read_results(folder, Detail::scores).config;
    return std::ranges::find(config.players, player, &PlayerSpec::name)->search.budget.simulations;
  }

  /// The tuned player with another budget; 0: the tournament's.
  [[nodiscard]] std::string text_at(const Survivor& survivor, std::uint64_t simulations) const {
    config::YamlNode player = config::map_node();
    config::apply_overrides(player, {{.path = "player", .value = survivor.player}});
    config::YamlNode own = without_budget(*player.find("player"));
    if (simulations > 0)
      config::apply_overrides(own, {{.path = "search.budget.simulations", .value = std::to_string(simulations)}});
    return config::flow_text(own);
  }

  void say(const std::string& text) const {
    if (settings_.say) settings_.say(text);
  }

  const DiscoveryConfig& config_;
  const DiscoverSettings& settings_;
  std::string folder_;
  std::map<std::string, double> constants_;  ///< of the control, by domain
  LineTallies generations_;                  ///< by their files in the folder
  DiscoveryReport report_;
};

}  // namespace

std::string discovery_folder_of(const DiscoveryConfig& config, const DiscoverSettings& settings) {
  return settings.folder.empty() ? "results/" + config.name : settings.folder;
}

bool is_sound(const Formula& formula) {
  try {
    (void)tournament::parse_tournament(
        fmt::format("name: sound\nseed: 1\ngame: connect4\nplayers: {{a: {{backup: average, search: {{budget: "
                    "{{simulations: 10}}}}}}, b: {{backup: {}, search: {{budget: {{simulations: 10}}}}}}}}\n"
                    "schedule: {{type: round_robin, pairs: 1, opening: {{random_plies: 1}}}}\n",
                    backup_text(formula, FormulaBoxes::left_out)),
        "(formula)");
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

DiscoveryReport run_discovery(const DiscoveryConfig& config, const DiscoverSettings& settings) {
  const SignalGuard signals;
  return Discovery(config, settings).run();
}

}  // namespace rootward::discovery
