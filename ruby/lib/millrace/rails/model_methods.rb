# frozen_string_literal: true

require "millrace/rails/method_origin"

module Millrace
  module Rails
    # The methods that stock calls to encode a value of Active Record's or Active Model's, for one class. Each must be
    # the one that these libraries define, or generate for the class.
    class ModelMethods
      # @return [ModelMethods, nil] nil for other classes
      def self.for(type)
        [RecordMethods, AssociationMethods, CollectionMethods, RelationMethods]
          .find { |methods| methods.covers?(type) }&.new(type)
      end

      # @return [Boolean] whether the class is the one named, or inherits from it
      def self.inherits?(type, name)
        ancestor = name.split("::").inject(Object) do |scope, constant|
          return false if scope.autoload?(constant) || !scope.const_defined?(constant, false)

          scope.const_get(constant, false)
        end
        COMPARE.bind_call(type, ancestor) || false
      end

      # @return [String, nil] why the class is not trusted
      attr_reader :reason

      # @param type [Class]
      def initialize(type)
        @type = type
        # Stands for all values of the class. No code of the application's runs for it.
        @value = ALLOCATE.bind_call(type)
      end

      # Adds guards to the model, and trusts it if all of its methods are untouched.
      #
      # @return [Boolean] whether they are
      def trust(model)
        return false unless methods.all? { |receiver, name, origin| guard(model, receiver, name, origin) }

        model.trust(*settings)
        true
      end

      private

      # What a model is told besides its methods.
      def settings = [false, nil, false]

      # @param origin [MethodOrigin]
      # @return [Boolean] whether the method is what is expected; then it is guarded
      def guard(model, receiver, name, origin)
        length = origin.chain_length(receiver, name)
        unless length
          @reason = "#{name} is #{MethodOrigin.describe(receiver, name)}"
          return false
        end
        model.guard(receiver, name, length)
        true
      end

      ALLOCATE = Class.instance_method(:allocate)
      COMPARE = Module.instance_method(:<=)
      private_constant :ALLOCATE, :COMPARE
    end

    # Associations: what they have loaded is read.
    class AssociationMethods < ModelMethods
      NAMES = %i[reader loaded? stale_target? stale_state target load_target find_target? klass].freeze
      private_constant :NAMES

      def self.covers?(type) = inherits?(type, "ActiveRecord::Associations::Association")

      def role = :association

      private

      def methods
        names = NAMES.select { |name| @type.method_defined?(name) || @type.private_method_defined?(name) }
        names.map { |name| [@value, name, MethodOrigin::ACTIVE_RECORD] }
      end
    end

    # Relations: their records are read once they are loaded.
    class RelationMethods < ModelMethods
      def self.covers?(type) = inherits?(type, "ActiveRecord::Relation")

      def role = :relation

      private

      def methods
        %i[as_json records load loaded? to_ary].map { |name| [@value, name, MethodOrigin::ACTIVE_RECORD] }
      end
    end

    # Collections that associations return.
    class CollectionMethods < RelationMethods
      def self.covers?(type) = inherits?(type, "ActiveRecord::Associations::CollectionProxy")

      def role = :collection

      private

      def methods = super + [[@value, :load_target, MethodOrigin::ACTIVE_RECORD]]
    end
  end
end

require "millrace/rails/record_methods"
