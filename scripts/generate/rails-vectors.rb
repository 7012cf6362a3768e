#!/usr/bin/env ruby
# Writes Tests/TestSupport/Fixtures/rails.json: what Active Support makes of numbers, strings and times.
# The Swift style `Rails` and the gem in ruby/ are both tested with it.
# Debian packages: ruby, ruby-activesupport.

require "active_support/all"

random = Random.new(20_260_614)
floats = [0.0, -0.0, 1.0, 100.0, 0.1, 1e15, 1e16, 123456789012345680.0, 1e-4, 1e-5, 5e-324, Float::MAX, -2.5e-7]
floats += Array.new(1000) { [random.bytes(8)].first.unpack1("D") }.select(&:finite?)
floats += Array.new(500) { random.rand(1_000_000) / 10.0**random.rand(12) }
alphabet = ["<", ">", "&", "/", "\u2028", "\u2029", "\"", "\\", "\n", "\t", "\b", "\f", "\r", "\0", "\u001f", "\u007f", "é", "😀", "a", "Z", " "]
strings = Array.new(500) { Array.new(random.rand(30)) { alphabet.sample(random: random) }.join }
times = [0, -1, 951_782_399_999_999_999] + Array.new(300) { random.rand(-2_000_000_000..9_000_000_000) * 1_000_000_000 + random.rand(1_000_000_000) }

vectors = {
  "floats" => floats.map { |float| [[float].pack("G").unpack1("H*"), ActiveSupport::JSON.encode(float)] },
  "strings" => strings.map { |string| [string, ActiveSupport::JSON.encode(string)] },
  "times" => times.map { |count| [count, ActiveSupport::JSON.encode(Time.at(0, count, :nsec).utc)] },
}
about = "Active Support #{ActiveSupport::VERSION::STRING}, Ruby #{RUBY_VERSION}, json #{JSON::VERSION}"
text = JSON.pretty_generate({ "about" => about }.merge(vectors.transform_values { |rows| rows }))
File.write(File.join(__dir__, "..", "..", "Tests", "TestSupport", "Fixtures", "rails.json"), text + "\n")
