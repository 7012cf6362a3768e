# frozen_string_literal: true

require "millrace/rails/attribute_types"
require "millrace/rails/model_methods"
require "millrace/rails/record_copy"
require "millrace/rails/trusted_methods"

module Millrace
  module Rails
    # Determines whether classes of Active Record and Active Model use the methods of these libraries, so that their values
    # can be encoded natively. The native code asks once for each class, name and type, and again after a method changed.
    class Models
      # Classes that are left to Active Support, and why; part of {Status}.
      attr_reader :reasons

      MAXIMUM_REASONS = 100

      # @param profile [Profile] encodes a record so that it can be compared with stock
      def initialize(profile)
        @profile = profile
        @reasons = {}
      end

      # @param value [Object] an instance of the class
      # @return [Native::Model, false] false for other classes
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

      # Compares the JSON of a class's first value with stock, to detect versions that encode in another way. Values that
      # need application code are not encoded natively, so none runs here. Copies are encoded, because records remember
      # what was read.
      def verify(model, record)
        copies = Array.new(2) { RecordCopy.of(record) }
        json = @profile.encode(copies.first, nil, Encoder.settings)
        return if !json || json == Encoder::STOCK.new.encode(copies.last)

        model.distrust
        give_reason(record.class, "its JSON differs from Active Support's")
      rescue StandardError => error
        model.distrust
        give_reason(record.class, "#{error.class}: #{error.message}")
      end

      # @param name [String, Symbol] of an attribute, or a Symbol for an association
      # @return [Boolean, Symbol] whether the method of this name only reads it; :primary_key for the primary key
      def reader?(model, type, name) = ModelMethods.for(type).reader?(model, name)

      # @return [Integer] how values from the database are converted, and whether others are cast by application code
      def type(model, type)
        Native::Model::TYPES.fetch(AttributeTypes.kind(model, type)) |
          (AttributeTypes.casts_by_code?(type) ? Native::Model::CASTS_BY_CODE : 0)
      end

      # @return [Array] the settings of now, as Profile#encode takes them
      def settings = Encoder.settings

      def database_utc? = AttributeTypes.default_timezone == :utc
      def time_zone = ::Time.respond_to?(:zone) ? ::Time.zone : nil

      private

      def give_reason(type, reason)
        @reasons[type.name || "an anonymous class"] = reason if @reasons.length < MAXIMUM_REASONS
      end
    end
  end
end
