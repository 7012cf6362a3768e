# frozen_string_literal: true

# Rails has a plugin for minitest, which needs more of Rails than the tests do.
ENV["MT_NO_PLUGINS"] = "1"
require "minitest/autorun"
require "rbconfig"

# What processes that tests start are run with.
module Processes
  RUBY = ENV.fetch("MILLRACE_RUBY", RbConfig.ruby)
  LIBRARY = File.join(__dir__, "..", "lib")
  # Another build of the extension: for another Ruby, or with a sanitizer.
  BUILD = ENV.fetch("MILLRACE_BUILD", LIBRARY)
  COMMAND = [RUBY, "-I#{BUILD}", "-I#{LIBRARY}"].freeze
end
