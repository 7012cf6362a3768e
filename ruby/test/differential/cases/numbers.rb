# frozen_string_literal: true

module Differential
  [0, 1, -1, 9, 10, 99, 100, 2**31, 2**32, 2**62 - 1, 2**62, -2**62, -2**62 - 1, 2**63, 2**64, -2**64, 10**18, 10**19,
   10**100, -10**40].each { |number| define("the integer #{number}") { |t| t.encode([number, { number => number }]) } }

  [0.0, -0.0, 1.0, -1.5, 0.1, 0.3, 0.1 + 0.2, 1e14, 999_999_999_999_999.0, 1e15, 1e16, 1e17, 123_456_789_012_345.6,
      1e-3, 1e-4,
   0.00012345, 9.999e-5, 1e-5, 5e-324, 2.2250738585072014e-308, Float::MAX, Float::MIN, Float::EPSILON, Float::NAN,
   Float::INFINITY, -Float::INFINITY, 100.0, 1e22, 1e23, 4.35, 2.675, 1.0e300].each do |number|
    define("the float #{number.inspect}") { |t| t.encode([number, -number, { number => number }]) }
  end

  define("decimals with up to fifteen digits") do |t|
    random = Random.new(1)
    4000.times { t.encode(random.rand(10**random.rand(1..16)) / 10.0**random.rand(20)) }
  end
  define("floats of random bits") do |t|
    random = Random.new(2)
    4000.times { t.encode([random.bytes(8)].first.unpack1("D")) }
  end
  define("neighbors of short decimals") do |t|
    [0.1, 0.5, 1.1, 99.99, 123.456, 1e14, 1e-4, 0.07].each { |number| t.encode([number.next_float, number.prev_float]) }
  end

  ["0", "-0", "1", "1.50", "1e-20", "1e50", "-123.456", "NaN", "Infinity", "-Infinity", "0.1e-3"].each do |text|
    define("BigDecimal #{text}") { |t| t.encode([BigDecimal(text), { BigDecimal(text) => BigDecimal(text) }]) }
  end

  [Rational(1, 3), Rational(4, 2), Complex(1, 2), Complex(1.5, -0.0)].each do |number|
    define("#{number.class} #{number}") do |t|
      t.encode(number)
      t.encode([number, "<"])
      t.encode(number => number)
    end
  end

  define("a Numeric of one's own") do |t|
    type = Class.new(Numeric) { def to_s = "<seven>" }
    t.encode(type.new)
    t.encode([1, type.new, "a<"])
  end
  define("a Numeric of one's own with as_json") do |t|
    t.encode([Class.new(Numeric) { def as_json(*) = "<b>" }.new, "<b>"])
    t.encode([Class.new(Numeric) { def as_json(*) = [Float::NAN] }.new])
  end
  define("a Numeric of one's own with to_json") do |t|
    t.encode([Class.new(Numeric) { def to_json(*) = "7.00" }.new])
  end
  define("durations") do |t|
    t.encode([1.second, 1.5.seconds, 2.days, 1.month, 1.year + 3.days, -5.minutes, (2**70).seconds, 1.day / 3])
    t.encode(1.hour => 1.hour)
  end
  define("true, false and nil") { |t| [true, false, nil, [nil], { nil => nil,
      true => false }].each { |v| t.encode(v) } }
end
