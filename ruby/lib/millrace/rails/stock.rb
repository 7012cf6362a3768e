# frozen_string_literal: true

module Millrace
  module Rails
    # Active Support's own encoder, and what this version of it does. Where versions differ, it is asked.
    module Stock
      # The encoder in use, unless that is somebody else's.
      ENCODER = [ActiveSupport::JSON::Encoding.json_encoder, ActiveSupport::JSON::Encoding::JSONGemEncoder].find do |type|
        type.name.to_s.start_with?("ActiveSupport::JSON::Encoding::")
      end

      # Up to 7.0 all of as_json comes before everything else. Later versions are left to themselves.
      STAGES = (:as_json if ActiveSupport.version < Gem::Version.new("7.1.0.a"))

      # A setting that a version of Active Support may not have.
      HAS_JS_SEPARATORS = ActiveSupport::JSON::Encoding.respond_to?(:escape_js_separators_in_json)

      # Whether JSON::Fragment is written as it is.
      def self.writes_fragments?
        defined?(::JSON::Fragment) && ENCODER.new.encode([::JSON::Fragment.new("[1]")]) == "[[1]]"
      end

      # Whether the option `escape_html_entities` of a call counts, in both directions.
      def self.honors_html_option?
        global = ActiveSupport::JSON::Encoding.escape_html_entities_in_json
        encoded = ENCODER.new(escape_html_entities: !global).encode("<")
        encoded != ENCODER.new.encode("<")
      end

      # Whether `escape: false` turns all escaping off.
      def self.honors_escape_option? = ENCODER.new(escape: false).encode("<\u2028") == "\"<\u2028\""

      # The text of what as_json gave for a whole value.
      def self.text(tree)
        stock = ENCODER.new
        stock.send(:stringify, stock.send(:jsonify, tree))
      end
    end
  end
end
