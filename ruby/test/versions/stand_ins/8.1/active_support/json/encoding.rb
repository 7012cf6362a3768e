# frozen_string_literal: true

require "active_support/core_ext/object/json"
require "active_support/core_ext/module/delegation"

# The interface of Active Support 8.1's encoders, written from what they do: one that walks the value before the json gem
# writes it, and for json 2.15.2 and newer one by JSON::Coder. Encoders without options are kept and used again.
module ActiveSupport
  module JSON
    module Encoding
      class << self
        attr_accessor :use_standard_json_time_format, :escape_html_entities_in_json, :escape_js_separators_in_json,
                      :time_precision
        attr_reader :json_encoder, :plain_encoder, :unescaping_encoder

        def json_encoder=(type)
          @json_encoder = type
          @plain_encoder = type.new
          @unescaping_encoder = type.new(escape: false)
        end
      end

      # The escapes in the finished text: options of the call, with the settings as their defaults.
      module Escaping
        SEPARATORS = { "\u2028" => '\u2028', "\u2029" => '\u2029' }.freeze
        ENTITIES = { "<" => '\u003c', ">" => '\u003e', "&" => '\u0026' }.freeze

        private

        def escape(json, options)
          escapes = Encoding.escape_js_separators_in_json ? SEPARATORS : {}
          escapes = escapes.merge(ENTITIES) if options.fetch(:escape_html_entities) { Encoding.escape_html_entities_in_json }
          return json if escapes.empty?

          escapes = escapes.to_h { |text, escape| [text.b, escape.b] }
          json.b.gsub(Regexp.union(escapes.keys), escapes).force_encoding(::Encoding::UTF_8)
        end
      end

      class JSONGemEncoder
        include Escaping

        attr_reader :options

        def initialize(options = nil)
          @options = options || {}
        end

        def encode(value)
          value = value.as_json(options.dup.freeze) unless options.empty?
          json = stringify(jsonify(value))
          options.fetch(:escape, true) ? escape(json, options) : json
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

      if defined?(::JSON::Coder) && Gem::Version.new(::JSON::VERSION) >= Gem::Version.new("2.15.2")
        class JSONGemCoderEncoder
          include Escaping

          NATIVE = [Hash, Array, Float, String, Symbol, Integer, NilClass, TrueClass, FalseClass, ::JSON::Fragment].freeze
          ATTEMPTS = 6

          # What the coder asks about values that JSON does not know, and about keys.
          CODER = ::JSON::Coder.new do |value, is_key|
            json = value.as_json
            if is_key then json.to_s
            elsif json.equal?(value) then ::JSON::Fragment.new(::JSON.generate(json))
            else
              attempts = 1
              until NATIVE.include?(json.class)
                raise SystemStackError if (attempts += 1) > ATTEMPTS

                json = json.as_json
              end
              json
            end
          end

          def initialize(options = nil)
            @options = options.dup || {}
            @escapes = @options.delete(:escape) { true }
            @options.freeze
          end

          def encode(value)
            value = value.as_json(@options) unless @options.empty?
            json = CODER.dump(value)
            @escapes ? escape(json, @options) : json
          end
        end
      end

      self.use_standard_json_time_format = true
      self.escape_html_entities_in_json = true
      self.escape_js_separators_in_json = true
      self.time_precision = 3
      self.json_encoder = const_defined?(:JSONGemCoderEncoder) ? JSONGemCoderEncoder : JSONGemEncoder
    end

    class << self
      def encode(value, options = nil)
        return Encoding.plain_encoder.encode(value) if options.nil? || options.empty?
        return Encoding.unescaping_encoder.encode(value) if options == { escape: false }

        Encoding.json_encoder.new(options).encode(value)
      end
      alias_method :dump, :encode
    end
  end

  singleton_class.delegate :use_standard_json_time_format, :use_standard_json_time_format=, :time_precision,
                           :time_precision=, :escape_html_entities_in_json, :escape_html_entities_in_json=,
                           :escape_js_separators_in_json, :escape_js_separators_in_json=, :json_encoder, :json_encoder=,
                           to: :"ActiveSupport::JSON::Encoding"
end
