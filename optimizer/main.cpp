// Nothing but main() of rootward-optimizer.
#include <csignal>

#include "core/file_io.h"
#include "optimizer/program.h"

int main(int argc, char** argv) {
  rootward::occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  return rootward::optimizer::run_program(argc, argv);
}
