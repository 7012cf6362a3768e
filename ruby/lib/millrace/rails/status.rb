# frozen_string_literal: true

module Millrace
  module Rails
    # What is encoded natively, and what is left to Active Support and why.
    #
    # @!attribute versions [Hash{String => String}] of what is loaded
    # @!attribute native [Array<Symbol>] the kinds of values that are encoded natively
    # @!attribute stock [Hash{Symbol, String => String}] kinds of values and classes of records => why Active Support
    #   encodes them
    Status = Struct.new(:versions, :native, :stock) do
      # @return [Boolean] whether anything is encoded natively
      def native? = !native.empty?

      # @return [String] one line
      def summary
        state = native? ? "#{native.length} kinds of values are encoded natively" : "nothing is encoded natively"
        ["millrace: #{state} (#{versions.map { |name, version| "#{name} #{version}" }.join(", ")})",
         *stock.map { |name, reason| "#{name} by Active Support: #{reason}" }].join("; ")
      end

      def to_s
        ["Millrace #{native? ? "is in use" : "does nothing"}",
         *versions.map { |name, version| "  #{name} #{version}" },
         "encoded natively: #{native.empty? ? "nothing" : native.join(", ")}",
         "left to Active Support: #{"nothing" if stock.empty?}".rstrip,
         *stock.map { |name, reason| "  #{name}: #{reason}" }].join("\n")
      end
    end

    # Warns that Active Support's encoder stays in place.
    #
    # @param error [Exception]
    def self.stay_with_stock(error)
      @load_error = error
      warn "millrace: Active Support encodes JSON, because Millrace could not be set up (#{error.class}: #{error.message.lines.first&.chomp})"
    end

    # @return [Status]
    def self.status
      versions = { "Ruby" => RUBY_VERSION, "Active Support" => ActiveSupport::VERSION::STRING,
                   "json" => ::JSON::VERSION, "Millrace" => VERSION }
      return Status.new(versions, [], { encoder: LOAD_ERROR.message }) unless Millrace.native?
      return Status.new(versions, [], { encoder: "#{@load_error.class}: #{@load_error.message}" }) if @load_error
      unless ActiveSupport.json_encoder == Encoder
        return Status.new(versions, [], { encoder: "ActiveSupport.json_encoder is #{ActiveSupport.json_encoder}" })
      end

      Status.new(versions, native_kinds, PROFILE.reasons.merge(MODELS.reasons))
    end

    # Says why the object is or is not encoded natively.
    #
    # @param object [Object]
    # @return [String] one line
    def self.explain(object)
      state = status
      return "everything is encoded by Active Support: #{state.stock[:encoder]}" unless state.native?

      require "millrace/rails/explanation"
      Explanation.new(PROFILE, MODELS).explain(object)
    end

    # The kinds of a profile that are not values, but parts of them or of the encoder.
    PARTS = %i[encoder symbol_key time_zone offset_period transitions_period zone_offset attribute_set lazy_attribute_set
               from_database_attribute from_user_attribute cast_value_attribute default_attribute
               uninitialized_attribute indexed_row].freeze
    private_constant :PARTS

    def self.native_kinds
      trusted = PROFILE.trusted
      trusted.include?(:attribute_set) ? (trusted - PARTS) + [:record] : trusted - PARTS
    end
    private_class_method :native_kinds

    # Writes one line about the status to the log of Rails after its initialization. Without Rails, writes the line to the
    # standard error, but only if some kind of values is not encoded natively.
    def self.log_status
      if defined?(::Rails::Railtie)
        ActiveSupport.on_load(:after_initialize) { ::Rails.logger&.info(Millrace::Rails.status.summary) }
      elsif Millrace.native? && !@load_error && !status.stock.empty?
        warn status.summary
      end
    end
  end
end
