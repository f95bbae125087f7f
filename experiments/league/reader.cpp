// A league's tree to its configuration.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "experiments/league/config.h"
#include "experiments/league/operator_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/map_reader.h"
#include "lab/config/piped_file.h"

namespace rootward::league {
namespace {

using config::MapReader;
using config::ProblemList;
using config::YamlNode;

constexpr std::int64_t kDefaultSeeds = 5;
constexpr std::int64_t kDefaultEvaluations = 60;

class LeagueReader {
 public:
  LeagueReader(const YamlNode& root, std::filesystem::path folder)
      : root_(root), map_(root, problems_), folder_(std::move(folder)) {}

  LeagueConfig read() {
    config::check_kind(root_, config::FileKind::league);
    league_.name = config::read_configuration_name(map_, problems_);
    league_.question = std::get<std::string>(map_.read(text_spec("question")));
    league_.hypothesis = std::get<std::string>(map_.read(text_spec("hypothesis")));
    league_.seed = config::read_seed(map_, problems_);
    league_.tuning = read_file_name("tuning", "the file of a tuning, from this file's folder");
    league_.finals = read_file_name("finals", "the file of a tournament, from this file's folder");
    league_.seeds = static_cast<std::uint32_t>(map_.read_integer(integer_spec("seeds", kDefaultSeeds, 2, 1000)));
    league_.evaluations =
        static_cast<std::uint32_t>(map_.read_integer(integer_spec("evaluations", kDefaultEvaluations, 1, 100'000)));
    league_.operators = read_operators(map_.take("operators"), problems_);
    map_.finish();
    problems_.throw_if_any();
    return std::move(league_);
  }

 private:
  std::string read_file_name(const char* key, const char* allowed) {
    const YamlNode* node = map_.require(key, allowed);
    const std::string name = node == nullptr ? "" : config::read_name(*node, allowed, problems_).value_or("");
    const std::filesystem::path file = folder_ / name;
    if (std::error_code unreadable; !name.empty() && !std::filesystem::is_regular_file(file, unreadable))
      problems_.add(*node, fmt::format("{} is not there: no file {}", name, file.string()));
    return file.string();
  }

  const YamlNode& root_;
  ProblemList problems_;
  MapReader map_;
  std::filesystem::path folder_;
  LeagueConfig league_;
};

}  // namespace

LeagueConfig read_league(const std::string& file, const std::vector<Override>& overrides,
                         const std::vector<Override>& options) {
  YamlNode root = config::configuration_tree(config::text_of(file), file, overrides);
  config::apply_overrides(root, options, {.prefix = "", .shown = "", .option = "--"});
  return LeagueReader(root, config::configuration_folder(file)).read();
}

}  // namespace rootward::league
