# frozen_string_literal: true

module Millrace
  module Rails
    # Says why a value is or is not encoded natively: looks for the first part of it that is not.
    class Explanation
      MAXIMUM_DEPTH = 100
      private_constant :MAXIMUM_DEPTH

      # @param profile [Profile]
      # @param models [Models]
      def initialize(profile, models)
        @profile = profile
        @models = models
      end

      # @return [String] one line
      def explain(value)
        return "encoded natively" if native?(value)

        containers = []
        path, part = find(value, containers)
        place = path.empty? ? "" : "value#{path} "
        if asked?(value, part, containers)
          return "#{place}is sent as_json, #{MethodOrigin.describe(part, :as_json)}; everything else is encoded natively"
        end

        code = code_of_attribute(part) if Stock.stages?({}) && @profile.encode(value, {}, Encoder.settings).nil?
        return "#{place}needs application code: #{code}; everything else is encoded natively" if code

        "#{place}is encoded by Active Support: #{reason(part)}"
      end

      # @return [Boolean] whether the value is encoded without application code
      def native?(value) = @profile.encode(value, {}, Encoder.settings) ? true : false

      private

      # Whether the document is encoded natively but for the answers to as_json of this part, and of others like it.
      def asked?(value, part, containers)
        return false unless @profile.encode(value, {}, Encoder.settings).nil?
        return false if [String, Symbol, Float, Hash, Array].include?(part.class) || ModelMethods.for(part.class)

        return Stock.stages?({}) unless Stock::CODER

        containers.grep(Hash).all? { |hash| simple_keys?(hash.keys) } && !records?(value)
      end

      def records?(value)
        case value
        when Hash then value.each_value.any? { |member| records?(member) }
        when Array then value.any? { |element| records?(element) }
        else !ModelMethods.for(value.class).nil?
        end
      end

      # What a hash has whose members can be encoded natively after application code has run.
      def simple_keys?(keys) = keys.all?(Symbol) || keys.all? { |key| key.instance_of?(String) && key.valid_encoding? }

      # The path to the first part that is not native, and that part. Adds the hashes and arrays on the path to a list.
      def find(value, containers, path = "")
        parts = case value
                when Hash then value.map { |key, member| ["[#{key.inspect}]", member] }
                when Array then value.each_with_index.map { |element, index| ["[#{index}]", element] }
                else []
                end
        place, part = parts.find { |_, member| !native?(member) }
        return [path, value] if place.nil? || path.length > MAXIMUM_DEPTH * 10

        containers << value
        find(part, containers, path + place)
      end

      def reason(value)
        type = value.class
        methods = ModelMethods.for(type)
        if methods then reason_of_record(value, type, methods)
        elsif !value.singleton_methods.empty? then "it has methods of its own"
        else reason_of_value(value)
        end
      rescue NoMethodError, TypeError
        reason_of_value(value)
      end

      def reason_of_value(value)
        return "its text is not UTF-8" if value.is_a?(String) && !value.encode(Encoding::UTF_8).valid_encoding?

        "as_json is #{MethodOrigin.describe(value, :as_json)}"
      rescue EncodingError
        "its text is not UTF-8"
      end

      def reason_of_record(record, type, methods)
        return @models.reasons[type.name] if @models.reasons.key?(type.name)
        return "its records are not loaded" unless methods.role == :record
        return "it has methods of its own" unless record.singleton_methods.empty?

        names_of(record).each { |name| reason_of_attribute(record, type, name)&.then { |reason| return reason } }
        "its attributes need application code"
      end

      # Why an attribute of a record of Active Record is not read natively, though the others are. Nil for other values.
      def code_of_attribute(record)
        type = record.class
        methods = ModelMethods.for(type)
        return unless methods&.role == :record && type.respond_to?(:inheritance_column)
        return if @models.reasons.key?(type.name) || !record.singleton_methods.empty?

        names_of(record).each { |name| reason_of_attribute(record, type, name)&.then { |reason| return reason } }
        nil
      rescue NoMethodError, TypeError
        nil
      end

      def names_of(record) = record.instance_variable_get(:@attributes)&.keys || []

      def reason_of_attribute(record, type, name)
        model = Native::Model.new(type, :record)
        return if type.respond_to?(:inheritance_column) && name == type.inheritance_column
        unless ModelMethods.for(type).reader?(model, name)
          return "#{name} is #{MethodOrigin.describe(record, name)}, which does not only read the attribute"
        end

        attribute_type = record.instance_variable_get(:@attributes)[name].type
        "the type of #{name} is #{attribute_type.class}" if AttributeTypes.kind(model, attribute_type) == :unknown
      end
    end
  end
end
