# frozen_string_literal: true

# What stock does after somebody has changed methods that it calls, each in a process of its own. The document is
# encoded before the change, to detect an encoder that caches too much, and after the change was reverted.
module Differential
  SAMPLE = lambda do
    { "string" => "a<b", symbol: :c, 1 => [1, 2**70, 1.5, nil, true, false], "time" => Time.at(0).utc,
        date: Date.new(2000),
      date_time: DateTime.new(2000), zone: Time.at(0).in_time_zone("London"), big: BigDecimal("1.5"),
          duration: 5.minutes,
      set: Set[1], struct: Point.new(1, "x"), object: Plain.new([1, "y"]),
          indifferent: { a: 1 }.with_indifferent_access }
  end

  # Each value alone, so that one that raises does not hide the others; then all together.
  def self.encode_sample(recorder)
    sample = SAMPLE.call
    sample.each { |key, value| recorder.encode(key => value) }
    sample.each_value { |value| recorder.encode(value) }
    recorder.encode(sample)
    recorder.encode([sample, sample], only: [:struct, "x", "string", :object, "v0"])
  end

  def self.redefinition(name, &change)
    define("redefinition: #{name}", isolated: true) do |t|
      Differential.encode_sample(t)
      change.call(t)
      Differential.encode_sample(t)
    end
  end

  types = { String => "x", Symbol => :x, Integer => 1, Float => 1.5, NilClass => nil, TrueClass => true,
      FalseClass => false, Array => [],
            Hash => {}, Struct => Point.new, Object => Object.new, Numeric => 1, Time => Time.at(0), Date => Date.new,
                DateTime => DateTime.new,
            BigDecimal => BigDecimal(0), Set => Set.new, Enumerable => Set.new, ActiveSupport::TimeWithZone => nil,
            ActiveSupport::Duration => nil, Kernel => nil, Comparable => "x", Point => nil, Plain => nil,
            ActiveSupport::HashWithIndifferentAccess => nil }
  types.each_key do |type|
    redefinition("as_json in #{type}") do
      type.class_eval { def as_json(*) = "redefined" }
    end
    redefinition("as_json by a module prepended to #{type}") do
      type.prepend(Module.new { def as_json(*) = ["prepended", 1] })
    end
    redefinition("as_json made private in #{type}") do
      type.class_eval { private :as_json } if type.method_defined?(:as_json)
    end
  end
  [String, Hash, Array, Integer, Float, Object, Symbol, Time, Struct].each do |type|
    redefinition("a module included in #{type}") { type.include(Module.new { def as_json(*) = "included" }) }
    redefinition("to_json in #{type}") { type.class_eval { def to_json(*) = '"redefined"' } }
    redefinition("to_json by a module prepended to #{type}") do
      type.prepend(Module.new { def to_json(*) = '"prepended"' })
    end
    redefinition("to_json by a module included in #{type}") do
      type.include(Module.new { def to_json(*) = '"included"' })
    end
    redefinition("to_s by a module included in #{type}") { type.include(Module.new { def to_s(*) = "included" }) }
    redefinition("to_s by a module prepended to #{type}, that calls super") do
      type.prepend(Module.new { def to_s(*) = super })
    end
    redefinition("to_s in #{type}") { type.class_eval { def to_s(*) = "redefined" } }
    next unless type.method_defined?(:as_json, false)

    redefinition("as_json removed from #{type}") { type.class_eval { remove_method :as_json } }
  end

  {
    "Time#xmlschema" => -> { Time.class_eval { def xmlschema(*) = "redefined" } },
    "Time#strftime" => -> { Time.class_eval { def strftime(*) = "redefined" } },
    "Time#utc?" => -> { Time.class_eval { def utc? = true } },
    "TimeWithZone#xmlschema" => -> { ActiveSupport::TimeWithZone.class_eval { def xmlschema(*) = "redefined" } },
    "TimeWithZone#formatted_offset" =>
      -> { ActiveSupport::TimeWithZone.class_eval { def formatted_offset(*) = "redefined" } },
    "TimeWithZone#utc_offset" => -> { ActiveSupport::TimeWithZone.class_eval { def utc_offset = 7200 } },
    "TimeWithZone#zone" => -> { ActiveSupport::TimeWithZone.class_eval { def zone = "UTC" } },
    "TimezonePeriod#abbreviation" => -> { TZInfo::TimezonePeriod.class_eval { def abbreviation = "UTC" } },
    "TimezoneOffset#observed_utc_offset" => -> { TZInfo::TimezoneOffset.class_eval { def observed_utc_offset = 60 } },
    "TimeZone.seconds_to_utc_offset" =>
      -> { ActiveSupport::TimeZone.define_singleton_method(:seconds_to_utc_offset) { |*| "redefined" } },
    "Date#strftime" => -> { Date.class_eval { def strftime(*) = "redefined" } },
    "DateTime#xmlschema" => -> { DateTime.class_eval { def xmlschema(*) = "redefined" } },
    "Hash#each" => -> { Hash.class_eval { alias_method(:old_each, :each);
        def each = old_each { |k, v| yield(k.is_a?(Symbol) ? "sym" : k, v) } } },
    "Hash#slice" => -> { Hash.class_eval { def slice(*) = { "sliced" => 1 } } },
    "Hash#[]=" => -> { Hash.class_eval { alias_method(:old_set, :[]=); def []=(key, value);
        old_set(key == "date" ? "DATE" : key, value); end } },
    "Array#map" => -> { Array.class_eval { alias_method(:old_map, :map);
        def map(&block) = first == 1 ? [7] : old_map(&block) } },
    "Struct#members" => -> { Struct.class_eval { def members = %i[p q] } },
    "Struct#values" => -> { Struct.class_eval { def values = [8, 9] } },
    "Set#to_a" => -> { Set.class_eval { def to_a = ["redefined"] } },
    "Object#instance_values" => -> { Object.class_eval { def instance_values = { "redefined" => 1 } } },
    "Object#to_hash" => -> { Plain.class_eval { def to_hash = { "to_hash" => 1 } } },
    "Object#respond_to?" => -> { Plain.class_eval { def respond_to?(name, *) = name == :to_hash || super;
        def to_hash = { "r" => 1 } } },
    "Object#respond_to_missing?" => -> { Plain.class_eval { def respond_to_missing?(*) = true;
        def method_missing(*) = { "m" => 1 } } },
    "Float#finite?" => -> { Float.class_eval { def finite? = false } },
    "Duration#to_i" => -> { ActiveSupport::Duration.class_eval { def to_i = 7 } },
    "Duration#value" => -> { ActiveSupport::Duration.class_eval { def value = 7 } },
    "BigDecimal#finite?" => -> { BigDecimal.class_eval { def finite? = false } },
    "String#gsub!" => -> { String.class_eval { def gsub!(*) = nil } },
    "String#initialize" => -> { String.class_eval { alias_method(:old, :initialize);
        def initialize(*a) = old(*a.map { |x| x == "a<b" ? "new" : x }) } },
    "JSON::Ext::Generator::GeneratorMethods::String#to_json" =>
      -> { JSON::Ext::Generator::GeneratorMethods::String.class_eval { def to_json(*) = '"generator"' } },
    "JSON::Ext::Generator::GeneratorMethods::String#to_json, by a prepended module" => lambda do
      JSON::Ext::Generator::GeneratorMethods::String.prepend(Module.new { def to_json(*) = '"prepended"' })
    end,
    "JSON.generate" => -> { JSON.define_singleton_method(:generate) { |*| "generated" } },
    "JSONGemEncoder#jsonify" => -> { Differential.stock.class_eval { private def jsonify(*) = "jsonified" } },
    "JSONGemEncoder#stringify" => -> { Differential.stock.class_eval { private def stringify(*) = +"stringified" } },
    "JSONGemEncoder#encode" => -> { Differential.stock.class_eval { def encode(*) = "encoded" } },
    "Module#===" => -> { String.define_singleton_method(:===) { |value| value.is_a?(Symbol) || super(value) } },
    "nothing that matters" => -> { String.class_eval { def shout = upcase };
        Hash.include(Module.new { def unrelated = 1 }) },
  }.each { |name, change| redefinition(name) { change.call } }

  # Methods that are written in C and are not the ones that were there.
  { Symbol => { to_s: :inspect }, Float => { to_s: :hash, finite?: :nan? }, Integer => { to_s: :chr },
    String => { to_s: :inspect, gsub!: :tr! }, Hash => { each: :each_key, slice: :values_at, except: :values_at },
    Array => { map: :each }, Struct => { to_h: :values, members: :to_a, values: :members }, BigDecimal => { to_s: :inspect },
    Time => { strftime: :public_send, utc?: :monday?, utc_offset: :usec }, Date => { strftime: :public_send, year: :mon },
    DateTime => { strftime: :public_send, xmlschema: :jisx0301 }, Object => { instance_variables: :methods } }.each do |type, aliases|
    aliases.each do |name, other|
      redefinition("#{type}##{name} by another method in C") { type.class_eval { alias_method(name, other) } }
    end
  end
  # Files of an application that are named as those of the libraries.
  { "Time" => ["def xmlschema(*) = 'mine'", "/app/lib/core_ext/time.rb"], "Set" => ["def to_a = ['mine']", "/app/lib/set.rb"],
    "TZInfo::TimezonePeriod" => ["def abbreviation = 'UTC'", "/app/lib/tzinfo/period.rb"],
    "TZInfo::TimezoneOffset" => ["def observed_utc_offset = 60", "/app/lib/tzinfo/offset.rb"],
    "String" => ["def as_json(*) = 'mine'", "/app/lib/active_support/core_ext/object/json.rb"] }.each do |type, (code, path)|
    redefinition("a method of #{type} in #{path}") { Object.const_get(type).class_eval(code, path, 1) }
  end
  %i[format inspect is_a?].each do |name|
    redefinition("JSON.generate by #{name}, which is written in C") do
      JSON.singleton_class.class_eval { alias_method(:generate, name); public(:generate) }
    end
    redefinition("JSON.state#generate by #{name}, which is written in C") do
      JSON.state.class_eval { alias_method(:generate, name); public(:generate) }
    end
  end
  [String, Hash, Array, Integer, Symbol].each do |type|
    redefinition("to_json of #{type} by a method in C") { type.class_eval { alias_method(:to_json, :inspect) } }
  end
  %i[mimic_JSON optimize_rails].each do |name|
    define("Oj.#{name} between two encodes", isolated: true) do |t|
      require "oj"
      Differential.encode_sample(t)
      Oj.public_send(name)
      Differential.encode_sample(t)
      t.encode([1e16, "<", 1.5])
    rescue LoadError
      t.note :oj_is_missing
    end
  end

  def self.stock = ActiveSupport::JSON::Encoding::JSONGemEncoder

  define("redefinition: undone again", isolated: true) do |t|
    Differential.encode_sample(t)
    String.class_eval { alias_method(:kept, :as_json); def as_json(*) = "redefined" }
    Differential.encode_sample(t)
    String.class_eval { alias_method(:as_json, :kept) }
    Differential.encode_sample(t)
  end
  define("redefinition: in the middle of a document", isolated: true) do |t|
    type = Class.new { def initialize(&action) = @action = action; def as_json(*) = @action.call }
    values = SAMPLE.call
    t.encode([values, type.new { String.class_eval { def as_json(*) = "redefined" } ; 1 }, values, "a", { "k" => "v" }])
    t.encode([values, type.new { Hash.class_eval { def as_json(*) = "redefined" } ; { a: 1 } }, values])
    t.encode([values, type.new { Integer.prepend(Module.new { def as_json(*) = "prepended" }) ; 7 }, values, 8])
  end
  define("redefinition: of a class's own methods between two encodes", isolated: true) do |t|
    type = Class.new { def initialize = @a = 1 }
    t.encode([type.new, type.new])
    type.class_eval { def as_json(*) = "now" }
    t.encode([type.new, type.new])
    type.class_eval { remove_method :as_json }
    t.encode([type.new, type.new])
    type.class_eval { def to_hash = { h: 1 } }
    t.encode([type.new])
    Object.class_eval { def to_hash = { everyone: 1 } }
    t.encode([type.new, Object.new])
  end
  define("redefinition: refinements are not seen", isolated: true) do |t|
    refinement = Module.new { refine(String) { def as_json(*) = "refined" } }
    eval("using ObjectSpace._id2ref(#{refinement.object_id})", TOPLEVEL_BINDING)
    Differential.encode_sample(t)
  end
  define("redefinition: parts of Active Support loaded late", isolated: true) do |t|
    t.encode(SAMPLE.call)
    require "active_support/core_ext/numeric/conversions"
    Integer.prepend(Module.new { def unrelated = 1 })
    t.encode(SAMPLE.call)
  end

  # An object whose as_json is called a number of times before it changes something.
  changing = Class.new do
    class << self
      attr_accessor :count, :change
    end
    def as_json(*)
      type = self.class
      type.count += 1
      type.change.call(type) if type.count == 3
      { id: type.count, score: type.count / 8.0, tags: ["a", { deep: [1.5] }] }
    end
  end
  answer = ->(*) { "redefined" }
  methods = { Float => %i[as_json to_s], Hash => %i[as_json each], Array => %i[as_json map], Time => %i[as_json xmlschema], Date => %i[strftime] }
  changes = methods.flat_map { |type, names| names.map { |name| [type, name] } }.to_h do |type, name|
    ["#{type}##{name} is redefined", ->(_) { type.send(:define_method, name, &answer) }]
  end
  changes.merge!(
    "Float#as_json is prepended" => ->(_) { Float.prepend(Module.new { define_method(:as_json, &answer) }) },
    "Float#as_json is removed" => ->(_) { Float.send(:remove_method, :as_json) if Float.method_defined?(:as_json, false) },
    "Time#as_json is removed" => ->(_) { Time.send(:remove_method, :as_json) if Time.method_defined?(:as_json, false) },
    "its own as_json is redefined" => ->(type) { type.define_method(:as_json) { |*| { at: Time.at(1).utc } } },
    "its own as_json is removed" => ->(type) { type.send(:remove_method, :as_json) },
    "its own as_json is undefined" => ->(type) { type.send(:undef_method, :as_json) },
    "its own as_json is prepended" => ->(type) { type.prepend(Module.new { def as_json(*) = [super] }) },
    "it has to_hash" => lambda do |type|
      type.send(:remove_method, :as_json)
      type.define_method(:to_hash) { { hash: 1.5 } }
    end
  )
  changes.each do |name, change|
    [nil, { only: %i[id score] }].each do |options|
      define("in a list of objects: #{name}#{" with options" if options}", isolated: true) do |t|
        objects = lambda do
          type = changing.dup
          type.count = 0
          type.change = change
          Array.new(40) { type.new.tap { |object| object.instance_variable_set(:@a, [1.5, { b: 2 }]) } }
        end
        t.encode(objects.call.flat_map { |object| [object, 1.5, { f: 2.5 }] }, options)
        t.encode(objects.call.map { |object| { at: Time.at(0).utc, on: Date.new(2000), object: object, f: 0.25 } }, options)
      end
    end
  end
end
