// Reads what engine.js writes.
#include "explorer/wasm/page_operator.h"

#include <bit>
#include <cstdlib>
#include <string>

#include "backup/formula_parameters.h"

namespace rootward::explorer {
namespace {

double real_of(std::string_view hex) {
  std::uint64_t bits = 0;
  for (const char digit : hex)
    bits = bits * 16 + static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  return std::bit_cast<double>(bits);
}

std::string_view take(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return part;
}

/// %41 is A.
std::string unescaped(std::string_view text) {
  const auto digit = [](char one) { return one <= '9' ? one - '0' : (one | 0x20) - 'a' + 10; };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || i + 2 >= text.size()) {
      plain += text[i];
    } else {
      plain += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
      i += 2;
    }
  }
  return plain;
}

/// "n HEX", "t TEXT", "l COUNT item ..", "m COUNT key item ..": texts and keys are escaped.
ParamTree tree_of(std::string_view& text) {
  ParamTree tree;
  const char kind = take(text, ' ').front();
  if (kind == 'n') {
    tree.kind = ParamTree::Kind::number;
    tree.number = real_of(take(text, ' '));
  } else if (kind == 't') {
    tree.kind = ParamTree::Kind::text;
    tree.text = unescaped(take(text, ' '));
  } else {
    tree.kind = kind == 'm' ? ParamTree::Kind::map : ParamTree::Kind::list;
    const int count = std::atoi(std::string(take(text, ' ')).c_str());
    for (int i = 0; i < count; ++i) {
      if (kind == 'm') tree.keys.push_back(unescaped(take(text, ' ')));
      tree.items.push_back(tree_of(text));
    }
  }
  return tree;
}

ParamValue value_of(char type, std::string_view text) {
  if (type == 'b') return text == "1";
  if (type == 'i') return std::int64_t{std::atoll(std::string(text).c_str())};
  if (type == 'r') return real_of(text);
  if (type == 't') return std::string(text);
  if (type == 'n') return std::monostate{};
  if (type == 'y') return tree_of(text);
  std::vector<double> numbers;
  while (!text.empty()) numbers.push_back(real_of(take(text, ' ')));
  return numbers;
}

}  // namespace

std::unique_ptr<Backup> read_operator(std::string_view text, const OperatorContext& context) {
  const OperatorEntry& entry = get_operator(take(text, '\n'));
  GivenParams given;
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    const std::string key(take(line, ' '));
    const std::string_view type = take(line, ' ');
    constexpr std::string_view kOwn = "parameters.";  // of a formula
    if (key.starts_with(kOwn))
      formula::set_own_parameter(given, key.substr(kOwn.size()), value_of(type.front(), line));
    else
      given[key] = value_of(type.front(), line);
  }
  return make_backup({entry.description.name, resolve_params(entry.description.parameters, given)}, context);
}

}  // namespace rootward::explorer
