# frozen_string_literal: true

module ActiveSupport
  def self.gem_version = Gem::Version.new(VERSION::STRING)

  module VERSION
    MAJOR = 8
    MINOR = 1
    TINY = 0
    PRE = nil
    STRING = "8.1.0"
  end
end
