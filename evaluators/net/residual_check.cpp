// The sizes are taken from where they are told first: the board and the planes from the metadata, the filters from the
// stem or the first block, all else from the tensor itself.
#include "evaluators/net/residual_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"
#include "evaluators/net/model.h"

namespace rootward::net {
namespace {

/// A size of a shape: a number, or a word where the file does not say it. `any`: whatever is there.
struct WantedSize {
  std::size_t number = 0;
  std::string word{};
  bool is_any = false;

  [[nodiscard]] bool takes(std::size_t size) const { return is_any || !word.empty() ? size >= 1 : size == number; }
  [[nodiscard]] std::string text() const { return word.empty() ? std::to_string(number) : word; }
};
using WantedShape = std::vector<WantedSize>;

WantedSize known(std::size_t number, std::string word) {
  return number > 0 ? WantedSize{.number = number} : WantedSize{.word = std::move(word)};
}
WantedSize open_size(std::string word) { return {.word = std::move(word), .is_any = true}; }

std::string wanted_text(const WantedShape& shape) {
  std::vector<std::string> sizes;
  for (const WantedSize& size : shape) sizes.push_back(size.text());
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

std::size_t number_in(std::string_view text) { return parse_number<std::size_t>(text).value_or(0); }

/// Points of "9" or "7x6"; 0 where it says none.
std::size_t points_of(const std::string& board) {
  const std::size_t mark = board.find('x');
  if (mark == std::string::npos) return number_in(board) * number_in(board);
  return number_in(std::string_view(board).substr(0, mark)) * number_in(std::string_view(board).substr(mark + 1));
}

class ResidualChecker {
 public:
  explicit ResidualChecker(const TensorHeader& file) : file_(file) {}

  std::vector<TensorProblem> problems() {
    check_metadata();
    find_sizes();
    check_trunk();
    check_head("policy");
    check_tensor("policy.fc.weight", {head_numbers("policy"), known(actions_, "actions")});
    check_optional("policy.fc.bias", {known(actions_, "actions")});
    check_head("value");
    const WantedSize hidden = hidden_size();
    check_tensor("value.fc0.weight", {head_numbers("value"), hidden});
    check_optional("value.fc0.bias", {hidden});
    check_tensor("value.fc1.weight", {hidden, {.number = 1}});
    check_optional("value.fc1.bias", {{.number = 1}});
    check_rest();
    return std::move(problems_);
  }

 private:
  [[nodiscard]] const TensorHeader::Entry* find(const std::string& name) const {
    const auto found = file_.tensors.find(name);
    return found == file_.tensors.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::string metadata(const std::string& key) const {
    const auto found = file_.metadata.find(key);
    return found == file_.metadata.end() ? "" : found->second;
  }
  void add(std::string what, std::string message) { problems_.push_back({std::move(what), std::move(message)}); }

  void check_metadata() {
    const std::pair<const char*, const char*> needed[] = {
        {"architecture", R"("residual, post-activation" or "residual, pre-activation")"},
        {"board", R"(its lines, "9", or columns x lines, "7x6")"},
        {"planes", "what it sees, \"history 5, black_to_move\""}};
    for (const auto& [key, allowed] : needed)
      if (metadata(key).empty()) add(fmt::format("metadata {}", key), fmt::format("is missing; wanted: {}", allowed));
  }

  void find_sizes() {
    points_ = points_of(metadata("board"));
    actions_ = number_in(metadata("actions"));
    if (actions_ == 0 && points_ > 0) actions_ = points_ + 1;
    if (const std::optional<Planes> planes = parse_planes(metadata("planes")))
      planes_ = static_cast<std::size_t>(plane_count(*planes));
    is_pre_ = metadata("architecture").starts_with("residual, pre-activation");
    std::set<std::size_t> blocks;
    for (const auto& [name, entry] : file_.tensors)
      if (name.starts_with("block")) {
        const std::string_view rest = std::string_view(name).substr(5, name.find('.') - 5);
        if (rest == "0" || number_in(rest) > 0) blocks.insert(number_in(rest));
      }
    while (blocks.contains(blocks_)) ++blocks_;  // one after the other: others are told as tensors that nobody reads
    for (const char* name : {"stem.weight", "block0.conv0.weight", "block0.conv1.weight"})
      if (filters_ == 0) filters_ = filters_of(name);
  }

  /// Filters of a convolution in our order or PyTorch's; 0: none.
  [[nodiscard]] std::size_t filters_of(const std::string& name) const {
    const TensorHeader::Entry* entry = find(name);
    if (entry == nullptr || entry->shape.size() != 4) return 0;
    return is_torch_order(entry->shape) ? entry->shape[0] : entry->shape[3];
  }
  static bool is_torch_order(const std::vector<std::size_t>& shape) {
    return shape.size() == 4 && shape[2] == shape[3] && shape[2] <= 5 && shape[0] != shape[1];
  }

  /// Channels of a head, whatever the order of its convolution's indices.
  [[nodiscard]] WantedSize head_channels(const std::string& head) const {
    const TensorHeader::Entry* entry = find(head + ".conv.weight");
    if (entry == nullptr) return open_size("channels");
    if (entry->shape.size() == 4) return known(entry->shape[0], "channels");
    return entry->shape.size() == 2 ? known(entry->shape[1], "channels") : open_size("channels");
  }
  /// Of the value's hidden layer: its bias says it in any order.
  [[nodiscard]] WantedSize hidden_size() const {
    if (const TensorHeader::Entry* bias = find("value.fc0.bias"); bias != nullptr && bias->shape.size() == 1)
      return known(bias->shape[0], "hidden");
    const TensorHeader::Entry* entry = find("value.fc0.weight");
    return entry == nullptr || entry->shape.size() != 2 ? open_size("hidden") : known(entry->shape[1], "hidden");
  }
  /// What a head's first dense layer reads: a number a point and channel.
  [[nodiscard]] WantedSize head_numbers(const std::string& head) const {
    const WantedSize channels = head_channels(head);
    if (points_ > 0 && channels.number > 0) return {.number = points_ * channels.number};
    return open_size(fmt::format("points x {}", channels.text()));
  }

  void check_trunk() {
    const WantedSize filters = known(filters_, "filters"), planes = known(planes_, "planes");
    const bool has_stem = find("stem.weight") != nullptr || find("block0.conv0.weight") == nullptr;
    if (has_stem) check_convolution("stem", planes, filters);
    check_norm("stem.norm", filters);
    for (std::size_t block = 0; block < std::max<std::size_t>(blocks_, 1); ++block) {
      const std::string name = fmt::format("block{}", block);
      const WantedSize in = block == 0 && !has_stem ? planes : filters;
      check_convolution(name + ".conv0", in, filters);
      check_convolution(name + ".conv1", filters, filters);
      check_norm(name + ".norm0", is_pre_ ? in : filters);
      check_norm(name + ".norm1", filters);
    }
    if (is_pre_) check_norm("tip.norm", filters);
  }

  void check_convolution(const std::string& name, const WantedSize& in, const WantedSize& out) {
    const std::string weight = name + ".weight";
    const TensorHeader::Entry* entry = find(weight);
    WantedSize window = open_size("k");
    if (entry != nullptr && entry->shape.size() == 4 && entry->shape[0] == entry->shape[1] &&
        entry->shape[0] % 2 == 1 && entry->shape[0] <= 5)
      window = {.number = entry->shape[0]};
    const bool is_square = window.number > 0;
    check_tensor(weight, {window, window, in, out}, !is_square);
    check_optional(name + ".bias", {out});
  }

  /// A norm that is there at all needs its mean and its variance.
  void check_norm(const std::string& name, const WantedSize& width) {
    bool is_there = false;
    for (const char* part : {".mean", ".variance", ".scale", ".bias"})
      is_there = is_there || find(name + part) != nullptr;
    if (!is_there) return;
    for (const char* part : {".mean", ".variance"}) check_tensor(name + part, {width});
    for (const char* part : {".scale", ".bias"}) check_optional(name + part, {width});
  }

  void check_head(const std::string& head) {
    const WantedSize channels = head_channels(head);
    check_tensor(head + ".conv.weight", {known(filters_, "filters"), channels});
    const TensorHeader::Entry* bias = find(head + ".conv.bias");
    if (bias != nullptr && bias->shape.size() == 3)
      check_optional(head + ".conv.bias", {open_size("rows"), open_size("columns"), channels});
    else
      check_optional(head + ".conv.bias", {channels});
    check_norm(head + ".norm", channels);
  }

  void check_optional(const std::string& name, const WantedShape& shape) {
    if (find(name) != nullptr) check_tensor(name, shape);
  }

  /// `is_wrong`: refused whatever its sizes.
  void check_tensor(const std::string& name, const WantedShape& shape, bool is_wrong = false) {
    wanted_.insert(name);
    const TensorHeader::Entry* entry = find(name);
    if (entry == nullptr) return add("tensor " + name, missing_text(name, shape));
    if (entry->type != "F32" && entry->type != "BF16")
      add("tensor " + name, fmt::format("its type is {}; wanted: F32 or BF16", entry->type));
    bool fits = !is_wrong && entry->shape.size() == shape.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = shape[i].takes(entry->shape[i]);
    if (!fits)
      add("tensor " + name, fmt::format("its shape is {}; wanted: {}{}", shape_text(entry->shape), wanted_text(shape),
                                        order_hint(entry->shape, shape)));
  }

  /// What would bring PyTorch's order of the indices into ours.
  static std::string order_hint(const std::vector<std::size_t>& have, const WantedShape& want) {
    const auto fits = [&](const std::vector<std::size_t>& order) {
      if (have.size() != order.size() || want.size() > order.size()) return false;
      for (std::size_t i = 0; i < order.size(); ++i)
        if (i < want.size() ? !want[i].takes(have[order[i]]) : have[order[i]] != 1) return false;
      return true;
    };
    if (want.size() == 4 && fits({2, 3, 1, 0})) return " (PyTorch's [out, in, row, column]: permute(2, 3, 1, 0))";
    if (want.size() == 2 && have.size() == 4 && fits({1, 0, 2, 3}))
      return " (PyTorch's [out, in, 1, 1]: [:, :, 0, 0].t())";
    if (want.size() == 2 && fits({1, 0})) return " (PyTorch's [out, in]: t())";
    return "";
  }

  [[nodiscard]] std::string missing_text(const std::string& name, const WantedShape& shape) const {
    std::vector<std::string> names;
    for (const auto& [other, entry] : file_.tensors) names.push_back(other);
    return fmt::format("is missing; wanted: {}{}", wanted_text(shape), hint_text(name, names));
  }

  void check_rest() {
    for (const auto& [name, entry] : file_.tensors)
      if (!wanted_.contains(name))
        add("tensor " + name,
            fmt::format("{} {} is no part of this architecture", entry.type, shape_text(entry.shape)));
  }

  const TensorHeader& file_;
  std::vector<TensorProblem> problems_;
  std::set<std::string> wanted_;
  std::size_t points_ = 0, actions_ = 0, planes_ = 0, filters_ = 0, blocks_ = 0;  // 0: the file does not say
  bool is_pre_ = false;
};

}  // namespace

std::vector<TensorProblem> residual_problems(const TensorHeader& file) { return ResidualChecker(file).problems(); }

}  // namespace rootward::net
