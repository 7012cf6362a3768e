# frozen_string_literal: true

require "mkmf"

# Two functions that Ruby has but does not declare. The library works without them (see method_guard.c and hash.c).
have_func("rb_callable_method_entry") unless ENV["MILLRACE_PUBLIC_API_ONLY"]
have_func("rb_hash_compare_by_id_p") unless ENV["MILLRACE_PUBLIC_API_ONLY"]

append_cflags(["-std=c11", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-unused-parameter"])
create_makefile("millrace/millrace")
