# frozen_string_literal: true

module Millrace
  module Rails
    # Where a method is expected to come from.
    class MethodOrigin
      METHOD = Kernel.instance_method(:method)
      private_constant :METHOD

      # @return [Array<String>] the folders of the libraries that are loaded
      def self.roots
        @roots ||= {}
        { ActiveModel: "active_model/version.rb", ActiveRecord: "active_record/version.rb",
          ActiveSupport: "active_support/version.rb", TZInfo: "tzinfo/version.rb" }.each do |name, path|
          next unless Object.const_defined?(name)

          @roots[name] ||= $LOADED_FEATURES.find { |feature| feature.end_with?("/#{path}") }&.delete_suffix("version.rb")
        end
        @roots
      end

      # @return [Boolean] whether a file belongs to one of the libraries
      def self.library?(path, *names)
        roots.values_at(*names).any? { |root| root && path.start_with?(root) }
      end

      # @param receiver [Object]
      # @return [String] where the method is defined, in words
      def self.describe(receiver, name)
        method = METHOD.bind_call(receiver, name)
        location = method.source_location
        "the method of #{Profile.name_of(method.owner)}#{" (#{location.join(":")})" if location}"
      rescue NameError
        "missing"
      end

      # @param owners [Array<String>] the modules that the method may be one of
      # @param callers [Array<String>] the modules whose methods of this name may call it by super
      def self.of(*owners, callers: []) = new(callers) { |method| owners.include?(method.owner.name) && ruby?(method) }

      # @param name [Symbol] a method of the class that returns the module with the methods generated for it
      def self.generated(name)
        new do |method, receiver|
          ruby?(method) && receiver.class.ancestors.any? do |ancestor|
            ancestor.is_a?(Class) && ancestor.respond_to?(name, true) && ancestor.send(name).equal?(method.owner)
          end
        end
      end

      def self.ruby?(method)
        location = method.source_location
        location ? library?(location.first, :ActiveModel, :ActiveRecord, :ActiveSupport) : false
      end
      private_class_method :ruby?

      def initialize(callers = [], &expectation)
        @callers = callers
        @expectation = expectation
      end

      # @return [Integer, nil] how many methods answer, one by super of the other; nil if they are not the expected ones
      def chain_length(receiver, name)
        method = METHOD.bind_call(receiver, name)
        length = 1
        while @callers.include?(method.owner.name)
          method = method.super_method or return
          length += 1
        end
        length if @expectation.call(method, receiver)
      rescue NameError
        nil
      end

      # Ruby's own methods of all objects.
      KERNEL = new do |method|
        method.owner == Kernel && method.original_name == method.name && (method.source_location.nil? || method.source_location.first.start_with?("<internal:"))
      end
      SENDING = new do |method|
        ruby?(method) || (method.source_location.nil? && method.original_name == :send)
      end
      ACTIVE_RECORD = new { |method| method.source_location && library?(method.source_location.first, :ActiveRecord) }
      LIBRARY = new { |method| ruby?(method) }
    end
  end
end
