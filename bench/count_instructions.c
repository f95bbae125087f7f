/* A plugin for qemu's user emulation that says at the end how many instructions were executed (scripts/arm64 --count).
   Debian has no header of qemu's plugin interface, so what is used of version 1 is declared here. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t Id;
typedef struct qemu_plugin_tb Block;
typedef struct qemu_info_t Info;
enum Operation { kAdd };

size_t qemu_plugin_tb_n_insns(const Block* block);
void qemu_plugin_register_vcpu_tb_exec_inline(Block* block, enum Operation operation, void* counter, uint64_t number);
void qemu_plugin_register_vcpu_tb_trans_cb(Id id, void (*call)(Id, Block*));
void qemu_plugin_register_atexit_cb(Id id, void (*call)(Id, void*), void* data);

int qemu_plugin_version = 1;

static uint64_t executed;

static void on_block(Id id, Block* block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, kAdd, &executed, qemu_plugin_tb_n_insns(block));
}

static void on_exit(Id id, void* data) {
  (void)id;
  (void)data;
  fprintf(stderr, "%" PRIu64 "\n", executed);
}

int qemu_plugin_install(Id id, const Info* info, int argc, char** argv) {
  (void)info;
  (void)argc;
  (void)argv;
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_block);
  qemu_plugin_register_atexit_cb(id, on_exit, NULL);
  return 0;
}
