// What a tuning stores beside the evaluations: asked.jsonl, every point the optimizer gave, tests.jsonl, fresh tests,
// and imported.jsonl, evaluations of another folder.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tuning/journal.h"
#include "experiments/tuning/optimizer_client.h"

namespace rootward::tuning {

/// The same games as a fresh test's with the candidate as it is written.
struct StartTest {
  EvaluationResult result{};
  Gain gain{};  ///< of the recommended point over it
};

/// Fresh games at a recommended point. The first of a tuning is the honest one: it was played before any other was
/// seen.
struct FreshTest {
  Point point;
  std::uint64_t seed = 0;
  std::uint32_t games = 0;
  std::optional<std::uint64_t> evaluations{};  ///< after how many it was played, where the journal tells
  std::optional<Recommendation> posterior{};   ///< the optimizer's belief at the point then, where it had one
  bool has_model = false;                      ///< the optimizer predicts, so that this is no best score
  EvaluationResult result{};                   ///< as its line says
  bool tests_start = false;                    ///< the candidate as it is written was to play the same games
  std::optional<StartTest> start{};            ///< where both have games
};

/// What the games of a fresh test and those of the candidate as it is written say together; nothing without either's.
std::optional<StartTest> start_test(const TuningConfig& tuning, const FreshTest& test, const EvaluationGames& games,
                                    const EvaluationGames& start);

/// The numbers of a line as result_json() wrote them, for folders whose games are not there. Throws UsageError.
EvaluationResult journalled_result(const Json& line);

/// An evaluation of another folder: it is told to the optimizer, and its games stay where they are.
struct ImportedEvaluation {
  std::string from;  ///< the folder
  Json id;           ///< in that folder
  Point point;
  double mean = 0.5;
  double standard_error = 0;
  std::uint64_t games = 0;
};

/// One of the three files.
enum class JournalPart : std::uint8_t { asked, tests, imported };
inline constexpr std::array kJournalParts = {JournalPart::asked, JournalPart::tests, JournalPart::imported};

/// For the process that holds the tuning's folder. Throws RunError (disk, corrupt files).
class TuneJournal {
 public:
  /// `folder` outlives it, tells its warnings and syncs its files.
  TuneJournal(TuningJournal& folder, const TuningConfig& tuning);

  /// What was proposed under this id; null where it was not asked for yet.
  [[nodiscard]] const Proposal* asked(std::uint64_t id) const;
  [[nodiscard]] bool has_asked() const { return !asked_.empty(); }
  void append_asked(std::uint64_t id, const Proposal& proposal);

  [[nodiscard]] const std::vector<ImportedEvaluation>& imported() const { return imported_; }
  void append_imported(const ImportedEvaluation& evaluation);

  /// In the order in which they were first played.
  [[nodiscard]] const std::vector<FreshTest>& tests() const { return tests_; }
  /// The seed of this point's fresh test: the one it has been tested with, else one in [1e9, 2e9) that follows from its
  /// values, so that an interrupted test goes on; the next one that no evaluation and no other test has used.
  [[nodiscard]] std::uint64_t test_seed(const Point& point, const TuningJournal& folder) const;
  /// Nothing happens where the same games are there already.
  void append_test(const FreshTest& test);

 private:
  void append(JournalPart part, const Json& line);

  RunFolder& run_;
  const TuningConfig& tuning_;
  std::map<std::uint64_t, Proposal> asked_;
  std::vector<FreshTest> tests_;
  std::vector<ImportedEvaluation> imported_;
};

/// The files' lines without the right to write: for readers of the folder.
struct TuneJournalContent {
  std::map<std::uint64_t, Proposal> asked;
  std::vector<FreshTest> tests;
  std::vector<ImportedEvaluation> imported;
  std::vector<std::string> warnings;
};
/// `told`: what the folder's manifest tells of its files.
TuneJournalContent read_tune_journal(const std::string& folder, const TuningConfig& tuning, const LineTallies& told,
                                     DamagedLines damaged = DamagedLines::refuse);

std::string journal_path(const std::string& folder, JournalPart part);
/// Takes a line of that file. Throws UsageError.
void add_journal_line(JournalPart part, const TuningConfig& tuning, const std::string& text,
                      TuneJournalContent& content);

}  // namespace rootward::tuning
