# frozen_string_literal: true

require_relative "models"

module Differential
  # Models that are drawn at random: columns and attributes whose names look like methods of other attributes, aliases,
  # affixes, and methods of the application. Their records are loaded, selected in part, changed, saved and encoded, and
  # what can be seen of them afterwards is recorded too. The same for the same seed in every process.
  class ModelGraph
    # @return [Array<String>] what encoding the seed's records and looking at them shows
    def self.record(seed)
      recorder = Recorder.new
      new(seed, recorder).run
      recorder.lines
    ensure
      ActiveRecord::Base.connection.drop_table("drawn", if_exists: true)
      Differential.recorder = nil
      Time.zone = "America/New_York"
    end

    def initialize(seed, recorder)
      @seed = seed
      @random = Random.new(seed)
      @recorder = recorder
    end

    def run
      model = @random.rand(4).zero? ? form : table
      return note(:not_a_model, @problem) unless model

      3.times do
        records = attempt(:made) { model == @form ? new_forms : query }
        next unless records.is_a?(Array) && records.any?

        2.times { encode_and_look(records) }
      end
    end

    private

    BASES = %w[name price title at].freeze
    # What Active Record and Active Model make methods of, from the name of an attribute.
    AFFIXES = ["%s_was", "%s_change", "%s_changed?", "%s_in_database", "%s_before_type_cast", "%s_previously_was",
               "saved_change_to_%s", "will_save_change_to_%s?", "%s_came_from_user?", "%s_for_database",
               "%s_before_last_save", "has_changes_to_save_%s", "restore_%s!", "%s_will_change!", "%s?", "%s_blurb",
               "shout_%s", "clear_%s", "%s_value", "id_value", "format", "odd name", "%s_id"].freeze
    TYPES = %i[string integer float datetime date boolean text decimal json].freeze
    VALUES = {
      string: ["a", "<b>", "", "é"], text: %w[t u], integer: [0, 1, 7, -2], float: [0.5, 1e16], boolean: [0, 1],
      datetime: ["2024-01-31 12:00:00", "2024-07-01 00:00:00.5", "nonsense"], date: ["2024-01-31", "x"],
      decimal: [1.5, "2.25"], json: ['{"a":[1]}', "3"],
    }.freeze
    OVERRIDES = [:override_reader, :override_as_json, :override_affix, nil, nil, nil, nil].freeze
    private_constant :BASES, :AFFIXES, :TYPES, :VALUES, :OVERRIDES

    def pick(list) = list[@random.rand(list.length)]
    def chance(of) = @random.rand(of).zero?
    def some(list, most) = Array.new(@random.rand(most + 1)) { pick(list) }.uniq

    def note(*what)
      @recorder.note(what)
      nil
    end

    # What the block returns; an error is recorded, and nil returned.
    def attempt(what)
      yield
    rescue StandardError, NotImplementedError, SystemStackError => error
      note(what, error.class.name, @recorder.message_of(error).lines.first)
      nil
    end

    def affixed = format(pick(AFFIXES), pick(BASES))
    def some_name = chance(2) ? pick(BASES) : affixed

    def table
      columns = (some(BASES, 3) + Array.new(@random.rand(4)) { affixed }).uniq.to_h { |name| [name, pick(TYPES)] }
      columns = { "name" => :string } if columns.empty?
      table = "drawn"
      ActiveRecord::Base.connection.schema_cache.clear!
      return unless attempt(:table) { create(table, columns) }

      @columns = columns.keys
      @problem = nil
      @model = attempt(:model) { define_model(table, columns) }
    end

    def create(table, columns)
      connection = ActiveRecord::Base.connection
      connection.create_table(table) { |t| columns.each { |name, type| t.column(name, type) } }
      3.times do
        row = columns.to_h { |name, type| [name, chance(4) ? nil : pick(VALUES.fetch(type))] }
        values = row.values.map { |value| connection.quote(value) }.join(", ")
        names = row.keys.map { |name| connection.quote_column_name(name) }.join(", ")
        connection.execute("INSERT INTO #{table} (#{names}) VALUES (#{values})")
      end
      true
    end

    def define_model(table, columns)
      graph = self
      Class.new(Record) do
        define_singleton_method(:name) { "Differential::Drawn" }
        self.table_name = table
        # So that a column may have the name of a method of Active Record.
        define_singleton_method(:dangerous_attribute_method?) { |_| false }
        graph.send(:declare, self, columns.keys)
      end
    end

    # Aliases, affixes, attributes and methods, in a random order.
    def declare(model, names)
      steps = []
      steps << -> { model.attribute_method_suffix("_blurb") } if chance(3)
      steps << -> { model.attribute_method_prefix("shout_") } if chance(3)
      steps << -> { model.attribute_method_affix(prefix: "clear_", suffix: "") } if chance(6)
      @random.rand(3).times { [some_name, pick(names)].then { |to, from| steps << -> { model.alias_attribute(to, from) } } }
      if chance(3)
        name = some_name
        default = chance(2) ? { default: "d" } : {}
        steps << -> { model.attribute(name, :string, **default) }
      end
      override = pick(OVERRIDES)
      name = pick(names)
      steps << -> { send(override, model, name) } if override
      if model.respond_to?(:normalizes) && chance(4)
        steps << -> { model.normalizes(name, with: ->(value) { Differential.note(:normalized) || value }) }
      end
      steps.shuffle(random: @random).each { |step| attempt(:declared, &step) }
      model.class_eval do
        private

        def attribute_blurb(name) = "blurb of #{name}"
        def shout_attribute(name) = "shout of #{name}"
        def clear_attribute(name) = "clear of #{name}"
      end
    end

    def override_reader(model, name) = model.define_method(name) { Differential.note(:read, name) || "mine" }
    def override_as_json(model, _) = model.define_method(:as_json) { |*| Differential.note(:as_json) || super() }
    def override_affix(model, name) = model.define_method("#{name}_was") { "mine" }

    def query
      relation = @model.unscoped.order(:id)
      case @random.rand(6)
      when 0 then relation = relation.select(:id, *some(@columns, 2))
      when 1 then relation = relation.select("#{@model.table_name}.*", *additions)
      when 2 then relation = relation.select(:id, *additions)
      end
      records = relation.to_a
      records << @model.new if chance(3)
      records << records.first.dup if chance(5)
      records
    end

    def additions
      Array.new(1 + @random.rand(2)) do |i|
        name = ActiveRecord::Base.connection.quote_column_name(some_name)
        source = chance(2) ? "'added #{i}'" : ActiveRecord::Base.connection.quote_column_name(pick(@columns))
        "#{source} AS #{name}"
      end
    end

    # Objects with the attributes of Active Model.
    def form
      names = (some(BASES, 3) + Array.new(@random.rand(3)) { affixed }).uniq
      names = ["name"] if names.empty?
      @columns = names
      graph = self
      @form = attempt(:form) do
        Class.new do
          define_singleton_method(:name) { "Differential::DrawnForm" }
          include ActiveModel::Model
          include ActiveModel::Attributes
          include ActiveModel::Dirty
          include ActiveModel::Serializers::JSON
          names.each { |name| graph.send(:attempt, :attribute) { attribute(name, graph.send(:pick, %i[string integer datetime])) } }
          graph.send(:declare, self, names)
        end
      end
    end

    def new_forms
      Array.new(2) do
        form = @form.new
        @columns.each { |name| attempt(:written) { form.public_send("#{name}=", pick(["1", nil, "2024-01-01 10:00"])) } if chance(2) }
        form
      end
    end

    def encode_and_look(records)
      change(pick(records)) if chance(2)
      Time.zone = pick(["UTC", "Asia/Tokyo", nil]) if chance(4)
      Differential.recorder = @recorder
      value = chance(3) ? records.first : records
      @recorder.encode(value, options)
      Differential.recorder = nil
      change(pick(records)) if chance(2)
      look(pick(records))
    end

    def options
      names = @columns + %w[id] + [some_name]
      case @random.rand(6)
      when 0 then { only: some(names, 3) }
      when 1 then { except: some(names, 3) }
      when 2 then { methods: [pick(names).to_sym] }
      end
    end

    def change(record)
      name = pick(@columns)
      value = pick(["changed", nil, 3, "2024-05-05 05:05"])
      case @random.rand(8)
      when 0, 1 then attempt(:change) { record.public_send("#{name}=", value) }
      when 2, 3 then attempt(:update) { record.update!(name => value) }
      when 4 then attempt(:save) { record.save! }
      when 5 then attempt(:in_place) { record.public_send(name)&.then { |text| text << "!" if text.is_a?(String) } }
      when 6 then attempt(:reload) { record.reload }
      else attempt(:read) { record.public_send(name) }
      end
    end

    STATES = {
      keys: ->(record) { record.attributes.keys },
      attributes: ->(record) { record.attributes },
      names: ->(record) { record.attribute_names },
      changes: ->(record) { record.changes },
      changed: ->(record) { record.changed },
      saved: ->(record) { record.respond_to?(:saved_changes) && record.saved_changes },
      json: ->(record) { record.as_json },
      inspect: ->(record) { record.is_a?(ActiveRecord::Base) && record.inspect },
      # Of an attribute's value that was replaced, YAML shows whether it was read; Millrace does not note that.
      yaml: ->(record) { record.is_a?(ActiveRecord::Base) && record.to_yaml.lines.grep(/^  name:/) },
      dup: ->(record) { record.dup.attributes.keys },
    }.freeze
    private_constant :STATES

    def look(record)
      some(STATES.keys, 3).each do |name|
        attempt(name) { note(name, STATES.fetch(name).call(record).inspect.gsub(/0x\h+/, "ADDRESS")) }
      end
    end
  end
end
