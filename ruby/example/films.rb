# frozen_string_literal: true

# Encodes films as a Rails application would, and shows that the bytes are stock Rails'.
#
#   ruby -Ilib example/films.rb

require "active_support/all"
require "active_support/json"
require "json"

Film = Struct.new(:name, :released, :directors)

documents = JSON.parse(File.read(File.join(__dir__, "..", "..", "Data", "films.json")))
films = documents.first(1100).map do |film|
  Film.new(film["name"], film["initial_release_date"]&.to_s&.first(4)&.to_i&.then { |year| Time.utc(year) }, film["directed_by"])
end

def milliseconds
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  result = yield
  [result, (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) * 1000]
end

stock, before = milliseconds { films.to_json }
require "millrace/rails"
millrace, after = milliseconds { films.to_json }

puts films.first.to_json
puts "#{films.length} films: #{millrace.bytesize} bytes, #{stock == millrace ? "the same" : "NOT the same"} as stock"
puts format("stock %.1f ms, Millrace %.1f ms", before, after)
