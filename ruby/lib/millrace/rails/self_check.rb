# frozen_string_literal: true

module Millrace
  module Rails
    # Compares the direct pass with stock when Millrace is loaded, with each combination of the options and settings that
    # the text depends on. A version of Active Support or json that encodes in another way than those that Millrace was
    # written for is determined by this, and does everything itself then. Kinds of values whose classes are loaded later are
    # compared then.
    module SelfCheck
      TEXT = ((0..0x7f).map(&:chr).join + "é\u2028\u2029😀").freeze
      private_constant :TEXT

      # Makes samples of each kind of values. No method is called that only a part of Active Support defines.
      SAMPLES = {
        encoder: -> { [nil, true, false, 0, -(2**70), 0.1, -1.0e-7, 1e16, Float::NAN, TEXT, :a, [[], {}]] },
        big_decimal: -> { [BigDecimal("1.50")] },
        hash: -> { [{ "a" => 1, b: [nil], 2 => TEXT }, { a: 1, "a" => 2 }, { nil => 1, 1.5 => 2 }, Class.new(Hash)[a: TEXT]] },
        string: -> { [Class.new(String).new(TEXT)] },
        struct: -> { [Struct.new(:a).new(1)] },
        object: -> { [Object.new.tap { |plain| plain.instance_variable_set(:@a, TEXT) }] },
        set: -> { [Set[1, [TEXT]]] },
        date: -> { [Date.new(2000, 1, 2)] },
        time: -> { [Time.utc(2000), Time.at(1.25).getlocal("+05:30")] },
        date_time: -> { [DateTime.new(2000, 1, 2, 3)] },
        time_with_zone: -> { [ActiveSupport::TimeWithZone.new(Time.at(1).utc, ActiveSupport::TimeZone["Hawaii"])] },
        duration: -> { [ActiveSupport::Duration.seconds(300)] },
        fragment: -> { [::JSON::Fragment.new('{"a":"<\u2028>"}')] },
      }.freeze
      private_constant :SAMPLES

      OPTIONS = [nil, {}, { only: %i[a b] }, { except: "a" }, { escape_html_entities: true },
                 { escape_html_entities: false }, { escape: false }, { escape: true },
                 { escape: true, escape_html_entities: true }, { only: "a", escape_html_entities: true }].freeze
      private_constant :OPTIONS

      # Disables the profile if something differs.
      def self.run(profile)
        values = SAMPLES.flat_map { |kind, make| profile.trusted.include?(kind) ? make.call : [] }
        values += [values.dup, { a: values.last }]
        with_settings do
          OPTIONS.each do |options|
            value = values.find { |sample| differs?(profile, sample, options) } or next
            return disable(profile, value, options)
          end
        end
      end

      # The same for kinds that are new, with the settings of now, because other threads may be encoding.
      def self.check_loaded(profile, kinds)
        kinds.each do |kind|
          next unless profile.trusted.include?(kind)

          SAMPLES.fetch(kind) { -> { [] } }.call.product([nil, {}]).each do |value, options|
            return disable(profile, value, options) if differs?(profile, value, options)
          end
        end
      end

      # Objects with answers of each kind to as_json: one, an object whose answer counts, and itself.
      ANSWERS = [{ a: 1, "b" => "<" }, [1.5, nil], "text", :symbol, 7, nil].freeze
      private_constant :ANSWERS

      # Whether stock's coder takes the answers of as_json as the native code does.
      def self.answers_agree?
        answering = ANSWERS.map { |answer| Native::Answer.new(answer) }
        (1..8).inject(1) { |answer, _| Native::Answer.new(answer).tap { |object| answering << object } }
        itself = Object.new
        itself.define_singleton_method(:as_json) { |*| itself }
        [*answering, answering.first(3), { a: answering.first }, itself].all? { |value| answer(Encoder, value) == answer(Encoder::STOCK, value) }
      end

      def self.answer(encoder, value)
        encoder.new.encode([value])
      rescue SystemStackError, StandardError => error
        error.class
      end
      private_class_method :answer

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

      def self.differs?(profile, value, options)
        json = Encoder.new(options).encode_directly(value, options, profile)
        json && json != Stock.encode(value, options)
      end
      private_class_method :differs?

      def self.disable(profile, value, options)
        profile.disable("#{value.inspect} with #{options.inspect} is encoded in another way here")
      end
      private_class_method :disable
    end
  end
end
