# frozen_string_literal: true

require "test_helper"
require "json"
require "millrace"
require "pathname"
require "set"
require "stringio"
require "uri"

# Millrace without Rails. What it writes is read back by the json gem.
class GenerateTest < Minitest::Test
  Point = Struct.new(:x, :y)

  class Plain
    def initialize(**values) = values.each { |name, value| instance_variable_set("@#{name}", value) }
  end

  def test_active_support_is_not_loaded_here
    refute defined?(ActiveSupport)
  end

  def test_documents_of_ruby_s_own_values_are_read_back_as_they_were
    document = { "a" => [1, -1.5, nil, true, false, "é😀\u2028<\"\\\n\0", 2**80], "b" => { "c" => {} }, "d" => [] }
    assert_equal document, JSON.parse(Millrace.generate(document))
  end

  def test_random_documents_are_read_back_as_they_were
    seed = Integer(ENV.fetch("MILLRACE_SEED", Random.new_seed % 1_000_000))
    random = Random.new(seed)
    500.times do
      document = random_document(random, 4)
      assert_equal [document], JSON.parse(Millrace.generate([document])), "MILLRACE_SEED=#{seed}"
    end
  end

  def test_objects_are_written_by_the_rules_of_rails
    {
      "symbol" => :symbol, { "x" => 1, "y" => "z" } => Point.new(1, :z), { "a" => 1 } => Plain.new(a: 1), [1,
          2] => Set[1, 2],
      "1..3" => 1..3, "(?-mix:a)" => /a/, "http://example.org/" => URI("http://example.org/"),
          "/tmp" => Pathname("/tmp"),
      "1.5" => BigDecimal("1.5"), nil => Float::NAN, "2000-01-02" => Date.new(2000, 1, 2), "1/3" => Rational(1, 3),
      "1970-01-01T00:00:00.000Z" => Time.at(0).utc, "no <way>" => IOError.new("no <way>"),
    }.each { |expected, value| assert_equal [expected], JSON.parse(Millrace.generate([value])) }
  end

  def test_as_json_and_to_hash_are_asked
    type = Class.new { def as_json(options) = { only: options[:only], at: Time.at(0).utc } }
    assert_equal '[{"at":"1970-01-01T00:00:00.000Z"}]', Millrace.generate([type.new], only: [:at])
    assert_equal '{"a":1}', Millrace.generate(Class.new { def to_hash = { a: 1 } }.new)
  end

  def test_only_and_except_choose_members_at_every_depth
    document = { a: { a: 1, b: 2 }, "b" => { a: 3 } }
    assert_equal '{"a":{"a":1}}', Millrace.generate(document, only: :a)
    assert_equal '{"b":{}}', Millrace.generate(document, except: [:a])
  end

  def test_escapes_are_optional
    assert_equal '"\u003c\u2028"', Millrace.generate("<\u2028")
    assert_equal "\"<\u2028\"", Millrace.generate("<\u2028", escape_html: false, escape_js_separators: false)
  end

  def test_times_have_as_many_digits_as_asked_for
    assert_equal '"1970-01-01T00:00:01.123456Z"', Millrace.generate(Time.at(1, 123_456_789, :nsec).utc,
        time_precision: 6)
    assert_equal '["1970-01-01T00:00:01Z","1/3"]', Millrace.generate([Time.at(1).utc, Rational(1, 3)],
        time_precision: 0)
  end

  def test_unknown_options_are_rejected
    assert_raises(ArgumentError) { Millrace.generate(1, pretty: true) }
    assert_raises(ArgumentError) { Millrace.generate(1, time_precision: 10) }
  end

  def test_text_of_other_encodings_is_transcoded
    latin = "caf\xe9".dup.force_encoding("ISO-8859-1")
    wide = "é😀".encode("UTF-16LE")
    binary = "é".b
    assert_equal '"café"', Millrace.generate(latin)
    expected = '{"café":["é😀","é","café","café"]}'
    assert_equal expected, Millrace.generate({ latin => [wide, binary, latin.to_sym, "café"] })
    assert_equal expected, Millrace.generate({ latin.to_sym => [wide, binary, latin, latin] })
    assert_raises(Millrace::GenerationError) { Millrace.generate(["é".encode("UTF-16LE").byteslice(0, 1)]) }
    assert_raises(Millrace::GenerationError) { Millrace.generate(["a".dup.force_encoding("UTF-7")]) }
    assert_raises(Millrace::GenerationError) { Millrace.generate(["\xff".b]) }
  end

  def test_values_without_json_are_rejected
    cycle = []
    cycle << cycle
    assert_raises(Millrace::GenerationError) { Millrace.generate(cycle) }
    assert_raises(Millrace::GenerationError) { Millrace.generate("\xff") }
    assert_raises(Millrace::GenerationError) { Millrace.generate({ "\xff" => 1 }) }
  end

  def test_dump_writes_to_anything_that_answers_write
    io = StringIO.new
    assert_same io, Millrace.dump({ a: 1 }, io, except: :b)
    assert_equal '{"a":1}', io.string
  end

  private

  def random_document(random, depth)
    case random.rand(depth.zero? ? 5 : 8)
    when 0 then random.rand(1 << 70) - (1 << 69)
    when 1 then random.rand(10**9) / 1000.0
    when 2 then Array.new(random.rand(40)) { random.rand(4).zero? ? random.rand(0x20..0xd7ff).chr("UTF-8") : "a" }.join
    when 3 then [nil, true, false].sample(random: random)
    when 4 then random.rand
    when 5, 6 then Array.new(random.rand(5)) { random_document(random, depth - 1) }
    else Array.new(random.rand(5)) { |i| ["k#{i}", random_document(random, depth - 1)] }.to_h
    end
  end
end
