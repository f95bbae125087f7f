// Which converter is found, and what becomes of its failures.
#include "lab/report/plot/pdf.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace rootward::plot {
namespace {

/// A PATH with nothing on it but one folder of our own.
class Pdf : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
    before_ = std::getenv("PATH");
    setenv("PATH", folder_.c_str(), 1);
  }
  void TearDown() override {
    setenv("PATH", before_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }
  void install(const std::string& name, const std::string& script) const {
    std::ofstream(at(name)) << "#!/bin/sh\n" << script;
    std::filesystem::permissions(at(name), std::filesystem::perms::owner_all);
  }

 private:
  std::filesystem::path folder_;
  std::string before_;
};

TEST_F(Pdf, NoConverterIsNoTool) { EXPECT_EQ(pdf_tool(), ""); }

TEST_F(Pdf, TheFirstConverterThatIsThereServes) {
  install("inkscape", "echo \"$@\" > " + at("said"));
  EXPECT_EQ(pdf_tool(), "inkscape");
  install("rsvg-convert", "exit 1\n");
  EXPECT_EQ(pdf_tool(), "rsvg-convert");
  EXPECT_FALSE(write_pdf("rsvg-convert", "a.svg", "a.pdf"));
  EXPECT_TRUE(write_pdf("inkscape", "a b.svg", "a b.pdf"));
  std::ifstream said(at("said"));
  std::string line;
  std::getline(said, line);
  EXPECT_EQ(line, "--export-type=pdf --export-filename=a b.pdf a b.svg");
}

}  // namespace
}  // namespace rootward::plot
