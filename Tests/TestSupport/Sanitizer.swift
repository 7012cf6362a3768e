import SystemLibrary

/// Whether this program was built with the address sanitizer, whose stack frames are several times as large.
package let isAddressSanitized = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

/// Whether this program was built without optimization, or with the address sanitizer.
package let isSlowBuild: Bool = {
  #if DEBUG
    true
  #else
    isAddressSanitized
  #endif
}()

/// Whether an emulator runs this program, which takes ten times as long: `scripts/arm64/test-arm64` says so.
package let isEmulated = environmentVariable("MILLRACE_EMULATED") != nil
