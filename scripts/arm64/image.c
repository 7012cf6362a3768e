// Registers the metadata of a program with the Swift runtime when it starts, as `swiftrt.o` of a toolchain does.
//
// The compiler writes metadata to sections with these names. The linker defines symbols for the beginning and the end of each.

#include "MetadataSections.h"

#define SECTIONS(apply)                                                                                             \
  apply(swift5_protocols) apply(swift5_protocol_conformances) apply(swift5_type_metadata) apply(swift5_typeref)     \
      apply(swift5_reflstr) apply(swift5_fieldmd) apply(swift5_assocty) apply(swift5_replace) apply(swift5_replac2) \
          apply(swift5_builtin) apply(swift5_capture) apply(swift5_mpenum) apply(swift5_accessible_functions)       \
              apply(swift5_runtime_attributes) apply(swift5_tests)

// An empty member makes each section exist.
#define DECLARE(name)                                  \
  extern const char __start_##name[], __stop_##name[]; \
  static const char member_of_##name[0] __attribute__((section(#name), used, retain));
SECTIONS(DECLARE)

extern const char __ehdr_start[] __attribute__((weak));
extern void swift_addNewDSOImage(struct MetadataSections *);

static struct MetadataSections sections;

__attribute__((constructor)) static void addImage(void) {
  sections.version = 5;
  sections.baseAddress = __ehdr_start;
#define SET(name) \
  sections.name = (MetadataSectionRange){(__swift_uintptr_t)__start_##name, (__swift_size_t)(__stop_##name - __start_##name)};
  SECTIONS(SET)
  swift_addNewDSOImage(&sections);
}
