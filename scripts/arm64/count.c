// A plug-in of qemu-user that counts the instructions of a program between each two of its calls of `getppid`, and prints the numbers,
// one in each line. The declarations are those of qemu-plugin.h, which Debian does not package.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

enum { GETPPID = 173, INLINE_ADD = 0 };

typedef uint64_t Identifier;
struct Block;

void qemu_plugin_register_vcpu_tb_trans_cb(Identifier, void (*)(Identifier, struct Block *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct Block *, int operation, void *counter, uint64_t number);
void qemu_plugin_register_vcpu_syscall_cb(Identifier,
    void (*)(Identifier, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
size_t qemu_plugin_tb_n_insns(const struct Block *);
void qemu_plugin_outs(const char *);

int qemu_plugin_version = 1;

static uint64_t count, start;
static int is_inside;

static void translated(Identifier identifier, struct Block *block) {
  qemu_plugin_register_vcpu_tb_exec_inline(block, INLINE_ADD, &count, qemu_plugin_tb_n_insns(block));
}

static void called(Identifier identifier, unsigned processor, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
    uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
  if (number != GETPPID) return;
  if (is_inside) {
    char line[32];
    snprintf(line, sizeof line, "%" PRIu64 "\n", count - start);
    qemu_plugin_outs(line);
  }
  is_inside = !is_inside;
  start = count;
}

int qemu_plugin_install(Identifier identifier, const void *description, int argument_count, char **arguments) {
  qemu_plugin_register_vcpu_tb_trans_cb(identifier, translated);
  qemu_plugin_register_vcpu_syscall_cb(identifier, called);
  return 0;
}
