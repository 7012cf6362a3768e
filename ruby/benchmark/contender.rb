# frozen_string_literal: true

# One encoder in a process of its own, because loading one changes what another does. Reads commands and answers each
# with a line:
#
#   version     the versions that are loaded
#   check NAME  the length and the digest of what it makes of a workload, or "none" if it does not do it
#   time NAME   seconds of processor time for one encode, out of as many as take 200 ms: the best one of plain values (of a
#               millisecond's encodes, if one takes less), and the mean for records, of which each is encoded only once

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
when "alba" then require "alba"
when "panko" then require "panko_serializer"
end

encode = ->(value, options) { ActiveSupport::JSON.encode(value, options) }
encode = ->(value, _) { JSON.generate(value) } if contender == "json"
IS_SERIALIZER = %w[alba panko].include?(contender)
require_relative "serializers" if IS_SERIALIZER

takes_part = lambda do |name|
  next Workloads::PLAIN.include?(name) if contender == "json"

  !IS_SERIALIZER || Serializers::WORKLOADS.key?(name)
end

# A workload is what makes a value for each encode, what is timed, and what becomes of the times.
workload = Hash.new do |workloads, name|
  workloads[name] =
    if (work = Workloads::ALL[name])
      value, options = work.call
      # Values grow old here, as they do in a server, and not in the course of the measurements.
      4.times { GC.start }
      [-> { value }, ->(same) { encode.(same, options) }, :min.to_proc]
    else
      require_relative(name.start_with?("request") ? "requests" : "records")
      make, options = Records::ALL[name]
      mean = ->(times) { times.sum / times.length }
      encoding = IS_SERIALIZER ? Serializers.find(contender, name) : ->(records) { encode.(records, options) }
      make ? [make, encoding, mean] :
          [-> {}, ->(_) { Records::REQUESTS.fetch(name).call }, mean]
    end
end
now = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }

# @return [Integer] how often the block has to be called to take a millisecond
def repetitions_of(now)
  start = now.call
  10.times { yield }
  (0.01 / (now.call - start)).ceil
end

$stdout.sync = true

while (line = $stdin.gets)
  command, name = line.chomp.split(" ", 2)
  if command == "version"
    puts "Ruby #{RUBY_VERSION}#{" with YJIT" if defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?}, Active Support #{ActiveSupport::VERSION::STRING}, json #{JSON::VERSION}"
    next
  end
  unless takes_part.(name)
    puts "none"
    next
  end
  make, timed, summary = workload[name]
  if command == "check"
    json = timed.(make.call)
    puts "#{json.bytesize} #{Digest::SHA256.hexdigest(json)}"
  else
    GC.start
    # Plain values are the same each time.
    repetitions = Workloads::ALL.key?(name) ? repetitions_of(now) { timed.(make.call) } : 1
    times = []
    while times.sum < 0.2
      value = make.call
      start = now.call
      repetitions.times { timed.(value) }
      times << (now.call - start)
    end
    puts summary.(times) / repetitions
  end
end
