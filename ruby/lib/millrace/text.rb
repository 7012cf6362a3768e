# frozen_string_literal: true

require "json"

module Millrace
  # Writes JSON without the native extension, of values that Conversion has made.
  class Text
    HTML_ENTITIES = { "<" => "\\u003c", ">" => "\\u003e", "&" => "\\u0026" }.freeze
    JS_SEPARATORS = { "\u2028" => "\\u2028", "\u2029" => "\\u2029" }.freeze
    private_constant :HTML_ENTITIES, :JS_SEPARATORS

    # @param escape_html [Boolean] whether <, > and & are escaped
    # @param escape_js_separators [Boolean] whether U+2028 and U+2029 are escaped
    def initialize(escape_html, escape_js_separators)
      @escapes = {}
      @escapes.merge!(HTML_ENTITIES) if escape_html
      @escapes.merge!(JS_SEPARATORS) if escape_js_separators
      @pattern = Regexp.union(@escapes.keys)
    end

    # @param value [Hash, Array, String, Integer, Float, true, false, nil] with such values in it
    # @return [String] JSON, in UTF-8
    def generate(value)
      case value
      when nil then "null"
      when Hash then "{#{value.map { |key, member| "#{string(key)}:#{generate(member)}" }.join(",")}}"
      when Array then "[#{value.map { |element| generate(element) }.join(",")}]"
      when String then string(value)
      else value.to_s
      end
    end

    private

    def string(text)
      json = ::JSON.generate(text, script_safe: false)
      @escapes.empty? ? json : json.gsub(@pattern, @escapes)
    end
  end
end
