# frozen_string_literal: true

require "millrace/rails/attribute_types"
require "millrace/rails/model_methods"
require "millrace/rails/trusted_methods"

module Millrace
  module Rails
    # Finds out for classes of Active Record and Active Model whether their values are encoded as these libraries do it,
    # which is when they can be encoded natively. The native code asks once for each class, each name and each type, and
    # again when a method has changed since.
    class Models
      # Classes that have code of their own, and why they are left to Active Support: {Status} shows them.
      attr_reader :reasons

      MAXIMUM_REASONS = 100

      # @param profile [Profile] encodes a record so that it can be compared with stock
      def initialize(profile)
        @profile = profile
        @reasons = {}
      end

      # @param value [Object] one of the class
      # @return [Native::Model, false] false for a class that is none of Active Record's or Active Model's
      def model(type, value)
        methods = ModelMethods.for(type)
        return false unless methods

        model = Native::Model.new(type, methods.role)
        if methods.trust(model) then @reasons.delete(type.name)
        else give_reason(type, methods.reason)
        end
        model
      rescue StandardError => error
        give_reason(type, "#{error.class}: #{error.message}")
        Native::Model.new(type, :record)
      end

      # Compares the first value of a class with stock, for what no guard can know: a version that encodes in another
      # way. A value that takes code of the application's is not encoded natively, so none runs here.
      def verify(model, value)
        json = @profile.encode(value, nil, *Encoder.settings)
        return if !json || json == Encoder::STOCK.new.encode(value)

        model.distrust
        give_reason(value.class, "its JSON differs from Active Support's")
      rescue StandardError => error
        model.distrust
        give_reason(value.class, "#{error.class}: #{error.message}")
      end

      # @param name [String, Symbol] of an attribute, or a Symbol for an association
      # @return [Boolean] whether the method of this name does nothing else than to read it
      def reader?(model, type, name) = ModelMethods.for(type).reader?(model, name)

      # @return [Integer] how the native code makes a Ruby value of a database value
      def type(model, type) = Native::Model::TYPES.fetch(AttributeTypes.kind(model, type))

      # @return [String, nil] the attribute of a record that is written only if it is asked for
      def excluded(type) = ModelMethods.for(type).excluded

      # @return [Array] the settings of now, as Profile#encode takes them
      def settings = Encoder.settings

      def database_utc? = AttributeTypes.default_timezone == :utc
      def time_zone = ::Time.zone

      private

      def give_reason(type, reason)
        @reasons[type.name || "an anonymous class"] = reason if @reasons.length < MAXIMUM_REASONS
      end
    end
  end
end
