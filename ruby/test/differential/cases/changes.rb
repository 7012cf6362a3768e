# frozen_string_literal: true

module Differential
  # What as_json does to the values that are being encoded.
  acting = Class.new do
    def initialize(result = 1, &action) = (@result = result; @action = action)
    def as_json(*) = (@action.call; @result)
  end

  define("as_json changes a string that was seen before") do |t|
    text = +"before"
    t.encode([text, acting.new { text.replace("after <") }, text])
    key = +"key"
    t.encode({ a: text, b: acting.new { text << "\u2028" } })
    t.encode([{ key => 1 }, acting.new { key << "!" }])
  end
  define("as_json changes the hash during iteration") do |t|
    hash = { a: 1 }
    hash[:b] = acting.new { hash[:a] = 2 }
    hash[:c] = 3
    t.encode(hash)
    hash = { a: 1 }
    hash[:b] = acting.new { hash.delete(:c) }
    hash[:c] = 3
    t.encode(hash)
    hash = { a: acting.new { hash[:new] = 1 } }
    t.encode(hash)
    hash = { a: acting.new { hash.clear }, b: 1 }
    t.encode(hash)
    hash = { a: acting.new { hash.compare_by_identity } }
    t.encode(hash)
    hash = { a: acting.new { hash.rehash } }
    t.encode(hash)
  end
  define("as_json changes a hash that was seen before, or comes later") do |t|
    early = { a: 1 }
    late = { z: 1 }
    t.encode([early, acting.new { early[:b] = 2; late[:y] = 2 }, late])
    t.encode([early, acting.new { early.clear; late.clear }, late], only: %i[a z])
  end
  define("as_json changes the array during iteration") do |t|
    array = [1]
    array << acting.new { array << 2 if array.size < 5 } << 3
    t.encode(array)
    array = [acting.new { array.pop }, 2, 3]
    t.encode(array)
    array = [acting.new { array.clear }, 2, 3]
    t.encode(array)
    array = [1, acting.new { array.replace([4, 5, 6, 7]) }, 3]
    t.encode({ a: array })
    array = Array.new(100) { |i| i }
    array[50] = acting.new { array.shift(60); GC.start }
    t.encode(array)
  end
  define("as_json changes a struct or an object") do |t|
    struct = Struct.new(:a, :b).new(1, nil)
    struct.b = acting.new { struct.a = 9 }
    t.encode([struct, struct])
    struct = Struct.new(:a, :b).new(nil, 2)
    struct.a = acting.new { struct.b = 9 }
    t.encode([struct])
    object = Object.new
    object.instance_variable_set(:@a, acting.new { object.instance_variable_set(:@b, 1);
        object.instance_variable_set(:@c, 2) })
    object.instance_variable_set(:@b, 0)
    t.encode(object)
  end
  define("as_json changes the settings") do |t|
    t.encode([Time.at(0).utc, "<", acting.new { ActiveSupport.use_standard_json_time_format = false }, Time.at(0).utc])
    t.encode([Time.at(0).utc, "<", acting.new { ActiveSupport.escape_html_entities_in_json = false }, "<"])
    t.encode([Time.at(0).utc, acting.new { ActiveSupport.time_precision = 6 }, Time.at(0).utc,
        { t: Time.at(1).in_time_zone("UTC") }])
    t.encode([acting.new([Time.at(0).utc]) { ActiveSupport.time_precision = 1 }, Time.at(0).utc])
  end
  define("as_json encodes something itself") do |t|
    type = Class.new { def initialize(depth) = @depth = depth; def as_json(*) = { d: @depth,
        j: @depth.zero? ? "0" : [self.class.new(@depth - 1)].to_json } }
    t.encode([type.new(4), "<"])
  end
  define("as_json runs the collector") { |t| t.encode((0..50).map { |i| ["s#{i}" * 3, acting.new("r#{i}") { GC.start;
      GC.compact rescue nil }] }) }

  # Arrays in arrays, hashes in hashes.
  def self.nested(depth) = (1..depth).inject([]) { |value, _| [value] }
  def self.nested_hash(depth) = (1..depth).inject({}) { |value, i| i.odd? ? { a: value } : { "b" => value } }

  [1, 50, 99, 100, 101, 102, 150, 300, 700].each do |depth|
    define("arrays and hashes #{depth} deep") do |t|
      t.encode(Differential.nested(depth))
      t.encode(Differential.nested_hash(depth))
      t.encode(Differential.nested_hash(depth), only: [:a, "b"])
    end
  end
  define("deeper than the stack") { |t| t.encode(Differential.nested(100_000)) ;
      t.encode(Differential.nested_hash(100_000)) }
  define("deeper than the stack, after other values") { |t| t.encode([1, "a" * 100_000,
      Differential.nested(100_000)]) }
  define("deeper than a fiber's stack") { |t| Fiber.new { t.encode(Differential.nested(5_000)) }.resume }
  define("in a fiber") { |t| Fiber.new { t.encode({ a: [1, Differential.nested(60),
      acting.new(Differential.nested(60)) {}] }) }.resume }
  define("in a thread") { |t| Thread.new { t.encode([1, Differential.nested(90), acting.new(2) {}]) }.join }
  define("cycles") do |t|
    array = []
    array << array
    t.encode(array)
    hash = {}
    hash[:a] = [hash]
    t.encode(hash)
    object = Object.new
    object.instance_variable_set(:@me, object)
    t.encode(object)
    struct = Struct.new(:me).new
    struct.me = { s: struct }
    t.encode(struct)
    set = Set.new.compare_by_identity
    set << set
    t.encode(set)
  end
  define("cycles with as_json") do |t|
    type = Class.new { def as_json(*) = [self] }
    t.encode(type.new)
    loop_type = Class.new { attr_accessor :other; def as_json(options = nil) = { o: other }.as_json(options) }
    a, b = loop_type.new, loop_type.new
    a.other = b
    b.other = [a]
    t.encode([a])
  end
  define("a depth at which as_json is called") do |t|
    [50, 99, 100, 101, 150].each do |depth|
      innermost = acting.new({ x: Time.at(0).utc }) { t.note(:called) }
      value = (1..depth).inject(innermost) { |inner, i| i.odd? ? [inner] : { k: inner } }
      t.encode(value)
    end
  end
end
