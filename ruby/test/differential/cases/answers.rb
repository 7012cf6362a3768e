# frozen_string_literal: true

# Values of the application among others: as_json is sent to them once, in stock's order, and everything around them is as
# it would be without them.
module Differential
  # Notes that it was asked, and answers what the block returns.
  asked = lambda do |recorder, name, *arguments, &block|
    Class.new do
      define_method(:as_json) do |*options|
        recorder.note [:asked, name, options]
        block.call(*arguments)
      end
    end.new
  end
  plain = Array.new(20) { |i| { id: i, name: "Name <#{i}>", price: i / 4.0, ok: i.even?, none: nil } }

  answers = {
    "a hash" => -> { { id: 1, "name" => "<\u2028>", list: [1, { a: nil }] } }, "an array" => -> { [1, ["&"]] }, "a string" => -> { "a < b" },
    "an empty string" => -> { "" }, "nil" => -> {}, "true" => -> { true }, "false" => -> { false }, "an integer" => -> { 7 },
    "a big integer" => -> { 2**70 }, "a float" => -> { 0.1 }, "not a number" => -> { Float::NAN }, "a symbol" => -> { :"<sym>" },
    "a broken string" => -> { "\xff" }, "Latin-1" => -> { "caf\xe9".dup.force_encoding("ISO-8859-1") }, "binary text" => -> { "é".b },
    "a time" => -> { Time.at(0).utc }, "a subclass of Hash" => -> { { a: 1 }.with_indifferent_access },
    "a subclass of String" => -> { "a<b".html_safe }, "a subclass of Array" => -> { Class.new(Array).new([1, 2]) },
    "a hash with a method of its own" => -> { { a: 1 }.tap { |hash| hash.define_singleton_method(:size) { 1 } } },
    "a string with a method of its own" => -> { +"own".tap { |text| text.define_singleton_method(:as_json) { |*| "other" } } },
    "keys of all kinds" => -> { { 1 => 2, nil => 3, "a" => 4, a: 5, 1.5 => 6 } }, "equal names" => -> { { "a" => 1, a: 2 } },
    "a broken key" => -> { { "\xff" => 1 } }, "a hash by identity" => -> { {}.compare_by_identity.merge!("a" => 1) },
    "a struct" => -> { Struct.new(:a).new([1]) }, "a plain object" => -> { Object.new.tap { |o| o.instance_variable_set(:@a, "<") } },
    "an exception" => -> { raise ArgumentError, "no <json>" }, "a throw" => -> { throw :done, 1 }, "a class" => -> { String },
    "a lazy enumerator" => -> { (1..3).each_slice(2) }, "an empty hash" => -> { {} }, "an empty array" => -> { [] },
    "a fragment" => -> { defined?(JSON::Fragment) ? JSON::Fragment.new('{"raw": "<"}') : "none" },
    "a fragment with escapes" => -> { defined?(JSON::Fragment) ? JSON::Fragment.new('["\u003c\u2028<"]') : "none" },
  }
  # Other encoders ask until the stack ends, which is at another depth in each process.
  answers["itself"] = -> { $answering } if ActiveSupport::JSON::Encoding.const_defined?(:JSONGemCoderEncoder)
  answers.each do |name, block|
    define("as_json answers #{name}") do |t|
      object = asked.(t, name, &block)
      $answering = object
      [object, [object], [1, object, "<", object, 2], { a: "<", b: object, c: [object, { d: object }] }, plain + [object],
       [object] + plain, [{ "a" => plain.first }, { b: object }, { "c" => plain.last }]].each { |value| catch(:done) { t.encode(value) } }
      catch(:done) { t.encode([object, plain.first(2)], escape_html_entities: false) }
      catch(:done) { t.encode([object, { id: object, name: 1 }], only: %i[id]) }
    end
  end

  (1..8).each do |length|
    define("as_json answers another object, #{length} times") do |t|
      object = (1..length).inject("end") { |answer, i| asked.(t, i) { answer } }
      t.encode([1, object, "<"])
      t.encode({ a: object })
    end
  end

  # What can only be left to the json gem, before and after values of the application.
  odd = {
    "a broken string" => "\xff", "Latin-1" => "caf\xe9".dup.force_encoding("ISO-8859-1"), "a number as a key" => { 1 => "<" },
    "an object as a key" => { Object => 1, nil => 2 }, "equal names" => { "a" => 1, a: 2 }, "both kinds of names" => { "a" => 1, b: 2 },
    "a broken key" => { "a\xff" => 1 }, "a hash by identity" => {}.compare_by_identity.merge!("a" => 1), "NaN" => [Float::NAN],
    "a distant time" => Time.at(2**70), "a subclass of Hash" => { a: [1] }.with_indifferent_access, "a set" => Set[1, [2]],
    "a struct" => Struct.new(:a).new("<"), "deep arrays" => (1..98).inject([]) { |value, _| [value] }, "a range" => 1..3,
    "too deep arrays" => (1..100).inject([]) { |value, _| [value] }, "deep hashes" => (1..97).inject({}) { |value, _| { a: value } },
  }
  odd.each do |name, value|
    define("#{name} beside values of the application") do |t|
      object = asked.(t, name) { { id: 1, x: "<" } }
      nested = asked.(t, name) { { in: value, then: 1 } }
      [[object, value], [value, object], [object, value, object], { a: object, b: value, c: object }, { a: value, b: object },
       [object, { a: 1, b: { c: value, d: object } }], [object, { 1 => object, a: value }], { 1 => object, "a" => value },
       [object, { a: { 1 => { b: object } }, c: object }], [object, [object, { a: object, "b" => object }], value],
       [{ x: object, "y" => 1 }, { z: object }], [nested, 1, nested], plain + [nested, value, plain]].each { |document| t.encode(document) }
    end
  end

  settings = %i[escape_html_entities_in_json escape_js_separators_in_json].select { |name| ActiveSupport.respond_to?(name) }
  settings.product([true, false], [true, false]).each do |name, before, after|
    define("as_json changes #{name} from #{before} to #{after}") do |t|
      object = asked.(t, name) { ActiveSupport.public_send("#{name}=", after); "answer <\u2028>" }
      [[object], ["<&>\u2028\u2029é", object, "<\u2029"], { "<\u2028" => "&", "é" => object, ">" => 1 }, ["a" * 5000, "<" * 300, object, "\u2028" * 300],
       (defined?(JSON::Fragment) ? [JSON::Fragment.new('"\u003c<\u2028"'), object, "<"] : [])].each do |document|
        ActiveSupport.public_send("#{name}=", before)
        t.encode(document)
      end
    end
  end
  define("as_json changes how times are written") do |t|
    2.times do
      t.encode([Time.at(1.5).utc, asked.(t, 6) { ActiveSupport.time_precision = 6 }, Time.at(1.5).utc, Date.new(2000),
                asked.(t, 0) { ActiveSupport.time_precision = 0 }, { at: Time.at(1.5).in_time_zone("Hawaii") }])
      t.encode([asked.(t, 1) { ActiveSupport.use_standard_json_time_format = false }, Time.at(1.5).utc, Date.new(2000)])
    end
  end
  define("as_json changes the methods of what comes next", isolated: true) do |t|
    later = Class.new { def initialize = @a = "<" }
    t.encode([later.new, asked.(t, 1) { later.class_eval { def as_json(*) = "now" }; 1 }, later.new, { a: later.new }])
    t.encode([asked.(t, 2) { later.class_eval { remove_method(:as_json) }; 2 }, later.new, [later.new]])
    t.encode([asked.(t, 3) { Struct.class_eval { def as_json(*) = "struct" }; 3 }, Struct.new(:a).new(1), "x", { a: 1 }])
    t.encode([asked.(t, 4) { Time.class_eval { def as_json(*) = "time" }; 4 }, Time.at(0), nil, true])
    t.encode([asked.(t, 5) { String.class_eval { def as_json(*) = "string" }; 5 }, "s", { "k" => Set["t"] }, :u])
    [-> { later.send(:private, :as_json) }, -> { later.send(:undef_method, :as_json) }].each do |change|
      t.note ActiveSupport::JSON.encode([asked.(t, :change) { change.call; 6 }, later.new])
    rescue NoMethodError => error
      # Without the line of the encoder that Ruby shows.
      t.note error.message.lines.first.gsub(/0x\h+/, "ADDRESS")
    end
  end
  define("as_json of objects of the same class that differ", isolated: true) do |t|
    type = Class.new { attr_accessor :answer; def as_json(*) = answer.respond_to?(:call) ? answer.call : answer }
    values = Array.new(6) { type.new }
    values[0].answer = { id: 0 }
    values[1].define_singleton_method(:as_json) { |*| "own" }
    values[2].answer = values[0]
    values[3].answer = -> { type.class_eval { def as_json(*) = "changed" }; "changing" }
    values[4].answer = "not seen"
    t.encode(values + [1] + values)
  end
  define("keys of answers are not mixed up") do |t|
    object = asked.(t, :keys) { { "key#{rand(0..0)}" => 1, "k#{"e" * 3}" => [GC.start] } }
    t.encode(Array.new(30) { |i| i.odd? ? object : { "key#{i}" => i, id: i } })
  end
end
