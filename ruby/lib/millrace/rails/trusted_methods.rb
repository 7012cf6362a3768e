# frozen_string_literal: true

require "date"
require "millrace/profile"
require "millrace/rails/json_gem"
require "millrace/rails/method_origin"
require "time"

module Millrace
  module Rails
    # Which methods Active Support's encoder calls for which values, and where they come from as long as no one has
    # touched them. Profile says how this is written down.
    module TrustedMethods
      ROOT = File.join(File.dirname(ActiveSupport::JSON::Encoding.method(:time_precision).source_location.first, 2), "")

      # Where a Method comes from.
      RAILS = ->(method) { path(method)&.start_with?(ROOT) }
      NATIVE = Profile::NATIVE
      STANDARD_LIBRARY = Profile::STANDARD_LIBRARY
      JSON_GEM = ->(method) { JsonGem.defines?(method) }
      TO_JSON = ->(method) { JsonGem.to_json?(method) }
      TZINFO = ->(method) { path(method)&.then { |path| MethodOrigin.library?(path, :TZInfo) } }

      def self.path(method) = method.source_location&.first
      private_class_method :path

      # @return [Proc] whether a Method is Active Support's for this class or module, and not one inherited
      def self.rails(owner) = ->(method) { RAILS.(method) && method.owner == owner }
      private_class_method :rails

      def self.kind(...) = Profile.kind(...)
      private_class_method :kind

      PERIOD = { offset: TZINFO, observed_utc_offset: TZINFO, abbreviation: TZINFO }.freeze
      TRANSITIONS = { start_transition: TZINFO, end_transition: TZINFO }.freeze
      UTC_OFFSET = -> { TZInfo::TimezoneOffset.new(0, 0, "UTC") }

      ACTIVE_MODEL = ->(method) { path(method)&.then { |path| MethodOrigin.library?(path, :ActiveModel) } }

      ACTIVE_RECORD = ->(method) { path(method)&.then { |path| MethodOrigin.library?(path, :ActiveRecord) } }

      def self.set_of_attributes(name, methods)
        kind("ActiveModel::#{name}", [-> { ActiveModel.const_get(name).allocate }, methods.to_h { |m| [m, ACTIVE_MODEL] }])
      end
      private_class_method :set_of_attributes

      def self.attribute(name)
        methods = %i[value type_cast initialized? value_before_type_cast initialize_dup]
        kind("ActiveModel::Attribute::#{name}",
             [-> { ActiveModel::Attribute.const_get(name).allocate }, methods.to_h { |m| [m, ACTIVE_MODEL] }])
      end
      private_class_method :attribute

      # Those of the stock encoder's methods that this version of it has.
      STOCK_METHODS = %i[encode jsonify stringify].select do |name|
        Encoder::STOCK.method_defined?(name) || Encoder::STOCK.private_method_defined?(name)
      end

      # Up to 7.0 strings of a class of Active Support's own are made, and their to_json writes them. Up to 8.0 symbols are
      # written by their to_json.
      METHODS_OF_STRING = Stock::STAGES == :as_json ? { to_json: TO_JSON, initialize: NATIVE } : {}
      TO_JSON_OF_SYMBOL = Stock::IS_CODER ? {} : { to_json: TO_JSON }

      # The classes and modules with the methods that every call depends on.
      WATCHED = [Encoder::STOCK, ::JSON, ::JSON.state, *(::JSON::Coder if defined?(::JSON::Coder))].freeze

      KINDS = {
        # No value, but what every call depends on.
        encoder: kind(
          "Object",
          [-> { Encoder::STOCK.new }, STOCK_METHODS.to_h { |name| [name, RAILS] }],
          [-> { "" }, METHODS_OF_STRING.merge(gsub!: NATIVE)],
          *([[-> { ::JSON }, { generate: JSON_GEM }]] unless Stock::IS_CODER),
          [-> { ::JSON.state.new }, { generate: JSON_GEM }],
          *([[-> { ::JSON::Coder.new }, { dump: JSON_GEM }]] if defined?(::JSON::Coder)),
          *[String, Hash, Array, Numeric].map { |type| [-> { type }, { :=== => NATIVE }] }
        ),
        nil: kind("NilClass", [-> {}, { as_json: rails(NilClass) }]),
        true: kind("TrueClass", [-> { true }, { as_json: rails(TrueClass) }]),
        false: kind("FalseClass", [-> { false }, { as_json: rails(FalseClass) }]),
        integer: kind("Integer", [-> { 0 }, { as_json: rails(Numeric), to_s: NATIVE }]),
        float: kind("Float", [-> { 0.0 }, { as_json: rails(Float), to_s: NATIVE, finite?: NATIVE }],
                    [-> { ::JSON }, { generate: JSON_GEM }]),
        string: kind(
          "String",
          [-> { "" }, { as_json: rails(String), to_json: TO_JSON }],
          [-> { "" }, { to_s: NATIVE }]
        ),
        symbol: kind("Symbol", [-> { :a }, TO_JSON_OF_SYMBOL.merge(as_json: rails(Symbol), to_s: NATIVE)]),
        symbol_key: kind("Symbol", [-> { :a }, Stock::STAGES == :as_json ? TO_JSON_OF_SYMBOL.merge(to_s: NATIVE) : { to_s: NATIVE }]),
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
             respond_to?: NATIVE, respond_to_missing?: NATIVE }],
          [-> { Object.new }, { to_hash: nil }],
          [-> { [] }, { map: NATIVE }]
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
             time_zone: RAILS, utc_offset: RAILS, formatted_offset: RAILS, initialize: RAILS }],
          [-> { Time.at(0) }, { in_time_zone: RAILS }],
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
          [-> { TZInfo::TransitionsTimezonePeriod.allocate }, PERIOD.merge(TRANSITIONS)],
          [-> { TZInfo::TimezoneTransition.allocate }, { timestamp_value: TZINFO }]
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
        fragment: (kind("JSON::Fragment", [-> { ::JSON::Fragment.new("1") }, { to_json: JSON_GEM }]) if
            Encoder::HAS_FRAGMENTS),
        attribute_set: set_of_attributes("AttributeSet", %i[attributes keys fetch_value [] default_attribute]),
        lazy_attribute_set: set_of_attributes("LazyAttributeSet", %i[attributes keys fetch_value [] default_attribute]),
        from_database_attribute: attribute("FromDatabase"),
        from_user_attribute: attribute("FromUser"),
        cast_value_attribute: attribute("WithCastValue"),
        default_attribute: attribute("UserProvidedDefault"),
        uninitialized_attribute: attribute("Uninitialized"),
        indexed_row: kind("ActiveRecord::Result::IndexedRow",
                          [-> { ActiveRecord::Result::IndexedRow.new({}, []) },
                           { keys: ACTIVE_RECORD, each_key: ACTIVE_RECORD, key?: ACTIVE_RECORD, fetch: ACTIVE_RECORD }]),
      }.compact.freeze

      # The methods of Ruby's own values that are not called while stock walks through the document by itself. A coder of the json
      # gem calls none, and of floats only where it prints Ruby's digits.
      HAS_FREE_FLOATS = Stock::STAGES == :coder && JsonGem.float_style == :json_gem
      PLAIN = [:nil, :true, :false, :integer, *(:float if HAS_FREE_FLOATS), :string, :symbol, :symbol_key, :array, :hash].freeze
      private_constant :HAS_FREE_FLOATS, :PLAIN
      FREE = PLAIN.to_h do |name|
        methods = KINDS.fetch(name).groups.flat_map { |_, expectations| expectations.map(&:first) }
        # The json gem calls to_json of symbols only.
        called = name == :symbol ? %i[as_json] : %i[as_json to_json]
        [name, { coder: methods, jsonify: methods & called, as_json: [] }.fetch(Stock::STAGES)]
      end.merge(encoder: Stock::IS_CODER ? %i[===] : []).freeze
    end
  end
end
