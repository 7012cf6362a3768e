# frozen_string_literal: true

module ActiveSupport
  def self.gem_version = Gem::Version.new(VERSION::STRING)

  module VERSION
    MAJOR = 8
    MINOR = 0
    TINY = 0
    PRE = nil
    STRING = "8.0.0"
  end
end
