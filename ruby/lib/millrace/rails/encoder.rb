# frozen_string_literal: true

module Millrace
  module Rails
    # An encoder for ActiveSupport.json_encoder that gives the bytes of Active Support's own.
    class Encoder
      # Active Support's own encoder, which does what this one leaves to Ruby.
      STOCK = ActiveSupport::JSON::Encoding.json_encoder

      # Settings that a version of Active Support may not have, and what it does without.
      HAS_JS_SEPARATORS = ActiveSupport::JSON::Encoding.respond_to?(:escape_js_separators_in_json)

      attr_reader :options

      # @param options [Hash, nil] as for ActiveSupport::JSON.encode
      def initialize(options = nil)
        @options = options || {}
      end

      # @param value [Object]
      # @return [String] JSON, in UTF-8
      # @raise whatever Active Support's encoder raises for the value
      def encode(value)
        settings = ActiveSupport::JSON::Encoding
        PROFILE.encode(
          value,
          @options,
          settings.escape_html_entities_in_json,
          HAS_JS_SEPARATORS ? settings.escape_js_separators_in_json : true,
          settings.use_standard_json_time_format,
          Encoder.precision(settings.time_precision)
        ) || STOCK.new(@options).encode(value)
      end

      # @return [Integer] digits of a second's fraction from 0 to 9, or -1 for settings that are left to Ruby
      def self.precision(setting)
        return setting if setting.instance_of?(Integer) && setting.between?(0, 9)

        setting.nil? ? 0 : -1
      end
    end
  end
end
