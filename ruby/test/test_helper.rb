# frozen_string_literal: true

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
