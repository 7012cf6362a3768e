# frozen_string_literal: true

# Prints how fast each encoder is as a multiple of stock Active Support, and whether the aims are met. Every round
# asks each contender once, so that a busy machine is busy for all of them; the median of the rounds' ratios counts.
#
#   ruby run.rb [ROUNDS]

require "rbconfig"
require_relative "workloads"

ROUNDS = Integer(ARGV.fetch(0, 11))
LIBRARY = File.join(__dir__, "..", "lib")

# At least so many times the speed of stock, and of Oj.
AIMS = {
  "films: strings" => [60, 1.0], "films: Time" => [50, 1.8], "films: TimeWithZone" => [35, 2.5],
  "1,000 models with as_json" => [1.0, nil],
}.freeze

def oj?
  Gem::Specification.find_by_name("oj")
rescue Gem::MissingSpecError
  nil
end

contenders = ["stock", "json", ("oj" if oj?), "millrace"].compact.to_h do |name|
  [name, IO.popen([RbConfig.ruby, "-I#{LIBRARY}", File.join(__dir__, "contender.rb"), name], "r+")]
end
ask = lambda do |contender, command|
  contenders.fetch(contender).puts(command)
  contenders.fetch(contender).gets&.chomp or raise "#{contender} is gone"
end

puts "Ruby #{RUBY_VERSION}, times the speed of stock Active Support; the median of #{ROUNDS} rounds"
puts format("%-28s %10s %14s %10s %10s   %s", "", "stock, ms", "JSON.generate", "Oj", "Millrace", "aim")
met = Workloads::ALL.keys.map do |workload|
  checks = contenders.keys.to_h { |name| [name, ask.(name, "check #{workload}")] }
  raise "#{workload}: Millrace does not give what stock gives" unless checks["millrace"] == checks["stock"]

  times = Hash.new { |hash, name| hash[name] = [] }
  ROUNDS.times do
    contenders.each_key { |name| times[name] << Float(ask.(name, "time #{workload}")) unless checks[name] == "none" }
  end
  median = ->(values) { values.sort[values.length / 2] }
  # How many times as fast as the first the second one is.
  ratio = ->(slow, fast) { median.(times[slow].zip(times[fast]).map { |a, b| a / b }) if times.key?(slow) &&
      times.key?(fast) }
  of = ->(name) { ratio.("stock", name)&.then { |value| format("%.1f", value) } || "-" }
  differs = checks["oj"] && checks["oj"] != checks["stock"] ? "*" : ""
  of_stock, of_oj = AIMS[workload]
  than_oj = ratio.("oj", "millrace")
  is_met = (of_stock.nil? || ratio.("stock", "millrace") >= of_stock) && (of_oj.nil? || than_oj.nil? ||
      than_oj >= of_oj)
  aim = ["#{of_stock} x stock", ("#{of_oj} x Oj (is #{than_oj.round(2)})" if of_oj &&
      than_oj)].compact.join(", ") if of_stock
  puts format("%-28s %10.2f %14s %10s %10s   %s", workload, median.(times["stock"]) * 1000, of.("json"),
      of.("oj") + differs,
              of.("millrace"), aim && "#{aim}: #{is_met ? "met" : "MISSED"}")
  is_met
end
puts "* not the bytes of stock" if contenders["oj"]
contenders.each_value(&:close)
exit met.all?
