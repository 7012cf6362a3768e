# frozen_string_literal: true

require "bigdecimal"
require "date"
require "set"
require "time"

module Millrace
  module Rails
    # Says which methods Active Support's encoder calls for which values, and where these come from as long as nobody has
    # touched them. A kind of values is encoded natively only while all of its methods come from there.
    class Profile
      ROOT = File.join(File.dirname(ActiveSupport::JSON::Encoding.method(:time_precision).source_location.first, 2), "")

      # Where a method comes from: written in C or built into Ruby, or in files of these names.
      NATIVE = ->(path) { path.nil? || path.start_with?("<internal:") }
      RAILS = ->(path) { path&.start_with?(ROOT) }
      JSON_GEM = ->(path) { path.nil? || path.match?(%r{/json/[\w/]+\.rb\z}) }
      STANDARD_LIBRARY = ->(path) { NATIVE.(path) || path.match?(%r{/(time|set)\.rb\z}) }
      TZINFO = ->(path) { path&.match?(%r{/tzinfo/\w+\.rb\z}) }

      # What is asked of the methods of one object, which stands for all of its class.
      Group = Struct.new(:receiver, :methods)

      # The kinds of values that the encoder knows, each with its class and its groups of methods.
      def self.kinds
        stock = Encoder::STOCK
        json = ActiveSupport::JSON::Encoding
        period = TZInfo::TimezonePeriod
        zone_offset = TZInfo::TimezoneOffset.new(0, 0, "UTC")
        {
          encoder: [nil, Group[stock.new, stock_methods(stock)], Group[::JSON, { generate: JSON_GEM }],
                    Group[::JSON.state.new, { generate: JSON_GEM }],
                    *[String, Hash, Array, Numeric].map { |type| Group[type, { :=== => NATIVE }] }],
          nil: [NilClass, Group[nil, { as_json: RAILS }]],
          true: [TrueClass, Group[true, { as_json: RAILS }]],
          false: [FalseClass, Group[false, { as_json: RAILS }]],
          integer: [Integer, Group[0, { as_json: RAILS, to_s: NATIVE }]],
          float: [Float, Group[0.0, { as_json: RAILS, to_s: NATIVE, finite?: NATIVE }]],
          string: [String, Group["", { as_json: RAILS, to_json: JSON_GEM, to_s: NATIVE, initialize: NATIVE, gsub!: NATIVE }]],
          symbol: [Symbol, Group[:a, { as_json: RAILS, to_s: NATIVE }]],
          array: [Array, Group[[], { as_json: RAILS, map: NATIVE }]],
          hash: [Hash, Group[{}, { as_json: RAILS, each: NATIVE, slice: NATIVE, except: NATIVE, :[]= => NATIVE }]],
          struct: [Struct, Group[Struct.new(:a).new, { as_json: RAILS, members: NATIVE, values: NATIVE, to_h: NATIVE }]],
          object: [Object, Group[Object.new, { as_json: RAILS, instance_values: RAILS, respond_to?: NATIVE,
                                               respond_to_missing?: NATIVE, instance_variables: NATIVE,
                                               instance_variable_get: NATIVE }]],
          big_decimal: [BigDecimal, Group[BigDecimal(0), { as_json: RAILS, to_s: NATIVE, finite?: NATIVE }]],
          time: [Time, Group[Time.at(0), { as_json: RAILS, xmlschema: STANDARD_LIBRARY, strftime: NATIVE, utc?: NATIVE,
                                           to_i: NATIVE, formatted_offset: RAILS, utc_offset: NATIVE }]],
          date: [Date, Group[Date.new, { as_json: RAILS, strftime: NATIVE, year: NATIVE, month: NATIVE, mday: NATIVE }]],
          date_time: [DateTime, Group[DateTime.new, { as_json: RAILS, xmlschema: NATIVE, strftime: NATIVE }]],
          time_with_zone: [
            ActiveSupport::TimeWithZone,
            Group[ActiveSupport::TimeWithZone.allocate,
                  { as_json: RAILS, xmlschema: RAILS, time: RAILS, utc: RAILS, utc?: RAILS, zone: RAILS, period: RAILS,
                    utc_offset: RAILS, formatted_offset: RAILS, time_zone: RAILS }],
            Group[ActiveSupport::TimeZone, { seconds_to_utc_offset: RAILS }],
          ],
          time_zone: [ActiveSupport::TimeZone, Group[ActiveSupport::TimeZone["UTC"], { period_for_utc: RAILS }]],
          offset_period: [TZInfo::OffsetTimezonePeriod,
                          Group[TZInfo::OffsetTimezonePeriod.new(zone_offset), period_methods(period)]],
          transitions_period: [TZInfo::TransitionsTimezonePeriod,
                               Group[TZInfo::TransitionsTimezonePeriod.allocate, period_methods(period)]],
          zone_offset: [TZInfo::TimezoneOffset,
                        Group[zone_offset, { observed_utc_offset: TZINFO, abbreviation: TZINFO }]],
          duration: [ActiveSupport::Duration,
                     Group[ActiveSupport::Duration.seconds(1), { as_json: RAILS, to_i: RAILS, value: RAILS }]],
          set: [Set, Group[Set.new, { as_json: RAILS, to_a: STANDARD_LIBRARY }]],
        }
      end

      def self.stock_methods(stock)
        names = stock.instance_methods(false) + stock.private_instance_methods(false)
        names.to_h { |name| [name, RAILS] }
      end

      def self.period_methods(period)
        { offset: TZINFO, observed_utc_offset: TZINFO, abbreviation: TZINFO }
      end

      # The methods of Active Support that call the method behind them in the chain of ancestors.
      CALLING_SUPER = %i[to_json to_s].freeze

      attr_reader :native

      def initialize
        @native = Native::Profile.new
        Profile.kinds.each { |kind, (type, *groups)| add(kind, type || Object, groups) }
      end

      def encode(...) = @native.encode(...)

      private

      def add(kind, type, groups)
        groups.each do |group|
          group.methods.each do |name, home|
            chain = chain_of(group.receiver, name)
            raise "#{kind} #{name} #{chain.map(&:source_location)}" unless untouched?(chain, home)

            @native.guard(kind, group.receiver, name, chain.length > 1)
          end
        end
        @native.trust(kind, type)
      end

      # The method that answers, and those that it reaches by super.
      def chain_of(receiver, name)
        chain = [receiver.method(name)]
        if CALLING_SUPER.include?(name)
          chain << chain.last.super_method while RAILS.(chain.last.source_location&.first) && chain.last.super_method
        end
        chain
      end

      def untouched?(chain, home)
        home.(chain.last.source_location&.first) && chain[0...-1].all? { |method| RAILS.(method.source_location&.first) }
      end
    end

    PROFILE = Profile.new
  end
end
