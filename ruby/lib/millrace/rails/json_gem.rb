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

      # @return [Symbol] how floats look: as Float#to_s prints them (:ruby) up to json 2.10.2; by Grisu2 (:json_gem) later; and
      #   :generator if neither is the case
      def self.float_style
        texts = FLOATS.map { |number| ::JSON.generate(number) }
        %i[ruby json_gem].find { |style| FLOATS.map { |number| Native.format_float(number, style) } == texts } || :generator
      end

      # Each way to write floats, with numbers for which Grisu2 finds more digits than necessary.
      FLOATS = [0.0, -0.0, 0.1, 100.0, 1e14, 1e15, 1e16, 1e17, 1e22, 1e100, 123456789012345.6, 1234567890123456.7, 1e-3, 1e-4, 1e-5,
                1e-6, 1e-7, 1.5e-7, 1e-9, 1e-10, 1.25e-10, 1e-11, 123e-12, 5e-324, 2.2250738585072014e-308,
                -1.7976931348623157e308, -2.5e-12, -1.2345678901234567e-5,
                *Array.new(64) { |i| (i * 2.0**(16 * (i - 32))).next_float }, *Array.new(200) { |i| (i * 1_000_003) / 997.0 }].freeze
      private_constant :FLOATS
    end
  end
end
