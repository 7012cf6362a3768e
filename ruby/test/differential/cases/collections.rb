# frozen_string_literal: true

module Differential
  define("empty collections") { |t| [[], {}, [[]], [{}], { a: [] }, { a: {} }, Set.new, [[],
      {}]].each { |v| t.encode(v) } }

  keys = { "nil" => nil, "true" => true, "an integer" => 1, "a float" => 1.5, "NaN" => Float::NAN, "a symbol" => :a,
      "a string" => "a",
           "an array" => [1, "a"], "a hash" => { a: 1 }, "a time" => Time.at(0).utc, "a range" => 1..2,
               "an empty string" => "",
           "a class" => String, "a big integer" => 2**70, "a date" => Date.new(2000),
               "a struct" => Struct.new(:a).new(1),
           "a regexp" => /a/, "a set" => Set[1], "a rational" => Rational(1, 2), "a string with <" => "<" }
  keys.each do |name, key|
    define("a hash with the key #{name}") do |t|
      t.encode(key => 1)
      t.encode(key => { key => [key] })
      t.encode("x" => 0, key => 1, z: 2)
      t.encode({ key => 1, x: 2 }, only: key)
      t.encode({ key => 1, x: 2 }, except: [key])
    end
  end

  { "strings and symbols" => { a: 1, "a" => 2, b: 3 }, "symbols after strings" => { "a" => 1, b: 0, a: 2 },
    "integers and strings" => { 1 => 1, "1" => 2 }, "integers and symbols" => { 1 => 1, :"1" => 2 },
        "nil and empty" => { nil => 1, "" => 2 },
    "floats and strings" => { 1.5 => 1, "1.5" => 2 }, "integers and floats" => { 1 => 1,
        1.0 => 2 } }.each do |name, hash|
    define("keys that meet: #{name}") do |t|
      t.encode(hash)
      t.encode([hash, { a: hash }])
      t.encode({ a: hash }, only: [:a, "a", 1, "1"])
      t.encode(hash, except: %w[zzz])
    end
  end

  define("compare_by_identity") do |t|
    hash = {}.compare_by_identity
    hash["a".dup] = 1
    hash["b"] = 2
    hash["a".dup] = 3
    t.encode(hash)
    t.encode([hash], only: ["a"])
    t.encode({}.compare_by_identity.merge!(a: 1, b: 2))
    t.encode({}.compare_by_identity)
  end
  define("default procs are not asked") { |t| t.encode(Hash.new { |_, key| t.note(key) }.merge!(a: 1), only: %i[a b]) }
  define("hashes that rehash would change") do |t|
    key = [1]
    hash = { key => 1, [1, 2] => 2 }
    key << 2
    t.encode(hash)
  end
  define("HashWithIndifferentAccess") do |t|
    hash = { a: { b: [{ c: 1 }] }, "d" => Time.at(0).utc }.with_indifferent_access
    t.encode(hash)
    [{ only: :a }, { only: "a" }, { only: %i[a b] }, { except: :d }, { except: ["d"] }].each { |options| t.encode(hash,
        options) }
    t.encode([hash, { x: hash }])
    t.encode({ a: 1, b: 2 }, { only: :a }.with_indifferent_access)
  end
  define("OrderedOptions and InheritableOptions") do |t|
    options = ActiveSupport::OrderedOptions.new
    options.a = 1
    options.b = { c: 2 }
    t.encode([options, ActiveSupport::InheritableOptions.new(z: 1)])
    t.encode(options, only: :a)
    t.encode(options, except: :a)
  end
  define("OrderedHash") { |t| t.encode(ActiveSupport::OrderedHash[[[:a, 1], ["b", 2]]]) }
  define("subclasses of Hash and Array") do |t|
    t.encode([Class.new(Hash)[a: 1], Class.new(Array)[1, "<"]])
    t.encode(Class.new(Hash)[a: 1, b: 2], only: :b)
  end
  define("subclasses of Hash and Array with as_json") do |t|
    t.encode([Class.new(Hash) { def as_json(*) = { "mine" => :x } }[a: 1],
        Class.new(Array) { def as_json(*) = :mine }[1]])
  end
  define("subclasses of Hash that go about their members in another way") do |t|
    t.encode(Class.new(Hash) { def each = yield("mine", 1) }[a: 1])
    t.encode([Class.new(Hash) { def slice(*) = { "mine" => 1 } }[a: 1]], only: :a)
    t.encode([Class.new(Hash) { def except(*) = { "mine" => 1 } }[a: 1]], except: :a)
    t.encode(Class.new(Array) { def map = ["mine"] }[1, 2])
    t.encode(Class.new(Hash) { def to_hash = { "mine" => 1 } }[a: 1])
    t.encode(Class.new(Hash) { def to_s = "mine" }[a: 1] => 1)
  end
  define("a hash with a singleton method") do |t|
    hash = { a: 1 }
    def hash.each = yield("mine", 2)
    t.encode(hash)
    t.encode([hash])
  end
  define("sets and other enumerables") do |t|
    t.encode([Set[1, :a, [2]], Set[], SortedSet]) rescue t.note(:no_sorted_set)
    t.encode([Set[1, Set[2]], [1, 2].each, (1..3).each_slice(2), [3].lazy, 1.step(5, 2), (1..4).each_cons(2)])
    t.encode(Class.new(Set).new([1]))
    t.encode([Set[{ a: 1, b: 2 }]], only: :a)
  end
  define("an Enumerable of one's own") do |t|
    type = Class.new { include Enumerable; def initialize(t) = @t = t; def each = (@t.note(:each); yield 1;
        yield a: 2) }
    t.encode(type.new(t))
    t.encode([type.new(t), "<"], only: :a)
  end
  define("an endless enumerator that raises") { |t| t.encode(Enumerator.new { |y| y << 1; raise IOError, "closed" }) }
  [(1..3), (1...3), ("a".."c"), (1..), (..1), (1.0..2.5), (Time.at(0).utc..Time.at(1).utc),
      (Date.new(2000)..Date.new(2001)),
   ("<".."&")].each { |range| define("the range #{range}") { |t| t.encode([range, { range => range }]) } }
  define("structs") do |t|
    point = Struct.new(:x, :y)
    t.encode([point.new(1, "<"), point.new, Struct.new(:a, keyword_init: true).new(a: 1)])
    t.encode(point.new(1, point.new(2, 3)), only: :y)
    t.encode(point.new(1, point.new(2, 3)), only: %w[y])
    t.encode(point.new(1, point.new(2, 3)), except: [:y])
    t.encode(point.new(1, 2) => 1)
  end
  define("structs with methods of their own") do |t|
    t.encode([Struct.new(:a) { def a = "mine" }.new(1), Struct.new(:a) { def to_hash = { "mine" => 1 } }.new(1)])
    t.encode([Struct.new(:a) { def to_h = { "mine" => 1 } }.new(1), Struct.new(:a) { def each = yield("mine") }.new(1)])
    t.encode([Struct.new(:a) { def as_json(*) = { b: a } }.new(1), Struct.new(:a) { def values = ["mine"] }.new(1)])
    t.encode([Struct.new(:a) { def members = [:mine] }.new(1), Struct.new(:to_s, :members).new(1, [:x])])
  end
  define("a struct with members of odd names") { |t| t.encode(Struct.new(:"a b", :é, :"x<y").new(1, 2, 3)) }
  define("a struct of very many members") do |t|
    t.encode(Struct.new(*(1..40).map { |i| :"m#{i}" }).new(*1..40))
    t.encode([Struct.new(*(1..40).map { |i| :"m#{i}" }).new(*1..40)], only: (1..40).map { |i| :"m#{i}" })
  end
end
