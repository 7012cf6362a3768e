# frozen_string_literal: true

module Millrace
  module Rails
    # Active Support's own encoder, and what this version of it does. Where versions differ, it is asked.
    module Stock
      # The encoder in use, unless that is somebody else's.
      ENCODER = [ActiveSupport::JSON::Encoding.json_encoder, ActiveSupport::JSON::Encoding::JSONGemEncoder].find do |type|
        type.name.to_s.start_with?("ActiveSupport::JSON::Encoding::")
      end

      # How a value with methods of its own is encoded. Up to 7.0: as_json of everything, then the text. Up to 7.2: as_json
      # of everything only if there are options, then jsonify of everything, then the text. Later versions write the text
      # while they call as_json, and are not imitated.
      STAGES = if ActiveSupport.version < Gem::Version.new("7.1.0.a") then :as_json
               elsif ActiveSupport.version < Gem::Version.new("8.0.0.a") then :jsonify
               end

      # Whether the json gem writes values of Ruby's own classes, and as_json is sent to others only.
      IS_CODER = ENCODER.name.end_with?("CoderEncoder")

      # Documents of at most so many values are left to Active Support, because it writes them faster than the guards are
      # asked. Measured with {a: 1}, a hash of 10, and 5 to 50 hashes of 5 members.
      SMALL = if IS_CODER then 40
              elsif STAGES == :as_json then 0
              else Native::HAS_FAST_GUARDS ? 4 : 20
              end

      # A setting that a version of Active Support may not have.
      HAS_JS_SEPARATORS = ActiveSupport::JSON::Encoding.respond_to?(:escape_js_separators_in_json)

      # Whether JSON::Fragment is written as it is.
      def self.writes_fragments?
        defined?(::JSON::Fragment) ? encode([::JSON::Fragment.new("[1]")]) == "[[1]]" : false
      end

      # Whether the option `escape_html_entities` of a call counts.
      def self.honors_html_option?
        encode("<", escape_html_entities: true) != encode("<", escape_html_entities: false)
      end

      # Whether `escape: false` turns all escaping off.
      def self.honors_escape_option? = encode("<\u2028", escape: false) == "\"<\u2028\""

      # @return [String, StandardError] an error if Active Support cannot encode the value, as it may if it was patched
      def self.encode(value, options = nil)
        ENCODER.new(options).encode(value)
      rescue StandardError => error
        error
      end

      # @return [Array(Object, Array, Boolean, Boolean)] the tree that the text is made of, the leaves that are in it, and whether
      #   there is something in it that only Active Support can write, and whether stock takes less time
      def self.tree(profile, value, options)
        return profile.as_json(value, options) if STAGES == :as_json

        encoder = ENCODER.new
        unless options.empty?
          value, leaves = profile.as_json(value, options)
          value = Native::Leaf.replace(value, leaves)
        end
        profile.jsonify(value, encoder)
      end

      # Writes the text of a tree that jsonify has built.
      TEXT_ENCODER = Class.new(ENCODER) do
        private

        def jsonify(value) = value
      end
      private_constant :TEXT_ENCODER

      # @param tree [Object] without leaves
      def self.text(tree)
        return TEXT_ENCODER.new.encode(tree) if STAGES == :jsonify

        stock = ENCODER.new
        stock.send(:stringify, stock.send(:jsonify, tree))
      end
    end
  end
end
