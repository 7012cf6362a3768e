# frozen_string_literal: true

require "bigdecimal"
require "date"
require "set"
require "time"

module Millrace
  # Makes values of Ruby's own from everything else, for Millrace.generate where the direct pass does not do: by the
  # rules of Rails, whether Rails is there or not.
  class Conversion
    MAXIMUM_DEPTH = 100

    # The classes besides Ruby's own that are written as what their to_s returns, if they are loaded.
    TEXT_CLASSES = %w[URI::Generic Pathname IPAddr].freeze

    # @param options [Hash] what as_json is given, `only` and `except` among it
    # @param time_precision [Integer] digits of a second's fraction
    def initialize(options, time_precision)
      @options = options
      @time_precision = time_precision
      @only = options[:only] && Array(options[:only])
      @except = options[:except] && Array(options[:except])
    end

    # @return [Object] a value of nothing but Hash, Array, String in UTF-8, Integer, Float, true, false and nil
    # @raise [GenerationError] if the value is too deep, or has text that cannot be converted to UTF-8
    def convert(value, depth = 0)
      raise GenerationError, "arrays and objects are more than #{MAXIMUM_DEPTH} deep" if depth > MAXIMUM_DEPTH

      case value
      when nil, true, false, Integer then value
      when Float then value.finite? ? value : nil
      when BigDecimal then value.finite? ? value.to_s("F") : nil
      when Symbol then text(value.name)
      else convert_object(value, depth)
      end
    end

    private

    def convert_object(value, depth)
      if own_as_json?(value) then convert(value.as_json(@options.dup), depth + 1)
      else convert_by_class(value, depth)
      end
    end

    # Whether a value has as_json of its own class, rather than Active Support's, which has the same result as this method.
    def own_as_json?(value)
      return false unless value.respond_to?(:as_json)

      path = value.method(:as_json).source_location&.first
      !path&.start_with?(*rails_files)
    end

    # Where Active Support defines the as_json whose rules are those of this class, if it is loaded.
    def rails_files
      @rails_files ||= begin
        version = $LOADED_FEATURES.find { |feature| feature.end_with?("/active_support/version.rb") }
        version ? %w[core_ext/ time_with_zone.rb].map { |path| version.delete_suffix("version.rb") + path } : []
      end
    end

    def convert_by_class(value, depth)
      case value
      when String then text(value)
      when Hash then convert_hash(value, depth)
      when Array then value.map { |element| convert(element, depth + 1) }
      when Struct then convert_hash(value.to_h, depth)
      when Time, DateTime then value.xmlschema(@time_precision)
      when Date then value.strftime("%Y-%m-%d")
      when Process::Status then { "exitstatus" => value.exitstatus, "pid" => value.pid }
      when Numeric, Range, Regexp, IO, Exception then text(value.to_s)
      when Enumerable then convert(value.to_a, depth)
      else convert_object_of_any_class(value, depth)
      end
    end

    def convert_object_of_any_class(value, depth)
      return convert(value.to_hash, depth + 1) if value.respond_to?(:to_hash)
      return text(value.to_s) if TEXT_CLASSES.any? { |name| Object.const_defined?(name) && Object.const_get(name) === value }

      convert_hash(value.instance_variables.to_h { |name| [name.name[1..], value.instance_variable_get(name)] }, depth)
    end

    def convert_hash(hash, depth)
      members = if @only then hash.slice(*@only)
                elsif @except then hash.except(*@except)
                else hash
                end
      members.to_h { |key, value| [text(key.to_s), convert(value, depth + 1)] }
    end

    # Binary text counts as UTF-8, as in the json gem.
    def text(string)
      utf8 = String.new(string)
      utf8.encoding == Encoding::BINARY ? utf8.force_encoding(Encoding::UTF_8) : utf8.encode!(Encoding::UTF_8)
      raise GenerationError, "a string is not valid UTF-8" unless utf8.valid_encoding?

      utf8
    rescue EncodingError => error
      raise GenerationError, error.message
    end
  end
end
