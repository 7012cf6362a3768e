# frozen_string_literal: true

require "active_support/core_ext/object/json"
require "active_support/core_ext/module/delegation"

# The interface of Active Support 8.0's encoder, written from what it does: the HTML escapes depend on an option of each
# call, which the setting is only the default of, and are made in the finished text; fragments stay as they are.
module ActiveSupport
  module JSON
    module Encoding
      class << self
        attr_accessor :use_standard_json_time_format, :escape_html_entities_in_json, :time_precision, :json_encoder
      end

      class JSONGemEncoder
        SEPARATORS = { "\u2028" => '\u2028', "\u2029" => '\u2029' }.freeze
        ENTITIES = SEPARATORS.merge("<" => '\u003c', ">" => '\u003e', "&" => '\u0026').freeze

        attr_reader :options

        def initialize(options = nil)
          @options = options || {}
        end

        def encode(value)
          value = value.as_json(options.dup) unless options.empty?
          json = stringify(jsonify(value))
          # Only now: as_json may have changed the setting.
          html = @options.fetch(:escape_html_entities) { Encoding.escape_html_entities_in_json }
          escapes = html ? ENTITIES : SEPARATORS
          json.gsub(Regexp.union(escapes.keys), escapes)
        end

        private

        def jsonify(value)
          case value
          when nil, true, false, String, Symbol, Integer then value
          when Numeric then value.as_json
          when Hash
            value.each_with_object({}) do |(key, member), copy|
              key = key.to_s unless key.is_a?(String) || key.is_a?(Symbol)
              copy[key] = jsonify(member)
            end
          when Array then value.map { |element| jsonify(element) }
          else defined?(::JSON::Fragment) && value.is_a?(::JSON::Fragment) ? value : jsonify(value.as_json)
          end
        end

        def stringify(tree) = ::JSON.generate(tree)
      end

      self.use_standard_json_time_format = true
      self.escape_html_entities_in_json = true
      self.time_precision = 3
      self.json_encoder = JSONGemEncoder
    end

    def self.encode(value, options = nil) = Encoding.json_encoder.new(options).encode(value)
    singleton_class.alias_method :dump, :encode
  end

  singleton_class.delegate :use_standard_json_time_format, :use_standard_json_time_format=, :time_precision,
                           :time_precision=, :escape_html_entities_in_json, :escape_html_entities_in_json=,
                           :json_encoder, :json_encoder=, to: :"ActiveSupport::JSON::Encoding"
end
