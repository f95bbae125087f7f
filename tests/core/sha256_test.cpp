// SHA-256 against the standard's own examples, with the processor's instructions and without.
#include "core/sha256.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

std::string hash_of(std::string_view bytes, bool may_use_instructions, std::size_t piece = 1000) {
  Sha256 hash(may_use_instructions);
  for (std::size_t at = 0; at < bytes.size(); at += piece) hash.add(bytes.substr(at, piece));
  return hash.hex();
}

TEST(Sha256, IsTheStandards) {
  for (const bool may_use_instructions : {false, true}) {
    EXPECT_EQ(hash_of("", may_use_instructions), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hash_of("abc", may_use_instructions), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", may_use_instructions),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hash_of(std::string(1'000'000, 'a'), may_use_instructions),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

TEST(Sha256, PiecesDoNotMatter) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i * 37);
  const std::string whole = hash_of(bytes, false);
  for (const std::size_t piece : {1U, 3U, 55U, 63U, 64U, 65U, 128U, 299U})
    for (const bool may_use_instructions : {false, true})
      EXPECT_EQ(hash_of(bytes, may_use_instructions, piece), whole) << piece;
}

}  // namespace
}  // namespace rootward
