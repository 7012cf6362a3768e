# frozen_string_literal: true

require "fileutils"
require_relative "packages"

module Versions
  # A Ruby of a later Debian release in a folder. It runs with the C library of that release, from the same folder. Debian builds it
  # without YJIT: MILLRACE_LIBRUBY=FOLDER replaces its libruby by another build of the same version.
  module LaterRuby
    SOURCES = File.expand_path("../../ext/millrace", __dir__)
    LIBRARIES = "usr/lib/x86_64-linux-gnu"

    # @param root [String] the unpacked packages
    # @return [String] a program that takes the arguments of `ruby`
    def self.executable(root)
      path = File.join(root, "ruby")
      # Not written again while a process may read it.
      return path if File.file?(path) && File.read(path) == script(root)

      File.write(path, script(root))
      File.chmod(0o755, path)
      path
    end

    # Compiles the extension for this Ruby, if it has changed.
    #
    # @return [String] the folder to load it from
    def self.extension(root)
      folder = File.join(root, "millrace")
      library = File.join(folder, "millrace", "millrace.so")
      sources = Dir[File.join(SOURCES, "**", "*.{c,h}")]
      return folder if File.file?(library) && sources.all? { |source| File.mtime(source) < File.mtime(library) }

      FileUtils.mkdir_p(File.dirname(library))
      headers = %w[include/ruby-3.3.0 include/x86_64-linux-gnu/ruby-3.3.0].map { |path| "-I#{root}/usr/#{path}" }
      system("cc", "-shared", "-fPIC", "-std=gnu11", "-O3", "-flto=1", "-fvisibility=hidden", "-Wall", "-Werror",
             "-DHAVE_RB_OBJSPACE_REACHABLE_OBJECTS_FROM", "-I#{SOURCES}", *headers, *sources.grep(/\.c\z/), "-o", library, exception: true)
      folder
    end

    def self.script(root)
      libraries = File.join(root, LIBRARIES)
      paths = ["#{root}/usr/lib/ruby/vendor_ruby", "#{root}/usr/lib/ruby/3.3.0", "#{libraries}/ruby/3.3.0"]
      gems = ["#{libraries}/rubygems-integration/3.3.0", "/usr/share/rubygems-integration/all"]
      <<~SHELL
        #!/bin/sh
        export RUBYLIB="${RUBYLIB:+$RUBYLIB:}#{paths.join(":")}" GEM_PATH="${MILLRACE_GEM_PATH:+$MILLRACE_GEM_PATH:}#{gems.join(":")}"
        exec "#{libraries}/ld-linux-x86-64.so.2" --library-path "${MILLRACE_LIBRUBY:+$MILLRACE_LIBRUBY:}#{libraries}" "#{root}/usr/bin/ruby3.3" "$@"
      SHELL
    end
    private_class_method :script
  end
end
