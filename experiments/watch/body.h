// What each kind of run shows of itself. Its numbers are those of `table`, made by the same functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/estimates/folder.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tuning/stored_tuning.h"
#include "lab/arena/heartbeat.h"

namespace rootward::watch {

enum class Tone : std::uint8_t { plain, strong, faint, alarm };
struct ShownLine {
  std::string text;
  Tone tone = Tone::plain;
};

/// Which row comes first.
enum class RowOrder : std::uint8_t { as_in_table, by_name, by_score, by_games };
std::string_view order_name(RowOrder order);

struct View {
  std::size_t width = 80;
  std::size_t height = 24;  ///< 0 = as many lines as there are
  RowOrder order = RowOrder::as_in_table;
  std::size_t scroll = 0;  ///< lines of the body that are passed over
  bool has_blocks = false;
  bool is_whole = false;  ///< nothing is cut at the width: who reads is no screen
};

/// Where a run stands by its files.
struct Standing {
  std::string name;
  std::string question;
  std::string unit = "games";
  std::uint64_t done = 0;
  std::optional<std::uint64_t> wanted;  ///< nothing: only who plays knows
  bool is_complete = false;
  std::vector<std::string> alarms;  ///< faults, void games, damaged lines
};

/// Of what a page is made.
struct PageParts {
  std::vector<const tournament::StoredResults*> tournaments{};
  std::vector<const estimates::StoredEstimates*> estimates{};
  std::vector<const tuning::StoredTuning*> tunings{};
  std::vector<std::pair<std::string, std::string>>
      tables{};  ///< folders of studies and training runs, and their tables as text
  [[nodiscard]] bool is_empty() const {
    return tournaments.empty() && estimates.empty() && tunings.empty() && tables.empty();
  }
};

class Body {
 public:
  Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  virtual ~Body() = default;

  /// Reads what is new; whether there was anything. Throws RunError, UsageError.
  virtual bool look() = 0;
  [[nodiscard]] virtual Standing standing() const = 0;
  /// `sign`: of whoever plays, if somebody does.
  [[nodiscard]] virtual std::vector<ShownLine> lines(const View& view, const SignOfLife* sign) const = 0;
  /// The most important in a few words; "" = nothing yet.
  [[nodiscard]] virtual std::string summary(const SignOfLife* sign) const = 0;
  /// What `table --format json` prints; "" where there is nothing yet.
  [[nodiscard]] virtual std::string table_json() const = 0;
  /// Adds what there is so far.
  virtual void add_to(PageParts& /*page*/) const {}
};

/// Of a folder with a manifest. `detail` of a tournament: Detail::scores where pages are made of it, else
/// Detail::tables.
std::unique_ptr<Body> make_tournament_body(const std::string& folder, Detail detail);
std::unique_ptr<Body> make_tuning_body(const std::string& folder, Detail detail);
std::unique_ptr<Body> make_estimates_body(const std::string& folder, Detail detail);
std::unique_ptr<Body> make_training_body(const std::string& folder, Detail detail);

/// What shows a folder of any kind; null where there is nothing to show but who plays.
using MakeBody = std::unique_ptr<Body> (*)(const std::string& folder, Detail detail);
/// `make`: for the runs that it is made of.
std::unique_ptr<Body> make_study_body(const std::string& folder, Detail detail, MakeBody make);

}  // namespace rootward::watch
