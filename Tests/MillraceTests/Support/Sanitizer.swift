#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether this program was built with the address sanitizer, whose stack frames are several times as large.
let isAddressSanitized = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
