# frozen_string_literal: true

require "open3"
require_relative "configuration"

# The versions of Rails, json and Ruby that the gem is tested with besides those that are installed.
module Versions
  RUBY = "ruby-3.3"

  CONFIGURATIONS = [
    Configuration.new(name: "Active Support 7.2.2", rails: "rails-7.2.2.2"),
    Configuration.new(name: "Active Support 7.2.2, json 2.9.1, Ruby 3.3", rails: "rails-7.2.2.2", json: "json-2.9.1",
                      ruby: RUBY),
    Configuration.new(name: "Active Support 7.2.4, json 3.1.0, Ruby 3.3", rails: "rails-7.2.4", json: "json-3.1.0",
                      ruby: RUBY),
    Configuration.new(name: "the installed Active Support, json 2.7.2, Ruby 3.3", ruby: RUBY),
    Configuration.new(name: "a stand-in for Active Support 8.0", rails: "rails-7.2.2.2", stand_in: "8.0"),
    Configuration.new(name: "a stand-in for Active Support 8.1, json 3.1.0, Ruby 3.3", rails: "rails-7.2.2.2",
                      json: "json-3.1.0", ruby: RUBY, stand_in: "8.1"),
  ].freeze

  # With the newest json that Debian has, and a Ruby that does not let extensions look up methods quickly.
  LATEST = CONFIGURATIONS.find { |configuration| configuration.name.start_with?("Active Support 7.2.4") }

  # Versions of Rails that Debian does not have: folders with a checkout of Rails, or with its unpacked gems, such as
  # MILLRACE_RAILS=~/rails-7.1.6:~/rails-8.1.3. They run with a json that all of them can use: 2.9.1, or the one in a folder
  # with `json.rb` and its extensions, compiled for Ruby 3.3: MILLRACE_JSON=~/json-2.21.1/lib.
  JSON_LIBRARY = ENV["MILLRACE_JSON"]&.then { |folder| File.expand_path(folder) }
  CHECKOUTS = ENV.fetch("MILLRACE_RAILS", "").split(":").map do |folder|
    Configuration.of_sources(File.expand_path(folder), json_library: JSON_LIBRARY, ruby: RUBY)
  end.freeze

  # Fewer random values than for the installed versions, and nothing that is the same in all versions.
  VARIABLES = { "MILLRACE_GRAPHS" => "750", "MILLRACE_RECORDS" => "150", "MILLRACE_STRESSED_GRAPHS" => "1",
                "MILLRACE_MODELS" => "80", "MILLRACE_RAILTIES" => "1",
                "MILLRACE_STRESSED_RECORDS" => "0", "MILLRACE_FLOATS" => "5000" }.freeze

  # Of the cases in separate processes each configuration runs one of so many parts: with less than all random values, each case
  # runs with one configuration or more, besides the installed versions.
  PARTS = Float(ENV.fetch("MILLRACE_TEST_SCALE", 1)) < 1 ? 6 : 1

  # As many configurations run at the same time. The tests of one are processes that often wait for each other.
  PARALLEL = 2

  # Runs the tests in each configuration, and prints the skipped ones.
  #
  # @param tests [Array<String>]
  def self.run(tests)
    with_yjit = [CONFIGURATIONS.first, CHECKOUTS.last || LATEST].map(&:with_yjit)
    possible, skipped = (CONFIGURATIONS + CHECKOUTS + with_yjit).partition { |configuration| configuration.problems.empty? }
    skipped.each { |configuration| puts "skipped: #{configuration.name} (#{configuration.problems.join("; ")})" }
    possible.each(&:command) # compiles the extension before it is used
    failed = run_in_parallel(possible) do |configuration|
      part = "#{possible.index(configuration) % PARTS + 1}/#{PARTS}"
      # Without Active Support first, and then all that need it in one process.
      runs = tests.partition { |test| test.end_with?("generate_test.rb") }.map { |files| run_in(configuration, files, part) }
      puts "== #{configuration.name}\n#{runs.map(&:first).join}"
      runs.all? { |_, status| status.success? }
    end
    abort "failed with #{failed.map(&:name).join("; ")}" if failed.any?
  end

  # @return [Array<Configuration>] those for which the block does not return true
  def self.run_in_parallel(configurations)
    waiting = configurations.each_with_object(Queue.new) { |configuration, queue| queue << configuration }.close
    threads = Array.new(PARALLEL) do
      Thread.new do
        failed = []
        while (configuration = waiting.pop)
          failed << configuration unless yield configuration
        end
        failed
      end
    end
    threads.flat_map(&:value)
  end
  private_class_method :run_in_parallel

  # @return [Array(String, Process::Status)] what was printed, and how the process has ended
  def self.run_in(configuration, files, part)
    script = files.map { |file| "load #{File.expand_path(file).inspect}" }.join("\n")
    variables = VARIABLES.merge(configuration.environment, "MILLRACE_CASES" => part)
    Open3.capture2e(variables, *configuration.command, "-W0", "-e", script)
  end
  private_class_method :run_in
end
