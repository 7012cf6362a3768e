# frozen_string_literal: true

require "test_helper"
require "active_support/all"
require "millrace/rails"

# Short decimals are printed by code of our own; all floats must look as stock prints them.
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

  private

  def decimal = @random.rand(10**@random.rand(1..17)) / 10.0**@random.rand(22)

  def assert_prints_as_stock(floats)
    json = Millrace::Rails::PROFILE.encode(floats, {}, true, true, true, 3)
    assert json, "the floats were not encoded natively"
    printed = json[1...-1].split(",")
    assert_equal floats.length, printed.length
    expected = Millrace::Rails::Encoder::STOCK.new.encode(floats)[1...-1].split(",")
    expected.zip(printed) { |stock, text| assert_equal stock, text, "MILLRACE_SEED=#{@seed}" unless stock == text }
  end
end
