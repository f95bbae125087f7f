// Nothing but main(): what needs the command line's library is compiled with its room.
#include <csignal>

#include "cli/program.h"
#include "core/file_io.h"

int main(int argc, char** argv) {
  rootward::occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  return rootward::run_program(argc, argv);
}
