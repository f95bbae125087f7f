// Lines that the protocol does not ask for are dropped, as it wants; only time and length have limits.
#include "lab/engines/uci/uci_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/text.h"

namespace rootward {
namespace {

constexpr std::size_t kMostOptions = 10'000;
constexpr std::string_view kVariantLine = "info string variant ";

std::string first_word(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string word;
  words >> word;
  return word;
}

std::optional<AnnouncedVariant> parse_announced(std::string_view line) {
  if (!line.starts_with(kVariantLine)) return std::nullopt;
  constexpr std::string_view kStart = " startpos ";
  AnnouncedVariant found{.name = first_word(line.substr(kVariantLine.size())), .board = ""};
  if (const std::size_t at = line.find(kStart); at != std::string_view::npos)
    found.board = first_word(line.substr(at + kStart.size()));
  return found;
}

}  // namespace

UciClient::UciClient(EngineOptions options, const Stop& stop) : link_(std::move(options)) { introduce(stop); }

void UciClient::introduce(const Stop& stop) {
  constexpr std::string_view kName = "id name ";
  converse(
      "uci",
      [&](const std::string& line) {
        if (line.starts_with(kName)) engine_name_ = quoted_line(std::string_view(line).substr(kName.size()));
        if (std::optional<UciOption> option = parse_uci_option(line)) options_.push_back(std::move(*option));
        if (options_.size() > kMostOptions) link_.fail("garbage", "announces options without end");
        return first_word(line) == "uciok";
      },
      stop);
}

const UciOption* UciClient::find_option(std::string_view name) const {
  const auto found =
      std::ranges::find(options_, lower_case(name), [](const UciOption& one) { return lower_case(one.name); });
  return found == options_.end() ? nullptr : &*found;
}

std::vector<std::string> UciClient::option_names() const {
  std::vector<std::string> names;
  for (const UciOption& one : options_) names.push_back(one.name);
  return names;
}

void UciClient::set_option(const std::string& name, const std::string& value) {
  const UciOption* option = find_option(name);
  if (option == nullptr) link_.fail("error", fmt::format("has no option {}{}", name, hint_text(name, option_names())));
  if (const std::string problem = option_problem(*option, value); !problem.empty())
    link_.fail("error", fmt::format("does not take its option {}: {}", option->name, problem));
  has_files_of_variants_ = has_files_of_variants_ || option->name == "VariantPath";
  const std::string set = "setoption name " + option->name;
  send(option->type == "button" ? set : set + " value " + value);
}

bool UciClient::names_variant(const std::string& variant) const {
  const UciOption* option = find_option(kVariantOption);
  return option != nullptr && std::ranges::find(option->values, variant) != option->values.end();
}

void UciClient::set_variant(const std::string& variant, const std::string& board, const Stop& stop) {
  const UciOption* option = find_option(kVariantOption);
  if (option == nullptr)
    link_.fail("error",
               fmt::format("has no option {}, so it cannot be set to the variant {}", kVariantOption, variant));
  if (!names_variant(variant) && !has_files_of_variants_)
    link_.fail("error", fmt::format("does not know the variant {}{}", variant, hint_text(variant, option->values)));
  announced_.reset();
  send(fmt::format("setoption name {} value {}", option->name, variant));
  wait_until_ready(stop);
  if (!announced_ && !names_variant(variant))
    link_.fail("error", fmt::format("did not take the variant {}, which its list does not name", variant));
  if (announced_ && announced_->name != variant)
    link_.fail("error",
               fmt::format("was to play {} and says that it plays {}", variant, quoted_line(announced_->name)));
  if (announced_ && !announced_->board.empty() && announced_->board != board)
    link_.fail("error", fmt::format("begins {} from {}; our game begins from {}", variant,
                                    quoted_line(announced_->board), board));
}

void UciClient::wait_until_ready(const Stop& stop) {
  converse(
      "isready", [](const std::string& line) { return first_word(line) == "readyok"; }, stop);
}

void UciClient::converse(const std::string& line, const std::function<bool(const std::string&)>& is_last,
                         const Stop& stop) {
  link_.send(line);
  for (;;) {
    const std::string answer = link_.read_line(stop);
    if (std::optional<AnnouncedVariant> variant = parse_announced(answer)) announced_ = std::move(*variant);
    if (is_last(answer)) return;
  }
}

std::string UciClient::best_move(const std::string& go, const Stop& stop) {
  std::string move;
  converse(
      go,
      [&](const std::string& line) {
        std::istringstream words(line);
        std::string word;
        if (!(words >> word) || word != "bestmove") return false;
        if (!(words >> move)) link_.fail("garbage", fmt::format("answered `{}` with a bestmove without a move", go));
        return true;
      },
      stop);
  return move;
}

}  // namespace rootward
