# frozen_string_literal: true

module Millrace
  module Rails
    # Compares the direct pass with stock when Millrace is loaded. A version of Active Support that encodes in another
    # way than those that Millrace was written for is found out by this, and does everything itself then.
    module SelfCheck
      SAMPLES = lambda do
        text = (0..0x7f).map(&:chr).join + "é\u2028\u2029😀"
        object = Object.new.tap { |plain| plain.instance_variable_set(:@a, text) }
        [nil, true, false, 0, -(2**70), 0.1, -1.0e-7, 1e16, Float::NAN, BigDecimal("1.50"), text, :a, [[], {}],
         { "a" => 1, b: [nil], 2 => text }, { a: 1, "a" => 2 }, Struct.new(:a).new(1), object, Date.new(2000, 1, 2),
         Time.utc(2000), Time.at(1.25).getlocal("+05:30"), DateTime.new(2000, 1, 2, 3)]
      end
      private_constant :SAMPLES

      # @return [Boolean] whether all that is encoded natively looks as stock has it
      def self.passes?
        encoder = Encoder.new
        SAMPLES.call.all? do |value|
          json = encoder.encode_directly(value, {})
          !json || json == Encoder::STOCK.new.encode(value)
        end
      end
    end
  end
end
