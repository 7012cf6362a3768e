# frozen_string_literal: true

module Millrace
  module Rails
    # Records of Active Record, and objects with the attributes of Active Model.
    class RecordMethods < ModelMethods
      LIBRARY = MethodOrigin::LIBRARY
      NATIVE = MethodOrigin::NATIVE

      # The methods of a record. Not every version has all of them.
      NAMES = {
        as_json: MethodOrigin.of("ActiveModel::Serializers::JSON"),
        serializable_hash: MethodOrigin.of("ActiveModel::Serialization", callers: ["ActiveRecord::Serialization"]),
        serializable_attributes: MethodOrigin.of("ActiveModel::Serialization"),
        serializable_add_includes: MethodOrigin.of("ActiveModel::Serialization"),
        read_attribute_for_serialization: NATIVE,
        attribute_names_for_serialization:
          MethodOrigin.of("ActiveModel::Serialization", "ActiveRecord::Serialization"),
        attributes: MethodOrigin.of("ActiveModel::Attributes", "ActiveRecord::AttributeMethods"),
        attribute_names: LIBRARY,
        _read_attribute: LIBRARY,
        attribute: LIBRARY,
        association: LIBRARY,
        include_root_in_json: LIBRARY,
        send: NATIVE,
        class: NATIVE,
      }.freeze

      OPTIONAL = %i[attribute_names_for_serialization attribute_names _read_attribute association].freeze
      ACTIVE_RECORD_CLASS_METHODS = %i[include_root_in_json inheritance_column _has_attribute?].freeze

      # The modules that contain generated readers.
      ATTRIBUTE_MODULES = MethodOrigin.generated(:generated_attribute_methods)
      ASSOCIATION_MODULES = MethodOrigin.generated(:generated_association_methods)
      PRIMARY_KEY = MethodOrigin.of("ActiveRecord::AttributeMethods::PrimaryKey")

      # The methods that read attributes that only a query has.
      MISSING = %i[method_missing attribute_missing respond_to? respond_to_missing?].freeze

      # Names that Active Model could take for a method of another attribute.
      AMBIGUOUS_NAME = /\A(saved|will|has|restore|clear|reset)_|_(was|change|changed|database|save|saved|cast|user)\z|\W/
      private_constant :AMBIGUOUS_NAME

      def self.covers?(type) = inherits?(type, "ActiveModel::Serializers::JSON")

      def role = :record

      # Of an attribute, or for a Symbol of an association.
      def reader?(model, name)
        name.is_a?(Symbol) ? association?(model, name) : attribute?(model, name.to_sym)
      end

      # @return [String, nil] the column with the class's name
      def excluded
        return unless active_record?

        column = @type.inheritance_column
        column if @type._has_attribute?(column)
      end

      private

      def active_record? = ModelMethods.inherits?(@type, "ActiveRecord::Base")

      def methods
        names = NAMES.reject { |name, _| OPTIONAL.include?(name) && !method?(name) }
        class_names = active_record? ? ACTIVE_RECORD_CLASS_METHODS : %i[include_root_in_json]
        names.map { |name, origin| [@value, name, origin] } +
          class_names.map { |name| [@type, name, LIBRARY] } +
          [[::Time, :zone, LIBRARY]]
      end

      def method?(name) = @type.method_defined?(name) || @type.private_method_defined?(name)

      def settings
        root = @type.include_root_in_json
        root = root_name if root == true
        [root.is_a?(Symbol) ? root.name : root, root_name, reads_all?]
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
        return guard(model, @value, name, ATTRIBUTE_MODULES) unless name == :id && active_record?

        @type.primary_key == "id" && guard(model, @value, name, PRIMARY_KEY)
      end

      def only_in_query?(model, name)
        return false if !active_record? || AMBIGUOUS_NAME.match?(name)

        MISSING.all? { |method| guard(model, @value, method, LIBRARY) } && model.guard(@value, name, 0) && true
      end

      # Extensions of an association may change what it returns.
      def association?(model, name)
        reflection = @type._reflect_on_association(name) if active_record?
        return false unless reflection && guard(model, @value, name, ASSOCIATION_MODULES)

        !reflection.collection? || (reflection.extensions.empty? && reflection.klass.default_extensions.empty?)
      end
    end
  end
end
