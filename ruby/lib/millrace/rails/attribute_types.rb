# frozen_string_literal: true

require "millrace/rails/method_origin"

module Millrace
  module Rails
    # How the types of attributes convert values from the database. The types of Active Model and Active Record are known,
    # unless they call an object of the application, as `serialize` does with its coder.
    module AttributeTypes
      # Classes whose usual values are written without a conversion.
      KINDS = {
        "ActiveModel::Type::Value" => :identity,
        "ActiveModel::Type::String" => :string,
        "ActiveModel::Type::ImmutableString" => :string,
        "ActiveRecord::Type::Text" => :string,
        "ActiveModel::Type::Integer" => :integer,
        "ActiveModel::Type::BigInteger" => :integer,
        "ActiveRecord::ConnectionAdapters::SQLite3Adapter::SQLite3Integer" => :integer,
        "ActiveModel::Type::Float" => :float,
        "ActiveModel::Type::Boolean" => :boolean,
        "ActiveModel::Type::Date" => :date,
        "ActiveRecord::Type::Date" => :date,
        "ActiveRecord::Type::DateTime" => :time,
      }.freeze

      # Other classes that call no application code.
      CALLED = /\A(ActiveModel::Type::|ActiveRecord::Type::|ActiveRecord::Enum::|ActiveRecord::ConnectionAdapters::)/
      CALLING = %w[ActiveRecord::Type::Serialized].freeze
      private_constant :CALLED, :CALLING

      ZONED = "ActiveRecord::AttributeMethods::TimeZoneConversion::TimeZoneConverter"
      # Call application code to cast a value that was assigned, but not for one from the database.
      NORMALIZED = %w[ActiveRecord::Normalization::NormalizedValueType
                      ActiveModel::Attributes::Normalization::NormalizedValueType].freeze
      private_constant :ZONED, :NORMALIZED

      METHODS = %i[deserialize cast cast_value].freeze
      DELEGATOR_METHODS = %i[deserialize cast].freeze
      private_constant :METHODS, :DELEGATOR_METHODS

      CLASS = Kernel.instance_method(:class)
      IVAR_GET = Kernel.instance_method(:instance_variable_get)
      private_constant :CLASS, :IVAR_GET

      # Digits of a second that the native code reads.
      PRECISION = 6

      # @param model [Native::Model] is stale as soon as one of the type's methods has changed
      # @return [Symbol] a key of Native::Model::TYPES
      def self.kind(model, type)
        name = CLASS.bind_call(type).name
        return zoned_kind(model, type) if name == ZONED
        return normalized_kind(model, type) if NORMALIZED.include?(name)
        return :unknown unless CALLED.match?(name) && !CALLING.include?(name) && guarded?(model, type)
        return :unknown if wrapped?(type) && kind(model, IVAR_GET.bind_call(type, :@subtype)) == :unknown

        kind = KINDS.fetch(name, :called)
        kind == :time && !read_natively?(type) ? :called : kind
      end

      # @return [Boolean] whether an assigned value is cast by application code
      def self.casts_by_code?(type)
        name = CLASS.bind_call(type).name
        NORMALIZED.include?(name) || (name == ZONED && casts_by_code?(type.__getobj__))
      end

      # @return [Symbol] which time zone times in the database have: :utc or :local
      def self.default_timezone
        (::ActiveRecord.respond_to?(:default_timezone) ? ::ActiveRecord : ::ActiveRecord::Base).default_timezone
      end

      def self.zoned_kind(model, type)
        return :unknown unless guarded?(model, type, DELEGATOR_METHODS)

        kind = kind(model, type.__getobj__)
        { time: :zoned_time, unknown: :unknown }.fetch(kind, :called)
      end
      private_class_method :zoned_kind

      # The methods that DelegateClass defines: Ruby's, or from Active Support 8.2 on its own, which gives them the place of its
      # caller.
      DELEGATED = MethodOrigin.new do |method|
        path = method.source_location&.first
        path && !NORMALIZED.include?(method.owner.name) &&
          (path.end_with?("/delegate.rb") || MethodOrigin.library?(path, :ActiveModel, :ActiveSupport))
      end
      private_constant :DELEGATED

      def self.normalized_kind(model, type)
        delegated = %i[deserialize __getobj__].all? do |name|
          length = DELEGATED.chain_length(type, name)
          length && model.guard(type, name, length)
        end
        return :unknown unless delegated

        kind = kind(model, type.__getobj__)
        # The native code does not look for the settings of a time's type in another type.
        %i[time zoned_time].include?(kind) ? :called : kind
      end
      private_class_method :normalized_kind

      def self.wrapped?(type) = !IVAR_GET.bind_call(type, :@subtype).nil?
      private_class_method :wrapped?

      def self.guarded?(model, type, names = METHODS)
        names.all? do |name|
          length = MethodOrigin::LIBRARY.chain_length(type, name)
          length && model.guard(type, name, length)
        end
      end
      private_class_method :guarded?

      # The native code does not truncate fractions, and does not convert from another time zone.
      def self.read_natively?(type)
        (type.precision.nil? || type.precision >= PRECISION) && IVAR_GET.bind_call(type, :@timezone).nil?
      end
      private_class_method :read_natively?
    end
  end
end
