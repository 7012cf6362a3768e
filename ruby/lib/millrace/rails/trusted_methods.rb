# frozen_string_literal: true

require "date"
require "millrace/profile"
require "time"

module Millrace
  module Rails
    # Which methods Active Support's encoder calls for which values, and where they come from as long as nobody has
    # touched them. Profile says how this is written down.
    module TrustedMethods
      ROOT = File.join(File.dirname(ActiveSupport::JSON::Encoding.method(:time_precision).source_location.first, 2), "")

      # Where a Method comes from.
      RAILS = ->(method) { path(method)&.start_with?(ROOT) }
      NATIVE = Profile::NATIVE
      STANDARD_LIBRARY = ->(method) { NATIVE.(method) || path(method).match?(%r{/(time|set)\.rb\z}) }
      JSON_GEM = ->(method) { NATIVE.(method) || path(method).match?(%r{/json/[\w/]+\.rb\z}) }
      TZINFO = ->(method) { path(method)&.match?(%r{/tzinfo/\w+\.rb\z}) }

      # The json gem prints floats with to_s up to 2.10.2, and in its own way later.
      FLOAT_TEXT = lambda do |method|
        samples = [1.0, 1e15, 1e16, 1e22, 1e-4, 1e-5, 1e100, -0.0]
        NATIVE.(method) && samples.all? { |number| ::JSON.generate(number) == number.to_s }
      end

      def self.path(method) = method.source_location&.first
      private_class_method :path

      # @return [Proc] whether a Method is Active Support's for this class or module, and not one inherited
      def self.rails(owner) = ->(method) { RAILS.(method) && method.owner == owner }
      private_class_method :rails

      def self.kind(...) = Profile.kind(...)
      private_class_method :kind

      PERIOD = { offset: TZINFO, observed_utc_offset: TZINFO, abbreviation: TZINFO }.freeze
      UTC_OFFSET = -> { TZInfo::TimezoneOffset.new(0, 0, "UTC") }

      # Those of the stock encoder's methods that this version of it has.
      STOCK_METHODS = %i[encode jsonify stringify].select do |name|
        Encoder::STOCK.method_defined?(name) || Encoder::STOCK.private_method_defined?(name)
      end

      KINDS = {
        # No value, but what every call depends on.
        encoder: kind(
          "Object",
          [-> { Encoder::STOCK.new }, STOCK_METHODS.to_h { |name| [name, RAILS] }],
          [-> { "" }, { to_json: NATIVE, initialize: NATIVE, gsub!: NATIVE }],
          [-> { ::JSON }, { generate: JSON_GEM }],
          [-> { ::JSON.state.new }, { generate: JSON_GEM }],
          *[String, Hash, Array, Numeric].map { |type| [-> { type }, { :=== => NATIVE }] }
        ),
        nil: kind("NilClass", [-> {}, { as_json: rails(NilClass) }]),
        true: kind("TrueClass", [-> { true }, { as_json: rails(TrueClass) }]),
        false: kind("FalseClass", [-> { false }, { as_json: rails(FalseClass) }]),
        integer: kind("Integer", [-> { 0 }, { as_json: rails(Numeric), to_s: NATIVE }]),
        float: kind("Float", [-> { 0.0 }, { as_json: rails(Float), to_s: FLOAT_TEXT, finite?: NATIVE }]),
        string: kind(
          "String",
          [-> { "" }, { as_json: rails(String), to_json: NATIVE }],
          [-> { "" }, { to_s: NATIVE }]
        ),
        symbol: kind("Symbol", [-> { :a }, { as_json: rails(Symbol), to_json: NATIVE, to_s: NATIVE }]),
        array: kind("Array", [-> { [] }, { as_json: rails(Array), map: NATIVE }]),
        hash: kind(
          "Hash",
          [-> { {} }, { as_json: rails(Hash), each: NATIVE }],
          [-> { {} }, { slice: NATIVE, except: NATIVE, :[]= => NATIVE }]
        ),
        struct: kind(
          "Struct",
          [-> { Struct.new(:a).new }, { as_json: rails(Struct), members: NATIVE, values: NATIVE, to_h: NATIVE }]
        ),
        object: kind(
          "Object",
          [-> { Object.new },
           { as_json: rails(Object), instance_values: RAILS, instance_variables: NATIVE, instance_variable_get: NATIVE,
             respond_to?: NATIVE, respond_to_missing?: NATIVE }]
        ),
        big_decimal: kind(
          "BigDecimal",
          [-> { BigDecimal(0) }, { as_json: rails(BigDecimal), to_s: NATIVE, finite?: NATIVE }]
        ),
        time: kind(
          "Time",
          [-> { Time.at(0) },
           { as_json: rails(Time), xmlschema: STANDARD_LIBRARY, strftime: NATIVE, formatted_offset: RAILS,
             utc?: NATIVE, utc_offset: NATIVE }],
          [-> { 0 }, { to_s: NATIVE }]
        ),
        date: kind(
          "Date",
          [-> { Date.new }, { as_json: rails(Date), strftime: NATIVE, year: NATIVE, month: NATIVE, mday: NATIVE }]
        ),
        date_time: kind(
          "DateTime",
          [-> { DateTime.new }, { as_json: rails(DateTime), xmlschema: NATIVE, strftime: NATIVE }]
        ),
        time_with_zone: kind(
          "ActiveSupport::TimeWithZone",
          [-> { ActiveSupport::TimeWithZone.allocate },
           { as_json: RAILS, xmlschema: RAILS, time: RAILS, utc: RAILS, utc?: RAILS, zone: RAILS, period: RAILS,
             time_zone: RAILS, utc_offset: RAILS, formatted_offset: RAILS }],
          [-> { ActiveSupport::TimeZone }, { seconds_to_utc_offset: RAILS }],
          [-> { 0 }, { to_s: NATIVE }]
        ),
        time_zone: kind("ActiveSupport::TimeZone", [-> { ActiveSupport::TimeZone["UTC"] }, { period_for_utc: RAILS }]),
        offset_period: kind(
          "TZInfo::OffsetTimezonePeriod",
          [-> { TZInfo::OffsetTimezonePeriod.new(UTC_OFFSET.()) }, PERIOD]
        ),
        transitions_period: kind(
          "TZInfo::TransitionsTimezonePeriod",
          [-> { TZInfo::TransitionsTimezonePeriod.allocate }, PERIOD]
        ),
        zone_offset: kind(
          "TZInfo::TimezoneOffset",
          [UTC_OFFSET, { observed_utc_offset: TZINFO, abbreviation: TZINFO }]
        ),
        duration: kind(
          "ActiveSupport::Duration",
          [-> { ActiveSupport::Duration.seconds(1) }, { as_json: RAILS, to_i: RAILS, value: RAILS }]
        ),
        set: kind("Set", [-> { Set.new }, { as_json: rails(Enumerable), to_a: STANDARD_LIBRARY }]),
      }.freeze
    end
  end
end
