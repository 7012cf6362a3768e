# frozen_string_literal: true

module Millrace
  module Rails
    # Copies a record with its attributes, without a callback and without reading anything.
    module RecordCopy
      # Variables of an attribute set that reading fills.
      FILLED = %i[@attributes @casted_values].freeze
      private_constant :FILLED

      # @param record [Object] with a set of attributes
      def self.of(record)
        attributes = GET.bind_call(record, :@attributes)
        copy(record) { |name, member| name == :@attributes ? copy_of_set(attributes) : member }
      end

      def self.copy_of_set(set)
        copy(set) do |name, member|
          next member unless FILLED.include?(name) && member.is_a?(Hash)

          member.to_h { |key, attribute| [key, attribute.nil? ? nil : attribute.dup] }
        end
      end
      private_class_method :copy_of_set

      def self.copy(value)
        ALLOCATE.bind_call(CLASS.bind_call(value)).tap do |copy|
          NAMES.bind_call(value).each { |name| SET.bind_call(copy, name, yield(name, GET.bind_call(value, name))) }
        end
      end
      private_class_method :copy

      ALLOCATE = Class.instance_method(:allocate)
      CLASS = Kernel.instance_method(:class)
      GET = Kernel.instance_method(:instance_variable_get)
      SET = Kernel.instance_method(:instance_variable_set)
      NAMES = Kernel.instance_method(:instance_variables)
      private_constant :ALLOCATE, :CLASS, :GET, :SET, :NAMES
    end
  end
end
