# frozen_string_literal: true

# Prints how fast each encoder is as a multiple of stock Active Support, and whether the aims are met. Every round
# asks each contender once, in a new process, so that a busy machine is busy for all of them; the median of the rounds' ratios counts.
#
#   ruby run.rb [ROUNDS]
#
# The first two columns are microseconds of processor time for one encode. Alba and Panko take part with records if they are installed.

require "rbconfig"
require_relative "comparison"
require_relative "workloads"
require_relative "../test/versions/versions"

rounds = Integer(ARGV.fetch(0, 7))
LIBRARY = File.expand_path("../lib", __dir__)
INSTALLED = Versions::Configuration.new(name: "the installed versions")
LATER = Versions::CONFIGURATIONS.find { |configuration| configuration.name == "Active Support 7.2.2" }

# At least so many times the speed of stock, and of Oj.
RECORD_AIMS = { "200 records" => [4, nil], "1,000 records" => [4, nil], "1,000 records, only:" => [3, nil],
                "1,000 records, include:" => [3, nil], "1,000 records, a reader in methods:" => [3, nil],
                "1,000 records, a method in methods:" => [3, nil], "1 record" => [1, nil], "1 record, only:" => [0.98, nil],
                "request: 200 records" => [1, nil] }.freeze
# The goals above the targets.
GOALS = { "200 records" => 8, "1,000 records" => 8 }.freeze
PLAIN_AIMS = { "films: strings" => [60, 1.0], "films: Time" => [50, 1.8], "films: TimeWithZone" => [35, 2.5],
               "1,000 models with as_json" => [1, nil] }.freeze
# No document is slower than with stock, but for the noise of the measurement.
NEVER_SLOWER = Workloads::ALL.transform_values { [0.98, nil] }.freeze
# Stock is several times as fast from 7.1 on.
LATER_PLAIN_AIMS = { "films: strings" => [8, 1.0], "films: Time" => [8, 1.8], "films: TimeWithZone" => [8, 2.5],
                     "1,000 models with as_json" => [1, nil] }.freeze

# Whether a library can be used: gems are compiled for one Ruby, and some need a version of Rails.
def loads?(configuration, library, rails = "6.1")
  script = "require 'active_record'; exit ActiveRecord.version >= Gem::Version.new('#{rails}') && require('#{library}')"
  system(configuration.environment, *configuration.command, "-W0", "-e", script, out: File::NULL, err: File::NULL)
end

# With the oldest Active Record that they support.
SERIALIZERS = { "alba" => ["alba", "6.1"], "panko" => ["panko_serializer", "7.2"] }.freeze

aims_of_plain = { INSTALLED => PLAIN_AIMS, LATER => LATER_PLAIN_AIMS }
[Versions::LATEST, *Versions::CHECKOUTS].each { |configuration| aims_of_plain[configuration] = {} }
aims_of_plain.merge!(aims_of_plain.to_h { |configuration, _| [configuration.with_yjit, {}] })
met = aims_of_plain.map do |configuration, plain_aims|
  if configuration.problems.any?
    puts "skipped: #{configuration.name} (#{configuration.problems.join("; ")})"
    next true
  end
  serializers = SERIALIZERS.select { |_, library| loads?(configuration, *library) }.keys
  missing = SERIALIZERS.keys - serializers
  puts "", "without #{missing.join(" and ")}, which cannot be loaded with #{configuration.name}" if missing.any?
  everybody = ["stock", "json", ("oj" if loads?(configuration, "oj")), "millrace"].compact
  records = configuration.ruby ? RECORD_AIMS.keys.grep_v(/request/) : RECORD_AIMS.keys
  [[records, ["stock", *serializers, "millrace"], RECORD_AIMS],
   [Workloads::ALL.keys, everybody, NEVER_SLOWER.merge(plain_aims)]]
    .map { |workloads, contenders, aims| Comparison.new(configuration, contenders, aims, GOALS).run(workloads, rounds) }
    .all?
end
puts "* not the bytes of stock"
exit met.all?
