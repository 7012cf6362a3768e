# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# Stock Active Support in one process, Millrace in another, the same values in both.
class DifferentialTest < Minitest::Test
  WORKER = File.join(__dir__, "differential", "worker.rb")
  # The library that a sanitizer needs loaded before everything else.
  PRELOAD = ENV["MILLRACE_PRELOAD"]
  # The part of the random values that are tried.
  SCALE = Float(ENV.fetch("MILLRACE_TEST_SCALE", 1))
  GRAPHS = Integer(ENV.fetch("MILLRACE_GRAPHS", 20_000 * SCALE))
  STRESSED_GRAPHS = Integer(ENV.fetch("MILLRACE_STRESSED_GRAPHS", 20 * SCALE))
  RECORDS = Integer(ENV.fetch("MILLRACE_RECORDS", 1_500 * SCALE))
  STRESSED_RECORDS = Integer(ENV.fetch("MILLRACE_STRESSED_RECORDS", 2))
  MODELS = Integer(ENV.fetch("MILLRACE_MODELS", 500 * SCALE))
  # Of this many parts of the cases one is run.
  PARTS = Integer(ENV.fetch("MILLRACE_CASES", "1/1")[/\d+\z/])
  FIRST_SEED = Integer(ENV.fetch("MILLRACE_SEED", 1))

  def test_every_case_gives_what_stock_gives
    count = assert_same_results("cases")
    assert_operator count * PARTS, :>=, 400
  end

  def test_every_case_of_records_gives_what_stock_gives
    count = assert_same_results("record_cases") do |results|
      assert_empty results.flat_map(&:last).grep(/case_failed|the process ended/)
    end
    assert_operator count * PARTS, :>=, 180
  end

  def test_random_graphs_give_what_stock_gives
    assert_equal GRAPHS, assert_same_results("graphs", FIRST_SEED, GRAPHS)
  end

  def test_random_graphs_give_what_stock_gives_while_the_collector_runs_and_moves_objects_all_the_time
    assert_same_results("graphs", FIRST_SEED, STRESSED_GRAPHS, environment: { "MILLRACE_GC_STRESS" => "1" })
  end

  def test_random_records_give_what_stock_gives
    assert_equal RECORDS, assert_same_results("records", FIRST_SEED, RECORDS)
  end

  def test_random_models_give_what_stock_gives_and_are_left_as_stock_leaves_them
    count = assert_same_results("models", FIRST_SEED, MODELS) do |results|
      assert_operator results.values.flatten.grep(/\A\[:json/).length, :>, MODELS
    end
    assert_equal MODELS, count
  end

  def test_loaded_records_give_what_stock_gives_while_the_collector_runs_and_moves_objects_all_the_time
    assert_same_results("loaded_records", FIRST_SEED, STRESSED_RECORDS, environment: { "MILLRACE_GC_STRESS" => "1" })
  end

  private

  # Returns how many results were compared.
  def assert_same_results(work, *arguments, environment: {})
    Dir.mktmpdir do |folder|
      files = %w[stock millrace].map { |encoder| File.join(folder, encoder) }
      environment = environment.merge("LD_PRELOAD" => PRELOAD) if PRELOAD
      pids = %w[stock millrace].zip(files, [{}, environment]).map do |encoder, file, variables|
        spawn(variables, *Processes::COMMAND, WORKER, encoder, work, file, *arguments.map(&:to_s))
      end
      pids.each { |pid| assert_predicate Process.wait2(pid).last, :success? }
      expected, actual = files.map { |file| Marshal.load(File.binread(file)) }
      differing = expected.keys.reject { |key| expected[key] == actual[key] }
      assert_empty differing, describe(differing, expected, actual)
      assert_equal expected.keys, actual.keys
      yield expected if block_given?
      return expected.length
    end
  end

  # What surrounds the first place where two lines differ.
  def shorten(line, other)
    from = [(0...line.length).find { |i| line[i] != other[i] }.to_i - 100, 0].max
    line.length > 400 ? "…#{line[from, 400]}…" : line
  end

  def describe(differing, expected, actual)
    shown = differing.first(10).map do |key|
      stock, millrace = expected[key].zip(actual[key]).find { |lines| lines.uniq.length > 1 }.map(&:to_s)
      [key, "stock:    #{shorten(stock, millrace)}", "millrace: #{shorten(millrace, stock)}"].join("\n  ")
    end
    "#{differing.length} differ. The first ones (cases by name, graphs by seed):\n#{shown.join("\n")}"
  end
end
