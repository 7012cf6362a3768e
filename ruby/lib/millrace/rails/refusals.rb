# frozen_string_literal: true

module Millrace
  module Rails
    # Remembers which documents could not be encoded natively, by what they begin with, so that documents of the same kind are
    # not tried each time where an attempt that fails is lost. After each failure in a row twice as many are left to stock.
    class Refusals
      MAXIMUM_KINDS = 256
      MAXIMUM_SKIPS = 64
      private_constant :MAXIMUM_KINDS, :MAXIMUM_SKIPS

      def initialize
        @kinds = {}
      end

      # @return [Boolean] whether the value had better not be tried now
      def skip?(value)
        return false if @kinds.empty?

        kind = @kinds[Native.kind_of(value)]
        return false if kind.nil? || kind[:left] <= 0

        kind[:left] -= 1
        true
      end

      # @param value [Object] could not be encoded natively
      def add(value)
        @kinds.clear if @kinds.length >= MAXIMUM_KINDS
        kind = @kinds[Native.kind_of(value)] ||= { width: 0, left: 0 }
        kind[:width] = [(kind[:width] * 2) + 1, MAXIMUM_SKIPS].min
        kind[:left] = kind[:width]
      end

      # @param value [Object] was encoded natively
      def remove(value)
        @kinds.delete(Native.kind_of(value)) unless @kinds.empty?
      end
    end
  end
end
