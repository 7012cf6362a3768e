# frozen_string_literal: true

require "mkmf"

# Functions that Ruby has but does not declare. The library works without them (see method_guard.c, method_entry.c and hash.c).
have_func("rb_callable_method_entry") unless ENV["MILLRACE_PUBLIC_API_ONLY"]
have_func("rb_objspace_reachable_objects_from") unless ENV["MILLRACE_PUBLIC_API_ONLY"]
have_func("rb_hash_compare_by_id_p") unless ENV["MILLRACE_PUBLIC_API_ONLY"]

if (sanitizers = ENV["MILLRACE_SANITIZE"])
  # Frames are left alone, because Ruby jumps out of them without telling the sanitizer; so the buffer goes to the heap.
  $CFLAGS << " -g -O1 -fno-omit-frame-pointer -fsanitize=#{sanitizers} --param asan-stack=0"
  $defs << "-DMILLRACE_INLINE_CAPACITY=1"
  $LDFLAGS << " -fsanitize=#{sanitizers}"
end
append_cflags(["-std=c11", "-fvisibility=hidden", "-Wall"])
# The files are compiled as one program where that is possible: a string passes through three of them.
unless ENV["MILLRACE_SANITIZE"]
  append_cflags("-O3")
  append_cflags("-flto") if try_ldflags("-flto") && append_ldflags("-flto")
end
# The files are in folders by their subjects, and include each other by their paths from here.
$VPATH.concat(Dir[File.join($srcdir, "*/")].map { |folder| "$(srcdir)/#{File.basename(folder)}" })
$srcs = Dir[File.join($srcdir, "{,*/}*.c")]
$headers.concat(Dir[File.join($srcdir, "*", "*.h")].map { |header| File.expand_path(header) })
create_makefile("millrace/millrace")
