# frozen_string_literal: true

require "millrace/rails/stock"

module Millrace
  module Rails
    # An encoder for ActiveSupport.json_encoder that gives the bytes of Active Support's own.
    #
    # It tries the direct pass, in which no foreign code runs. A value that needs code of its own is encoded in the stages
    # in which Active Support does it: first as_json of everything, natively where that is untouched, and then the text.
    class Encoder
      STOCK = Stock::ENCODER
      HAS_FRAGMENTS = Stock.writes_fragments?
      HTML_OPTION = Stock.honors_html_option?
      ESCAPE_OPTION = Stock.honors_escape_option?

      EMPTY = {}.freeze
      # Stock's encoder for calls without options.
      WITHOUT_OPTIONS = Ractor.make_shareable(STOCK.new)
      private_constant :EMPTY, :WITHOUT_OPTIONS

      # @!method encode(value)
      #   @param value [Object]
      #   @return [String] JSON, in UTF-8
      #   @raise whatever Active Support's encoder raises for the value
      include Native::Encoding

      attr_reader :options

      # @return [Array] the settings of Active Support, as Profile#encode takes them
      def self.settings(html_entities = ActiveSupport::JSON::Encoding.escape_html_entities_in_json)
        settings = ActiveSupport::JSON::Encoding
        [html_entities, Stock::HAS_JS_SEPARATORS ? settings.escape_js_separators_in_json : true,
         settings.use_standard_json_time_format, precision(settings.time_precision)]
      end

      # Digits of a second's fraction from 0 to 9, or -1 for settings that are left to Ruby.
      def self.precision(setting)
        return setting if Integer === setting && setting >= 0 && setting <= 9

        setting.nil? ? 0 : -1
      end
      private_class_method :precision

      # @param options [Hash, nil] as for ActiveSupport::JSON.encode
      def initialize(options = nil)
        @options = options || EMPTY
        # Active Support keeps encoders without options, also for Ractors.
        freeze if options.nil?
      end

      # @return [String, nil, false] what Profile#encode gives with the settings of now
      def encode_directly(value, options, profile = PROFILE)
        return profile.encode(value, options, Encoder.settings) if options.nil?
        return false if !options.instance_of?(Hash) || (options.key?(:escape) && !ESCAPE_OPTION)

        profile.encode(value, options, escaping(options))
      end

      # Whether stock's as_json takes less time for a single record with one or two attributes, as measured. Where guards are
      # slow, they take most of the time of such a call.
      ASKS_SMALL_RECORDS = !Native::HAS_FAST_GUARDS && Stock::STAGES != :as_json
      private_constant :ASKS_SMALL_RECORDS

      # Encoders without options encode natively from now on.
      def self.use(profile)
        Native::Encoding.use(profile.native, EMPTY, ASKS_SMALL_RECORDS, Stock::FREEZES_OPTIONS)
      end

      private

      def encode_with_options(value) = encode_directly(value, @options)

      # Also in other Ractors.
      def encode_by_stock(value) = (@options.equal?(EMPTY) ? WITHOUT_OPTIONS : STOCK.new(@options)).encode(value)

      # The settings with the options of this call, as far as this version of Active Support has such options.
      def escaping(options)
        return Encoder.settings unless HTML_OPTION && !options.empty?

        settings = Encoder.settings(options.fetch(:escape_html_entities) do
          ActiveSupport::JSON::Encoding.escape_html_entities_in_json
        end)
        settings[0] = settings[1] = false unless options.fetch(:escape, true)
        settings
      end

      # @param refusal [nil, false] what Profile#encode has given
      def encode_otherwise(value, refusal)
        json = encode_directly(value, @options) if PROFILE.refresh
        return json if json
        return encode_in_stages(value) if refusal.nil? && Stock.stages?(@options)

        Native::Encoding.add_refusal(value, @options)
        encode_by_stock(value)
      end

      def encode_in_stages(value)
        tree, leaves, is_unusual, is_slow = Stock.tree(PROFILE, value, @options)
        Native::Encoding.add_refusal(value, @options) if is_slow
        write(tree, leaves, is_unusual)
      end

      # @param answer [Object] what as_json of the document has given, with the options
      def encode_answer(answer)
        json = encode_directly(answer, nil) if PROFILE.refresh
        json || write(*Stock.tree_of_answer(PROFILE, answer).first(3))
      end

      # @param tree [Object] with leaves
      # @param is_unusual [Boolean] whether only Active Support can write it
      def write(tree, leaves, is_unusual)
        settings = escaping(@options)
        (PROFILE.encode(tree, nil, settings) unless is_unusual) ||
          Stock.text(Native::Leaf.replace(tree, leaves), @options, settings)
      end
    end
  end
end
