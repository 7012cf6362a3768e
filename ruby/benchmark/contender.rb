# frozen_string_literal: true

# One encoder in a process of its own, because loading one changes what another does. Reads commands and answers each
# with a line:
#
#   check NAME  the length and the digest of what it makes of a workload, or "none" if it does not do it
#   time NAME   seconds for one encode: the best of as many as fit into 100 ms

require "active_support/all"
require "active_support/json"
require "digest"
require_relative "workloads"

contender = ARGV.fetch(0)
case contender
when "oj"
  require "oj"
  Oj.optimize_rails
when "millrace" then require "millrace/rails"
end

encode = ->(value, options) { ActiveSupport::JSON.encode(value, options) }
encode = ->(value, _) { JSON.generate(value) } if contender == "json"
cache = Hash.new do |values, name|
  values[name] = Workloads::ALL.fetch(name).call
  # Values grow old here, as they do in a server, and not in the course of the measurements.
  4.times { GC.start }
  values[name]
end
$stdout.sync = true

while (line = $stdin.gets)
  command, name = line.chomp.split(" ", 2)
  if contender == "json" && !Workloads::PLAIN.include?(name)
    puts "none"
    next
  end
  value, options = cache[name]
  if command == "check"
    json = encode.(value, options)
    puts "#{json.bytesize} #{Digest::SHA256.hexdigest(json)}"
  else
    GC.start
    finish = Process.clock_gettime(Process::CLOCK_MONOTONIC) + 0.1
    best = Float::INFINITY
    loop do
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      encode.(value, options)
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      best = [best, now - start].min
      break if now > finish
    end
    puts best
  end
end
