# frozen_string_literal: true

require "millrace/native"
require "millrace/conversion"
require "millrace/version"

if Millrace.native?
  require "millrace/plain"
  require "millrace/profile"
end
require "millrace/text"

# JSON as Rails writes it, at native speed. `require "millrace/rails"` is for Rails; this module works without it.
module Millrace
  # A value that has no JSON: a string that is not valid UTF-8, or arrays and objects too deep in one another.
  class GenerationError < StandardError; end

  # @param value [Object] Ruby's own values, and objects that answer as_json or to_hash or have instance variables
  # @param only [Symbol, String, Array<Symbol, String>, nil] the keys of hashes that are written, at every depth
  # @param except [Symbol, String, Array<Symbol, String>, nil] the keys that are not; not looked at if there is `only`
  # @param escape_html [Boolean] whether <, > and & are escaped
  # @param escape_js_separators [Boolean] whether U+2028 and U+2029 are escaped
  # @param time_precision [Integer] digits of a second's fraction, 0 to 9
  # @return [String] JSON, in UTF-8
  # @raise [GenerationError] if the value has no JSON
  def self.generate(value, only: nil, except: nil, escape_html: true, escape_js_separators: true, time_precision: 3)
    unless time_precision.is_a?(Integer) && time_precision.between?(0, 9)
      raise ArgumentError, "time_precision must be 0 to 9, not #{time_precision.inspect}"
    end

    filter = { only: only, except: except }
    settings = [escape_html, escape_js_separators, true, time_precision]
    json = profile&.encode(value, filter, settings)
    return json if json

    converted = Conversion.new(filter, time_precision).convert(value)
    profile&.encode(converted, nil, settings) || Text.new(escape_html, escape_js_separators).generate(converted)
  end

  # @return [Profile, nil] what is encoded natively; nil without the extension
  def self.profile
    return unless native?

    defined?(Rails::PROFILE) ? Rails::PROFILE : Plain::PROFILE
  end
  private_class_method :profile

  # Writes the value's JSON to an IO, or anything that answers write, in one piece.
  #
  # @param value [Object] as for {generate}, like the options
  # @param io [IO, #write]
  # @return [IO, #write] io
  # @raise [GenerationError] if the value has no JSON
  def self.dump(value, io, **options)
    io.write(generate(value, **options))
    io
  end
end
