# frozen_string_literal: true

require "millrace/profile"

module Millrace
  module Rails
    # An encoder for ActiveSupport.json_encoder that gives the bytes of Active Support's own.
    #
    # It tries the direct pass, in which nobody's code runs. A value that needs code of its own is encoded in the stages
    # in which Active Support does it: first as_json of everything, natively where that is untouched, and then the text.
    class Encoder
      # Active Support's own encoder, which does what this one leaves to Ruby: the one in use, unless that is somebody
      # else's.
      STOCK = [ActiveSupport::JSON::Encoding.json_encoder, ActiveSupport::JSON::Encoding::JSONGemEncoder].find do |encoder|
        encoder.name.to_s.start_with?("ActiveSupport::JSON::Encoding::")
      end

      # Up to 7.0 all of as_json comes before everything else. Later versions are left to themselves.
      HAS_STAGES = ActiveSupport.version < Gem::Version.new("7.1.0.a")

      # A setting that a version of Active Support may not have.
      HAS_JS_SEPARATORS = ActiveSupport::JSON::Encoding.respond_to?(:escape_js_separators_in_json)

      attr_reader :options

      # @param options [Hash, nil] as for ActiveSupport::JSON.encode
      def initialize(options = nil)
        @options = options || {}
      end

      # Newer versions of Active Support have the option `escape: false`, which is left to them.
      #
      # @param value [Object]
      # @return [String] JSON, in UTF-8
      # @raise whatever Active Support's encoder raises for the value
      def encode(value)
        json = encode_directly(value, @options) unless @options.is_a?(Hash) && @options.key?(:escape)
        return json if json

        stock = STOCK.new(@options)
        json.nil? && HAS_STAGES ? encode_in_stages(value, stock) : stock.encode(value)
      end

      # @return [String, nil, false] what Profile#encode gives with the settings of now
      def encode_directly(value, options)
        settings = ActiveSupport::JSON::Encoding
        PROFILE.encode(
          value,
          options,
          settings.escape_html_entities_in_json,
          HAS_JS_SEPARATORS ? settings.escape_js_separators_in_json : true,
          settings.use_standard_json_time_format,
          precision(settings.time_precision)
        )
      end

      private

      def encode_in_stages(value, stock)
        tree = PROFILE.as_json(value, @options)
        encode_directly(tree, nil) || stock.send(:stringify, stock.send(:jsonify, tree))
      end

      # Digits of a second's fraction from 0 to 9, or -1 for settings that are left to Ruby.
      def precision(setting)
        return setting if setting.instance_of?(Integer) && setting.between?(0, 9)

        setting.nil? ? 0 : -1
      end
    end
  end
end
