# frozen_string_literal: true

require "test_helper"
require "active_support/all"
require "json"
require "millrace/rails"

# The vectors that the Swift style is tested with, made by stock Active Support: scripts/generate/rails-vectors.rb.
class GoldenVectorsTest < Minitest::Test
  PATH = File.join(__dir__, "..", "..", "Tests", "TestSupport", "Fixtures", "rails.json")
  VECTORS = JSON.parse(File.read(PATH))

  def test_floats
    skip "this version of json prints floats in another way" unless JSON.generate(1e15) == "1.0e+15"
    assert_vectors("floats") { |bits| [bits].pack("H*").unpack1("G") }
  end

  def test_strings
    assert_vectors("strings") { |string| string }
  end

  def test_instants
    assert_vectors("times") { |nanoseconds| Time.at(0, nanoseconds, :nsec).utc }
  end

  private

  # Alone and among other values: the vectors are natively encoded, and by to_json.
  def assert_vectors(kind)
    rows = VECTORS.fetch(kind)
    assert_operator rows.length, :>, 100
    rows.each { |row, expected| assert_equal expected, yield(row).to_json }
    values = rows.map { |row, _| yield(row) }
    assert_equal "[#{rows.map(&:last).join(",")}]", Millrace::Rails::PROFILE.encode(values, {}, [true, true, true, 3])
  end
end
