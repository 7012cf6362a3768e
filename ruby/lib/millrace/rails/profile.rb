# frozen_string_literal: true

require "millrace/rails/trusted_methods"

module Millrace
  module Rails
    # What may be encoded natively at the moment. Methods that were redefined, and classes that are loaded only after
    # this, are noticed when the next value cannot be encoded natively.
    class Profile
      def initialize
        @native = Native::Profile.new
        @missing = TrustedMethods::KINDS.keys
        add_loaded_kinds
      end

      # @return [String, nil, false] nil if some values need code of their own, false if all should be left to Active
      #   Support; nothing has happened then
      def encode(...)
        json = @native.encode(...)
        !json && refresh ? @native.encode(...) : json
      end

      # @return [Object] value.as_json(options.dup)
      def as_json(value, options) = @native.as_json(value, options)

      private

      # @return [Boolean] whether something had changed
      def refresh
        stale = @native.stale
        stale.each { |kind| add(kind) }
        stale.any? | add_loaded_kinds
      end

      def add_loaded_kinds
        loaded, @missing = @missing.partition { |kind| TrustedMethods::KINDS[kind].loaded? }
        loaded.each { |kind| add(kind) }.any?
      end

      def add(name)
        kind = TrustedMethods::KINDS[name]
        guards = kind.groups.flat_map do |receiver, methods|
          object = receiver.call
          methods.map do |method, home|
            chain = TrustedMethods.chain(object, method)
            Guard.new(object, method, chain.length, TrustedMethods.untouched?(chain, home))
          end
        end
        @native.trust(name, kind.type, guards.all?(&:is_untouched))
        guards.each { |guard| @native.guard(name, guard.receiver, guard.method, guard.length) }
      end

      Guard = Struct.new(:receiver, :method, :length, :is_untouched)
      private_constant :Guard
    end
  end
end
