# frozen_string_literal: true

# Runs cases or random graphs with one of the encoders and writes what it recorded to a file. The expected results come
# from a process that has never loaded Millrace.
#
#   ruby worker.rb stock|millrace cases|record_cases PATH
#   ruby worker.rb stock|millrace graphs PATH FIRST_SEED COUNT
#   ruby worker.rb stock|millrace records|loaded_records|models PATH FIRST_SEED COUNT

require "active_support/all"
require "active_support/json"
encoder, work, path, *arguments = ARGV
case encoder
when "stock" then raise "Millrace is loaded" if defined?(Millrace)
when "millrace" then require "millrace/rails"
end

# Without this Ruby 3.1.2 crashes in its first automatic compaction, whether extensions are loaded or not.
GC.start if ENV["MILLRACE_GC_STRESS"]

require_relative "recorder"
require_relative "case"
require_relative "graph"
# Some cases use what the next version of Active Support does in another way.
(ActiveSupport.respond_to?(:deprecator) ? ActiveSupport.deprecator : ActiveSupport::Deprecation).silenced = true
Time.zone = "America/New_York"
ENV["TZ"] = "Europe/Berlin"

results =
  case work
  when "cases"
    Dir[File.join(__dir__, "cases", "*.rb")].sort.each { |file| require file }
    Differential.run_cases
  when "record_cases"
    require_relative "records/record_graph"
    require_relative "records/cases"
    require_relative "records/name_cases"
    Differential.run_cases
  when "graphs"
    first, count = arguments.map(&:to_i)
    (first...first + count).to_h { |seed| [seed, Differential::Graph.record(seed)] }
  when "records", "loaded_records"
    require_relative "records/record_graph"
    record = Differential::RecordGraph.method(work == "records" ? :record : :record_loaded)
    first, count = arguments.map(&:to_i)
    (first...first + count).to_h { |seed| [seed, record.call(seed)] }
  when "models"
    require_relative "records/model_graph"
    first, count = arguments.map(&:to_i)
    (first...first + count).to_h { |seed| [seed, Differential::ModelGraph.record(seed)] }
  end
File.binwrite(path, Marshal.dump(results))
