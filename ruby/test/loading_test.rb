# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# Millrace is loaded after every subset of Rails' railties in every order, and before the others.
class LoadingTest < Minitest::Test
  WORKER = File.join(__dir__, "loading", "worker.rb")

  # Some versions of Rails cannot load these before all of Active Support.
  PARTS = [["active_support/json"], ["active_support/time"]].freeze

  RAILTIES = Integer(ENV.fetch("MILLRACE_RAILTIES", 4))

  def test_after_each_part_of_rails_values_are_encoded_as_by_stock
    Dir.mktmpdir do |folder|
      paths = %w[stock millrace].map { |encoder| File.join(folder, encoder) }
      pids = %w[stock millrace].zip(paths).map do |encoder, path|
        spawn(*Processes::COMMAND, "-W0", WORKER, encoder, path, RAILTIES.to_s)
      end
      pids.each { |pid| assert_predicate Process.wait2(pid).last, :success? }
      stock, millrace = paths.map { |path| Marshal.load(File.binread(path)) }
      assert_operator stock.length, :>, (0..RAILTIES).sum { |count| (0...count).inject(1) { |all, i| all * (RAILTIES - i) } }
      # All that is needed is installed for the Ruby that builds the extension.
      assert_empty stock.values.grep(LoadError) if Processes::BUILD == Processes::LIBRARY
      assert_empty stock.select { |_, results| results.is_a?(String) }.keys - PARTS
      assert_equal stock.keys, millrace.keys
      stock.each { |loaded, results| compare(loaded, results, millrace[loaded]) }
    end
  end

  private

  def compare(loaded, stock, millrace)
    return assert_kind_of LoadError, millrace if stock.is_a?(LoadError)
    return assert_equal stock, millrace if stock.is_a?(String)

    assert_kind_of Hash, millrace, loaded.join(", ")
    %i[before after].each { |time| assert_equal stock[time], millrace[time], "#{time}: #{loaded.join(", ")}" }
    assert_operator millrace[:warnings].lines.length, :<=, 1, millrace[:warnings]
    assert_equal "Millrace::Rails::Encoder", millrace[:encoder], loaded.join(", ")
  end
end
