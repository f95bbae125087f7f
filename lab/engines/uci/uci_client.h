// The controller's side of UCI: options, positions, searches; a program that breaks the protocol is a PlayerFault.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/engines/engine_link.h"
#include "lab/engines/uci/uci_option.h"

namespace rootward {

/// What a program says when a variant is set: "info string variant NAME .. startpos FEN".
struct AnnouncedVariant {
  std::string name;
  std::string board;  ///< the FEN's first word; "" where it gives none
};

class UciClient {
 public:
  using Stop = EngineLink::Stop;
  static constexpr std::string_view kVariantOption = "UCI_Variant";

  /// Starts the program and reads its name and options. Throws PlayerFault.
  UciClient(EngineOptions options, const Stop& stop);

  /// "Fairy-Stockfish 11.1".
  [[nodiscard]] const std::string& engine_name() const { return engine_name_; }
  /// Names of options are the same in any case. Null where the program has none of the name.
  [[nodiscard]] const UciOption* find_option(std::string_view name) const;
  /// Sets it; a name or a value that the program does not know is a PlayerFault.
  void set_option(const std::string& name, const std::string& value);
  /// Sets the variant and makes sure that the program knows it and begins it from `board`.
  void set_variant(const std::string& variant, const std::string& board, const Stop& stop);

  /// Sends a line without an answer.
  void send(const std::string& line) { link_.send(line); }
  /// Waits until the program has done all it was sent; what it says meanwhile is dropped.
  void wait_until_ready(const Stop& stop);
  /// Sends a line and hands the lines of its answer to `is_last`, until that says so.
  void converse(const std::string& line, const std::function<bool(const std::string&)>& is_last, const Stop& stop);
  /// The move that `go ..` ends with, "(none)" where it knows none.
  std::string best_move(const std::string& go, const Stop& stop);

  void begin_games() { link_.begin_games(); }
  void quit() { link_.quit(); }
  [[nodiscard]] double cpu_seconds() { return link_.cpu_seconds(); }

 private:
  void introduce(const Stop& stop);
  [[nodiscard]] std::vector<std::string> option_names() const;
  [[nodiscard]] bool names_variant(const std::string& variant) const;

  EngineLink link_;
  std::string engine_name_ = "a UCI engine without a name";
  std::vector<UciOption> options_;
  bool has_files_of_variants_ = false;
  std::optional<AnnouncedVariant> announced_;
};

}  // namespace rootward
