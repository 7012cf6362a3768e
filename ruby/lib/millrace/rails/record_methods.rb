# frozen_string_literal: true

require "millrace/rails/generated_method"

module Millrace
  module Rails
    # Records of Active Record, and objects with the attributes of Active Model.
    class RecordMethods < ModelMethods
      LIBRARY = MethodOrigin::LIBRARY
      KERNEL = MethodOrigin::KERNEL

      ACTIVE_RECORD = "ActiveRecord::Base"
      private_constant :ACTIVE_RECORD

      # The methods of a record. Not every version has all of them.
      NAMES = {
        as_json: MethodOrigin.of("ActiveModel::Serializers::JSON"),
        serializable_hash: MethodOrigin.of("ActiveModel::Serialization", callers: ["ActiveRecord::Serialization"]),
        serializable_attributes: MethodOrigin.of("ActiveModel::Serialization"),
        serializable_add_includes: MethodOrigin.of("ActiveModel::Serialization"),
        read_attribute_for_serialization: MethodOrigin::SENDING,
        attribute_names_for_serialization:
          MethodOrigin.of("ActiveModel::Serialization", "ActiveRecord::Serialization"),
        attributes: MethodOrigin.of("ActiveModel::Attributes", "ActiveRecord::AttributeMethods"),
        attribute_names: LIBRARY,
        _read_attribute: LIBRARY,
        attribute: LIBRARY,
        association: LIBRARY,
        include_root_in_json: LIBRARY,
        send: KERNEL,
        class: KERNEL,
      }.freeze

      OPTIONAL = %i[attribute_names_for_serialization attribute_names _read_attribute association].freeze
      ACTIVE_RECORD_CLASS_METHODS = %i[include_root_in_json inheritance_column _has_attribute?].freeze

      # The modules that contain generated methods, readers among them.
      ATTRIBUTE_MODULES = MethodOrigin.generated(:generated_attribute_methods)
      ASSOCIATION_MODULES = MethodOrigin.generated(:generated_association_methods)
      PRIMARY_KEY = MethodOrigin.of("ActiveRecord::AttributeMethods::PrimaryKey")

      # What generated readers call with the attribute's name.
      READING = MethodOrigin.of("ActiveModel::Attributes", "ActiveRecord::AttributeMethods::Read")
      READING_NAMES = %i[_read_attribute attribute].freeze

      # The methods that read attributes that only a query has.
      MISSING = %i[method_missing attribute_missing respond_to? respond_to_missing? respond_to_without_attributes?
                   attribute_method? matched_attribute_method].freeze

      # The affixes of a class, and the method that applies them to a name, in each version.
      PATTERNS = { attribute_method_patterns: :attribute_method_patterns_matching,
                   attribute_method_matchers: :attribute_method_matchers_matching }.freeze

      def self.covers?(type) = inherits?(type, "ActiveModel::Serializers::JSON")

      def role = :record

      # @return [Boolean] whether stock writes attributes in the order of the option `only`
      def self.orders_only?
        return @orders_only if defined?(@orders_only)

        sample = Class.new { include ::ActiveModel::Serialization }.new
        def sample.attributes = { "a" => 1, "b" => 2 }
        def sample.a = 1
        def sample.b = 2
        @orders_only = sample.serializable_hash(only: %w[b a]).keys == %w[b a]
      end

      # @param name [String, Symbol] of an attribute, or a Symbol for an association
      # @return [Boolean, Symbol] whether its method only reads it; :primary_key if the record's primary key is what it
      #   reads
      def reader?(model, name)
        name.is_a?(Symbol) ? association?(model, name) : attribute?(model, name.to_sym)
      end

      private

      def active_record? = ModelMethods.inherits?(@type, ACTIVE_RECORD)

      def methods
        names = NAMES.reject { |name, _| OPTIONAL.include?(name) && !method?(name) }
        class_names = active_record? ? ACTIVE_RECORD_CLASS_METHODS : %i[include_root_in_json]
        names.map { |name, origin| [@value, name, origin] } +
          class_names.map { |name| [@type, name, LIBRARY] } + zone_methods
      end

      # Time zones are a part of Active Support that need not be loaded.
      def zone_methods = ::Time.respond_to?(:zone) ? [[::Time, :zone, LIBRARY]] : []

      def method?(name) = @type.method_defined?(name) || @type.private_method_defined?(name)

      def settings(model)
        root = @type.include_root_in_json
        model.watch(@type, :include_root_in_json)
        root = root_name if root == true
        [root.is_a?(Symbol) ? root.name : root, root_name, reads_all?, RecordMethods.orders_only?, active_record?]
      end

      # Whether stock calls `attributes`, which reads all of them, to get the names.
      def reads_all? = !method?(:attribute_names_for_serialization) || !active_record?

      # @return [String, nil] the root for `root: true`
      def root_name
        return unless [[@value, :model_name], [@type, :model_name]].all? { |where| LIBRARY.chain_length(*where) }

        @type.model_name.element
      rescue ArgumentError # an anonymous class
        nil
      end

      def attribute?(model, name)
        return only_in_query?(model, name) unless method?(name)
        return primary_key?(model) if name == :id && active_record?
        return false unless guard(model, @value, name, ATTRIBUTE_MODULES)

        messages = GeneratedMethod.messages(METHOD.bind_call(@value, name))
        READING_NAMES.any? do |reading|
          messages == [[0, reading, name.name]] && guard(model, @value, reading, READING)
        end
      end

      # The method `id` reads the primary key that the record has.
      def primary_key?(model)
        @type.primary_key == "id" && guard(model, @value, :id, PRIMARY_KEY) && :primary_key
      end

      # A name without a method is that of the attribute, unless an affix of the class applies to it.
      def only_in_query?(model, name)
        patterns, matching = PATTERNS.find { |method, _| @type.respond_to?(method) }
        return false unless active_record? && patterns
        return false unless [patterns, matching].all? { |method| guard(model, @type, method, LIBRARY) }

        matches = @type.send(matching, name.name)
        return false unless matches.length == 1 && matches.first.attr_name == name.name

        model.watch(@type, patterns)
        MISSING.all? { |method| guard(model, @value, method, LIBRARY) } && model.guard(@value, name, 0) && true
      end

      # Extensions of an association may change what it returns.
      def association?(model, name)
        reflection = @type._reflect_on_association(name) if active_record?
        return false unless reflection && guard(model, @value, name, ASSOCIATION_MODULES)
        return false unless reads_association?(model, reflection)

        !reflection.collection? || (reflection.extensions.empty? && reflection.klass.default_extensions.empty?)
      end

      # Active Record 8.1 reports associations that are deprecated.
      def reads_association?(model, reflection)
        name = reflection.name
        messages = GeneratedMethod.messages(METHOD.bind_call(@value, name))
        return true if messages == [[0, :association, name], [1, :reader]]

        messages == [[0, :association, name], [0, :__method__], [0, :deprecated_associations_api_guard, 1, 2], [1, :reader]] &&
          !reflection.deprecated? && guard(model, @value, :deprecated_associations_api_guard, LIBRARY)
      end

      METHOD = Kernel.instance_method(:method)
      private_constant :METHOD
    end
  end
end
