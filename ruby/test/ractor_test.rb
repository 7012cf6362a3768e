# frozen_string_literal: true

require "test_helper"

# What stock encodes in a Ractor, Millrace encodes: both are asked in a process of their own, where the warning about
# Ractors is silenced.
class RactorTest < Minitest::Test
  VALUES = ['{ a: "<text>", "b" => [1, 2.5, nil] }', "Time.at(0).utc", '[:symbol, { "time" => Time.at(1, 500_000).utc }]',
            '"only text"', "Object.new"].freeze

  def test_each_value_gives_the_same_json_or_error_as_stock
    VALUES.each { |value| assert_equal encode("", value), encode("require 'millrace/rails'", value), value }
  end

  def test_active_support_7_2_does_encode_in_a_ractor
    json = encode("require 'millrace/rails'", VALUES.first)
    skip "this version does not: #{json}" unless encode("", VALUES.first).start_with?("{")

    assert_equal '{"a":"\u003ctext\u003e","b":[1,2.5,null]}', json
  end

  private

  def encode(preparation, value)
    script = <<~RUBY
      require "active_support/all"
      require "active_support/json"
      #{preparation}
      Thread.report_on_exception = false
      ractor = Ractor.new do
        ActiveSupport::JSON.encode(#{value})
      rescue Exception => error
        error.class.name
      end
      puts ractor.respond_to?(:value) ? ractor.value : ractor.take
    RUBY
    IO.popen([*Processes::COMMAND, "-W0", "-e", script], &:read).chomp
  end
end
