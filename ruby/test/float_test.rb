# frozen_string_literal: true

require "test_helper"
require "active_support/all"
require "millrace/rails"

# All floats must look as stock prints them.
class FloatTest < Minitest::Test
  COUNT = Integer(ENV.fetch("MILLRACE_FLOATS", 50_000))

  def setup
    @seed = Integer(ENV.fetch("MILLRACE_SEED", Random.new_seed % 1_000_000))
    @random = Random.new(@seed)
  end

  def test_decimals_of_up_to_seventeen_digits
    assert_prints_as_stock(Array.new(COUNT) { decimal })
  end

  def test_neighbors_of_decimals
    assert_prints_as_stock(Array.new(COUNT) { @random.rand(2).zero? ? decimal.next_float : decimal.prev_float })
  end

  def test_random_bits
    assert_prints_as_stock(Array.new(COUNT) { @random.bytes(8).unpack1("D") }.select(&:finite?))
  end

  def test_powers_of_ten_and_their_neighbors
    powers = (-330..308).map { |exponent| "1e#{exponent}".to_f }
    assert_prints_as_stock(powers.flat_map { |power| [power, -power, power.next_float,
        power.prev_float] }.select(&:finite?))
  end

  # The digits of Float#to_s and of the json gem, whichever of them stock writes here.
  def test_digits_in_both_styles
    numbers = Array.new(COUNT) { decimal } + Array.new(COUNT) { @random.bytes(8).unpack1("D") }.select(&:finite?) +
      Array.new(2100) { |i| 2.0**(i - 1074) }.select(&:finite?) + Array.new(1000) { |i| [i].pack("Q").unpack1("D") } +
      Array.new(64) { |i| (2.0**i).next_float } + Array.new(COUNT) { @random.rand(2**64).to_f }
    numbers.each { |number| assert_digits(number.to_s, number, :ruby) }
    style = Millrace::Rails::JsonGem.float_style
    assert_includes %i[ruby json_gem], style
    numbers.each { |number| assert_digits(JSON.generate(number), number, style) }
  end

  # What json 2.21.1 has written, also where fewer digits would do.
  def test_digits_of_the_json_gem
    File.foreach(File.join(__dir__, "floats_of_json_gem.txt"), chomp: true) do |line|
      hexadecimal, text = line.split
      assert_equal text, Millrace::Native.format_float([hexadecimal].pack("H*").unpack1("G"), :json_gem), hexadecimal
    end
  end

  def test_what_has_no_digits_is_an_error
    [Float::NAN, Float::INFINITY].each do |number|
      assert_raises(ArgumentError) { Millrace::Native.format_float(number, :ruby) }
    end
    assert_raises(ArgumentError) { Millrace::Native.format_float(1.0, :generator) }
    assert_raises(ArgumentError) { Millrace::Native.format_float(1.0, :c) }
    assert_raises(TypeError) { Millrace::Native.format_float(1, :ruby) }
  end

  private

  def assert_digits(expected, number, style)
    text = Millrace::Native.format_float(number, style)
    assert_equal expected, text, "MILLRACE_SEED=#{@seed}" unless expected == text
  end

  def decimal = @random.rand(10**@random.rand(1..17)) / 10.0**@random.rand(22)

  def assert_prints_as_stock(floats)
    json = Millrace::Rails::PROFILE.encode(floats, {}, [true, true, true, 3])
    assert json, "the floats were not encoded natively"
    printed = json[1...-1].split(",")
    assert_equal floats.length, printed.length
    expected = Millrace::Rails::Encoder::STOCK.new.encode(floats)[1...-1].split(",")
    expected.zip(printed) { |stock, text| assert_equal stock, text, "MILLRACE_SEED=#{@seed}" unless stock == text }
  end
end
