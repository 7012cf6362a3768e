# frozen_string_literal: true

module Millrace
  module Rails
    # Active Support's own encoder, and what this version of it does. Where versions differ, it is asked.
    module Stock
      # The encoder in use, unless that is somebody else's.
      ENCODER = [ActiveSupport::JSON::Encoding.json_encoder, ActiveSupport::JSON::Encoding::JSONGemEncoder].find do |type|
        type.name.to_s.start_with?("ActiveSupport::JSON::Encoding::")
      end

      # Whether the json gem writes values of Ruby's own classes, and as_json is sent to others only.
      IS_CODER = ENCODER.name.end_with?("CoderEncoder")

      # How a value with methods of its own is encoded. Up to 7.0: as_json of everything, then the text. Later: as_json
      # of everything only if there are options, then jsonify of everything, then the text. With a coder of the json gem:
      # as_json of everything only if there are options, then the text, while as_json is sent to the other values.
      STAGES = if ActiveSupport.version < Gem::Version.new("7.1.0.a") then :as_json
               elsif IS_CODER then :coder
               else :jsonify
               end

      # Writes documents without options, and sends as_json to the values that JSON does not have.
      CODER = IS_CODER ? ENCODER.const_get(:CODER) : nil

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

      # Whether as_json of a sample is given frozen options by the block.
      def self.freezes_options?
        is_frozen = false
        sample = Object.new
        sample.define_singleton_method(:as_json) { |options| (is_frozen = options.frozen?) && nil }
        yield sample
        is_frozen
      end
      private_class_method :freezes_options?

      # Whether as_json of an Array gives its elements the frozen options, and not copies of them.
      SHARES_OPTIONS = freezes_options? { |sample| [sample].as_json({ only: :a }.freeze) }

      # Whether as_json of a document is given frozen options.
      FREEZES_OPTIONS = freezes_options? { |sample| encode(sample, only: :a) }

      # @return [Boolean] whether a document with these options can be encoded in stages
      def self.stages?(options) = STAGES != :coder || !coder_options(options).empty?

      # @return [Array(Object, Array, Boolean, Boolean)] the tree that the text is made of, the leaves that are in it, whether
      #   there is something in it that only Active Support can write, and whether stock takes less time
      def self.tree(profile, value, options)
        return profile.as_json(value, options, false) if STAGES == :as_json

        options = coder_options(options) if STAGES == :coder
        is_slow = false
        unless options.empty?
          value, leaves, _, is_slow, is_json =
            profile.as_json(value, SHARES_OPTIONS ? options.dup.freeze : options, SHARES_OPTIONS)
          return [value, leaves, false, is_slow] if is_json

          value = Native::Leaf.replace(value, leaves)
        end
        tree, leaves, is_unusual, is_slowed = tree_of_answer(profile, value)
        [tree, leaves, is_unusual, is_slow || is_slowed]
      end

      # @param answer [Object] what as_json has given
      # @return [Array(Object, Array, Boolean, Boolean)] as #tree
      def self.tree_of_answer(profile, answer)
        STAGES == :coder ? [answer, [], false, false] : profile.jsonify(answer, ENCODER.new)
      end

      # What remains of the options for as_json.
      def self.coder_options(options) = options.key?(:escape) ? options.except(:escape) : options
      private_class_method :coder_options

      # Writes the text of a tree that jsonify has built. Its options are those of the escapes only.
      TEXT_ENCODER = Class.new(ENCODER) do
        def options = {}

        private

        def jsonify(value) = value
      end
      # As it was when Millrace was loaded: as_json may have redefined it since the call began.
      ENCODE = ENCODER.instance_method(:encode)
      private_constant :TEXT_ENCODER, :ENCODE

      ESCAPES = { "<" => '\u003c', ">" => '\u003e', "&" => '\u0026', "\u2028" => '\u2028', "\u2029" => '\u2029' }
                .to_h { |text, escape| [text.b, escape.b] }.freeze
      private_constant :ESCAPES

      # @param tree [Object] without leaves
      # @param options [Hash] of the call
      # @param settings [Array] as Profile#encode takes them, with these options
      def self.text(tree, options, settings)
        case STAGES
        when :jsonify then ENCODE.bind_call(TEXT_ENCODER.new(escape_options(options)), tree)
        when :coder then escape(CODER.dump(tree), *settings.first(2))
        else
          stock = ENCODER.new
          stock.send(:stringify, stock.send(:jsonify, tree))
        end
      end

      # Without a call of a method of Hash that applications might have redefined.
      def self.escape_options(options)
        found = {}
        %i[escape escape_html_entities].each { |name| found[name] = options[name] if options.key?(name) }
        found
      end
      private_class_method :escape_options

      def self.escape(json, html_entities, js_separators)
        keys = ESCAPES.keys
        keys = [*(keys.first(3) if html_entities), *(keys.last(2) if js_separators)]
        json.b.gsub(Regexp.union(keys), ESCAPES).force_encoding(Encoding::UTF_8)
      end
      private_class_method :escape
    end
  end
end
