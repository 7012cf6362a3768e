# frozen_string_literal: true

module Differential
  document = { a: 1, "b" => { a: 2, "b" => 3, c: 4 }, c: [{ a: 5, b: 6 }, 7, { "a" => 8, "c" => 9 }], nil => 1, 1 => 2 }
  [nil, {}, { only: :a }, { only: "a" }, { only: [:a] }, { only: %w[a b] }, { only: [:a, "a", :c, "b"] },
      { only: %i[c a] }, { only: [] },
   { only: nil }, { only: false }, { only: [nil] }, { only: [1] }, { only: [:a, :a] }, { only: [[:a]] }, { only: {} },
       { only: { a: 1 } },
   { only: 1..2 }, { only: Set[:a, :c] }, { only: 1 }, { only: "" }, { only: true }, { except: :a }, { except: "a" },
       { except: %i[a c] },
   { except: %w[b zzz] }, { except: [] }, { except: nil }, { except: [nil] }, { except: [1] }, { except: { a: 1 } },
       { except: Set["b"] },
   { only: :a, except: :a }, { only: nil, except: :a }, { only: [], except: :c }, { "only" => :a }, { "except" => :a },
   { methods: :size }, { include: :b }, { root: true }, { prefixes: ["x"], template: "y" },
       { only: (0..50).map { |i| :"k#{i}" } + [:a] },
   { except: (0..50).map { |i| :"k#{i}" } + [:a] }, { only: [:a, Object] }].each_with_index do |options, index|
    define("options #{index}: #{options.inspect}") do |t|
      t.encode(document, options)
      t.encode([document, [document]], options)
      t.encode({ a: Struct.new(:a, :b).new(1, { a: 2, z: 3 }), c: Struct.new(:a, :c).new({ c: 1 }, 2) }, options)
      t.encode(Class.new { def initialize = (@a = 1; @b = { a: 2, "b" => 3 }) }.new, options)
      t.encode([Set[{ a: 1, b: 2 }], { a: 1, b: 2 }.each], options)
      t.note options
    end
  end

  define("options that are not a Hash") do |t|
    [1, "only", [:only], Object, true, :only].each { |options| t.encode({ a: 1 }, options) }
    t.encode({ a: 1 }, Struct.new(:only).new(:a))
    t.encode({ a: 1 }, false)
  end
  define("options with a default") do |t|
    t.encode({ a: 1, b: 2 }, Hash.new { |_, key| t.note(key); :a })
    t.encode({ a: 1, b: 2 }, Hash.new(:b))
  end
  define("options of a subclass of Hash") { |t| t.encode({ a: 1, b: 2 }, Class.new(Hash) { def [](key) = :b }.new) }
  define("frozen options") { |t| t.encode({ a: 1, b: Struct.new(:a).new(1) }, { only: [:a].freeze }.freeze) }
  define("options reach as_json as copies") do |t|
    seen = []
    type = Class.new { define_method(:as_json) { |options = :none| seen << options; t.note(options);
        options[:x] = seen.size; {} } }
    options = { only: :a, deep: [1] }
    t.encode([type.new, { a: type.new, b: type.new }, [type.new]], options)
    t.note [options, seen.map(&:object_id).uniq.size, seen.map { |o| o[:deep].equal?(options[:deep]) }]
    t.encode(type.new)
    t.encode(type.new, {})
    t.encode([type.new], nil)
  end
  define("options changed in place by as_json") do |t|
    type = Class.new { def as_json(options) = (options[:only] << :b; 1) }
    t.encode([{ a: 1, b: 2 }, type.new, { a: 1, b: 2 }], only: [:a])
    t.encode([{ a: 1, b: type.new, c: { a: 1, b: 2 } }, { b: 3 }], only: %i[a c b])
  end
  define("names of other encodings in the options") do |t|
    object = Class.new { def initialize = (@é = 1; @a = 2) }.new
    ["é".b, "é".encode("ISO-8859-1"), "a".encode("UTF-16LE"), "\xff", "\xff".b, "a".b, "a b", "",
        "a".encode("US-ASCII")].each do |name|
      t.encode([object, { "é" => 1, "a" => 2 }], only: [name])
      t.encode([object, { "é" => 1, "a" => 2 }], except: [name, "x"])
    end
  end
  define("to_json with options") do |t|
    t.note({ a: 1, b: 2 }.to_json(only: :a))
    t.note([{ a: 1, b: "<" }].to_json(except: [:a]))
    t.note([1.to_json, nil.to_json, "a<".to_json, 1.5.to_json, :a.to_json, Time.at(0).utc.to_json, Set[1].to_json])
    t.note(JSON.generate([{ a: "<", t: Time.at(0).utc }]))
    t.note(JSON.generate("a" => Object))
  end
end
