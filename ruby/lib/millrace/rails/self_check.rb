# frozen_string_literal: true

module Millrace
  module Rails
    # Compares the direct pass with stock when Millrace is loaded, with each combination of the options and settings that
    # the text depends on. A version of Active Support or json that encodes in another way than those that Millrace was
    # written for is determined by this, and does everything itself then.
    module SelfCheck
      def self.samples
        text = (0..0x7f).map(&:chr).join + "é\u2028\u2029😀"
        object = Object.new.tap { |plain| plain.instance_variable_set(:@a, text) }
        samples = [nil, true, false, 0, -(2**70), 0.1, -1.0e-7, 1e16, Float::NAN, BigDecimal("1.50"), text, :a, [[], {}],
                   { "a" => 1, b: [nil], 2 => text }, { a: 1, "a" => 2 }, { nil => 1, 1.5 => 2 },
                   Struct.new(:a).new(1), object, Set[1, [text]], Date.new(2000, 1, 2), Time.utc(2000),
                   Time.at(1.25).getlocal("+05:30"), Time.at(1).in_time_zone("Hawaii"), DateTime.new(2000, 1, 2, 3), 5.minutes,
                   Class.new(String).new(text), Class.new(Hash)[a: text]]
        samples << ::JSON::Fragment.new('{"a":"<\u2028>"}') if defined?(::JSON::Fragment)
        samples + [samples.dup, { a: samples.last }]
      end
      private_class_method :samples

      OPTIONS = [nil, {}, { only: %i[a b] }, { except: "a" }, { escape_html_entities: true },
                 { escape_html_entities: false }, { escape: false }, { escape: true },
                 { escape: true, escape_html_entities: true }, { only: "a", escape_html_entities: true }].freeze
      private_constant :OPTIONS

      # Disables the profile if something differs.
      def self.run(profile)
        values = samples
        with_settings do
          OPTIONS.each do |options|
            value = values.find { |sample| differs?(sample, options) } or next
            return profile.disable("#{value.inspect} with #{options.inspect} is encoded in another way here")
          end
        end
      end

      # With everything escaped, and with nothing.
      def self.with_settings
        settings = ActiveSupport::JSON::Encoding
        names = %i[escape_html_entities_in_json escape_js_separators_in_json].select { |name| settings.respond_to?(name) }
        saved = names.to_h { |name| [name, settings.send(name)] }
        [true, false].each do |value|
          names.each { |name| settings.send("#{name}=", value) }
          yield
        end
      ensure
        saved.each { |name, value| settings.send("#{name}=", value) }
      end
      private_class_method :with_settings

      def self.differs?(value, options)
        json = Encoder.new(options).encode_directly(value, options)
        json && json != Stock.encode(value, options)
      end
      private_class_method :differs?
    end
  end
end
