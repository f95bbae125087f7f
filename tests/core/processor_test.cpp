// What the process may use of its processor, against what Linux tells of it.
#include "core/processor.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

namespace rootward {
namespace {

/// The fields of /proc/cpuinfo's first processor.
std::map<std::string, std::string> told_of_processor() {
  std::map<std::string, std::string> told;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos)
      told[line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1)] = line.substr(colon + 2);
  }
  return told;
}

TEST(Processor, DepositsBitsOnlyWhereItsMicrocodeNeedNot) {
  if (std::getenv("ROOTWARD_CPU") != nullptr) GTEST_SKIP() << "capped by ROOTWARD_CPU";
  const std::map<std::string, std::string> told = told_of_processor();
  if (!told.contains("flags") || !told.contains("cpu family"))
    GTEST_SKIP() << "Linux tells no family of this processor";
  const std::string& vendor = told.at("vendor_id");
  const int family = std::stoi(told.at("cpu family"));
  const bool has_bmi2 = (" " + told.at("flags") + " ").find(" bmi2 ") != std::string::npos;
  const bool is_slow = (vendor == "AuthenticAMD" && (family == 21 || family == 23)) || vendor == "HygonGenuine";
  EXPECT_EQ(processor().bmi2, has_bmi2);
  EXPECT_EQ(processor().fast_pdep, has_bmi2 && !is_slow) << vendor << " family " << family;
}

}  // namespace
}  // namespace rootward
