# frozen_string_literal: true

require "ipaddr"
require "ostruct"
require "tempfile"

module Differential
  plain = Class.new do
    def initialize(**values) = values.each { |name, value| instance_variable_set("@#{name}", value) }
  end
  define("objects by their instance variables") do |t|
    t.encode([plain.new, plain.new(a: 1, b: "<"), plain.new(é: [plain.new(x: nil)]), Object.new])
    t.encode(plain.new(a: 1))
    t.encode({ k: plain.new(only: 1, except: 2) }, only: :k)
    t.encode({ k: plain.new(only: 1, except: 2) }, only: %w[only])
    t.encode(plain.new(a: plain.new(a: 1, b: 2), b: 2), only: ["a"])
    t.encode(plain.new(a: plain.new(a: 1, b: 2), b: 2), except: %w[a])
  end
  define("an object with very many instance variables") { |t| t.encode(plain.new(**(1..60).to_h { |i| [:"v#{i}",
      i] })) }
  define("an object whose variables were removed") do |t|
    object = plain.new(a: 1, b: 2, c: 3)
    object.remove_instance_variable(:@b)
    t.encode([object, plain.new(b: 1), plain.new(c: 1, a: 2)])
  end
  define("to_hash") do |t|
    t.encode(Class.new { def to_hash = { a: 1, "b" => Time.at(0).utc } }.new)
    t.encode([Class.new { def to_hash = { a: 1, b: 2 } }.new], only: :b)
    t.encode(Class.new { private def to_hash = { a: 1 } }.new)
    t.encode(Class.new { def to_hash = nil }.new)
    t.encode(Class.new { def to_hash = [1, 2] }.new)
    t.encode(Class.new { def to_h = { a: 1 } }.new)
  end
  define("respond_to? and its kin") do |t|
    t.encode(Class.new { def respond_to?(name, *) = name == :to_hash || super; def method_missing(*) = { m: 1 } }.new)
    t.encode(Class.new { def respond_to_missing?(name, *) = name == :to_hash; def method_missing(*) = { m: 2 } }.new)
    t.encode(Class.new { def instance_values = { "mine" => 1 } }.new)
    t.encode(Class.new { def initialize = (@a = @b = 1); def instance_variables = [:@b] }.new)
    t.encode(Class.new { def initialize = @a = 1; def instance_variable_get(*) = 7 }.new)
  end
  define("as_json that returns all kinds of things") do |t|
    [1, nil, "<b>", :sym, [1, :a], { a: :b, 1 => 2, nil => 3 }, Time.at(0).utc, plain.new(a: 1), Struct.new(:q).new(1),
        Float::NAN, 1.5,
     BigDecimal("1.5"), Set[1], 1..2, Rational(1, 2), { a: { b: [Time.at(0)] } }, Float::INFINITY,
         { 1.5 => { "1.5" => 2 } },
     { :a => 1, "a" => 2 }, "\u2028", [nil], Object, "\xff", [plain.new(a: [Time.at(0).utc])],
         { "x" => plain.new }].each do |result|
      type = Class.new { define_method(:as_json) { |*| result } }
      t.encode(type.new)
      t.encode([type.new, { k: type.new }])
      t.encode({ k: [type.new] }, only: :k)
    end
  end
  define("as_json that returns things with as_json") do |t|
    inner = Class.new { define_method(:as_json) { |*arguments| t.note([:inner, arguments]); { i: :x } } }
    outer = Class.new { define_method(:as_json) { |*arguments| t.note([:outer, arguments]); [inner.new,
        { k: inner.new }] } }
    t.encode([outer.new, inner.new, outer.new])
    t.encode({ a: outer.new, b: inner.new }, only: %i[a b])
  end
  define("as_json that returns itself, or another such object") do |t|
    t.encode(Class.new { def as_json(*) = self }.new)
    type = Class.new { def initialize(n) = @n = n; def as_json(*) = @n.zero? ? "end" : self.class.new(@n - 1) }
    t.encode(type.new(10))
    t.encode([type.new(3)])
  end
  define("as_json of other arities") do |t|
    t.encode(Class.new { def as_json = 1 }.new)
    t.encode([Class.new { def as_json(a, b = 2) = [a, b] }.new])
    t.encode(Class.new { def as_json(**options) = options }.new, a: 1)
    t.encode([Class.new { def as_json(*arguments, **options) = [arguments, options] }.new], only: :x)
    t.encode(Class.new { def as_json(options = {}, &block) = [options, block] }.new)
  end
  define("as_json by method_missing") do |t|
    t.encode(Class.new(BasicObject) { def method_missing(name, *arguments) = [name.to_s, arguments.size] }.new)
    t.encode([Class.new { undef_method :as_json; def method_missing(name, *) = "missing #{name}" }.new])
  end
  define("objects that do not answer as_json") do |t|
    t.encode(BasicObject.new)
    t.encode([1, BasicObject.new])
    t.encode([Class.new { undef_method :as_json }.new])
    t.encode([Class.new { private def as_json(*) = 1 }.new])
  end
  define("as_json is called in the order of the members") do |t|
    type = Class.new do
      define_method(:initialize) { |name| @name = name }
      define_method(:as_json) { |*| t.note(@name); { "n" => @name } }
      define_method(:to_s) { t.note("key #{@name}"); @name }
    end
    t.encode([type.new("a"), { x: type.new("b"), type.new("k") => [type.new("c")] }, Set[type.new("d")], type.new("e")])
    t.encode(plain.new(a: type.new("a"), b: Struct.new(:m).new(type.new("b")), c: [type.new("c")].each))
  end
  define("as_json by singleton methods and extended modules") do |t|
    object = plain.new(a: 1)
    object.define_singleton_method(:as_json) { |*| { "single" => true } }
    t.encode([object, plain.new(a: 1)])
    array = [1].extend(Module.new { def as_json(*) = "extended" })
    t.encode([array, [1], { a: array }])
    hash = { a: 1 }.extend(Module.new { def as_json(*) = { "extended" => super } })
    t.encode([hash, { a: 1 }])
  end
  define("as_json that calls super") do |t|
    t.encode(Class.new(plain) { def as_json(options = nil) = super.merge("more" => :x) }.new(a: 1, b: 2), only: ["a"])
    t.encode([Class.new(plain) { def as_json(options = nil) = super(only: ["b"]) }.new(a: 1, b: 2)])
    t.encode([Class.new(Hash) { def as_json(options = nil) = super.merge(x: 1) }[a: 1],
        Class.new(Array) { def as_json(*) = super + [:x] }[1]])
    t.encode([Struct.new(:a) { def as_json(*) = super.merge("b" => nil) }.new(1)])
  end
  define("to_json is not asked") do |t|
    t.encode([Class.new { def to_json(*) = "mine" }.new, Class.new(Array) { def to_json(*) = "mine" }[1]])
    t.encode(Class.new(Hash) { def to_json(*) = "mine" }[a: 1])
    t.encode(Class.new { def encode_json(*) = "mine"; def to_h = { "h" => 1 }; def to_a = [1]; def to_str = "s";
        def to_ary = [2] }.new)
  end
  define("exceptions from as_json") do |t|
    t.encode(Class.new { def as_json(*) = raise(IOError, "closed") }.new)
    t.encode(["a" * 10_000, Class.new { def as_json(*) = raise(Interrupt) }.new])
    t.encode({ a: ["b" * 10_000, { c: Class.new { def as_json(*) = raise("no") }.new }] })
    t.note(catch(:done) { t.encode([Class.new { def as_json(*) = throw(:done, 7) }.new]) })
    t.encode({ Class.new { def to_s = raise("no name") }.new => 1 })
    t.encode(Class.new { def to_hash = raise("no hash") }.new)
  end
  define("exceptions, ranges, regexps and the like") do |t|
    t.encode([ArgumentError.new("a < b"), RuntimeError.new, StandardError.new(nil), KeyError.new("k", receiver: {},
        key: :a)])
    t.encode([/a<b/mix, /\u2028/, //, URI("http://example.org/?a=<b>&c"), Pathname("/a/<b>"), IPAddr.new("10.0.0.0/8"),
        IPAddr.new("::1")])
    t.encode(/a/ => /b/, Pathname("/") => URI("urn:x"))
    t.encode([Class.new(StandardError) { def to_s = "mine" }.new, Class.new(Regexp).new("a"),
        Class.new(Pathname).new("x")])
    t.encode([Class.new(StandardError) { def message = "mine" }.new("theirs")])
  end
  define("classes and modules") { |t| t.encode([Comparable]) ; t.encode(Class) }
  define("OpenStruct") { |t| t.encode(OpenStruct.new(a: 1, b: "<")); t.encode([OpenStruct.new]) }
  define("Process::Status") do |t|
    system("exit 3")
    status = $?
    json = ActiveSupport::JSON.encode([status, { s: status }])
    t.note json.gsub(status.pid.to_s, "PID")
  end
  define("IO and File") do |t|
    t.note ActiveSupport::JSON.encode([$stdout, { a: $stderr }]).gsub(/0x\h+/, "ADDRESS")
  end
  define("methods, procs and other values of Ruby") do |t|
    t.encode([proc {}, 1.method(:+), Random.new(1), Mutex.new, ObjectSpace::WeakMap.new])
    t.encode([Encoding::UTF_8])
    t.encode([binding]) rescue t.note(:failed)
  end
  define("MatchData, Dir and Enumerator::Lazy") { |t| t.encode(["ab".match(/(a)(?<n>b)?/)]) ; t.encode([1,
      2].lazy.map { |x| x * 2 }) }
  define("errors of Active Support's kind") { |t| t.encode(ActiveSupport::Gzip) ;
      t.encode([Struct.new(:errors).new({ name: ["can't be <blank>"] })]) }
end
