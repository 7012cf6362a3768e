# frozen_string_literal: true

require "json"

module Millrace
  module Rails
    # The json gem's own definitions, which differ by version.
    module JsonGem
      ROOT = File.join(File.dirname(::JSON.const_source_location(:VERSION).first), "")
      VERSION = Gem::Version.new(::JSON::VERSION)

      # From this version on, one `to_json` in Ruby serves all of Ruby's classes. Before, each class had one in C.
      RUBY_TO_JSON = Gem::Version.new("2.19.0")

      # @return [Boolean] whether a Method is a part of the gem, and not an addition to core classes that it offers
      def self.defines?(method)
        path = method.source_location&.first
        return method.owner.name.to_s.start_with?("JSON::Ext::") unless path

        path.start_with?(ROOT) && !path.start_with?(File.join(ROOT, "add/"))
      end

      # @return [Boolean] whether a Method is the gem's own to_json for Ruby's classes
      def self.to_json?(method)
        return defines?(method) && method.owner.name == "JSON::GeneratorMethods" if VERSION >= RUBY_TO_JSON

        method.source_location.nil? && method.owner.name.to_s.start_with?("JSON::Ext::Generator::GeneratorMethods::")
      end

      # @return [Boolean] whether floats look as Float#to_s prints them, which they do up to json 2.10.2
      def self.floats_as_ruby?
        [1.0, 1e15, 1e16, 1e22, 1e-4, 1e-5, 1e100, -0.0].all? { |number| ::JSON.generate(number) == number.to_s }
      end
    end
  end
end
