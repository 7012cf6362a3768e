# frozen_string_literal: true

require "test_helper"
require "open3"

# Millrace where the extension was not compiled, or was compiled for another Ruby.
class FallbackTest < Minitest::Test
  FOLDER = File.join(__dir__, "without_extension")
  WARNING = /\Amillrace: the native extension is not available.*no extension in this test/

  def test_active_support_s_encoder_stays_and_one_warning_says_so
    output, errors = run_ruby(<<~RUBY)
      require "active_support/all"
      require "active_support/json"
      stock = ActiveSupport.json_encoder
      require "millrace/rails"
      require "millrace"
      print ActiveSupport.json_encoder == stock, " ", { a: "<" }.to_json
    RUBY
    assert_equal 'true {"a":"\u003c"}', output
    assert_match WARNING, errors
    assert_equal 1, errors.lines.length
  end

  def test_the_status_says_why
    output, = run_ruby('require "millrace/rails"; status = Millrace::Rails.status; print status.native?, status')
    assert_match(/\Afalse/, output)
    assert_match(/encoder: no extension in this test/, output)
  end

  def test_documents_are_generated_in_ruby
    output, errors, status = Open3.capture3(Processes::RUBY, "-I#{FOLDER}", "-I#{Processes::LIBRARY}", "-I#{__dir__}",
                                            File.join(__dir__, "generate_test.rb"))
    assert_predicate status, :success?, output
    assert_match WARNING, errors
  end

  def test_if_millrace_cannot_be_set_up_stock_stays_and_one_warning_says_so
    folders = [File.join(__dir__, "with_broken_setup"), Processes::BUILD, Processes::LIBRARY].map { |folder| "-I#{folder}" }
    output, errors, status = Open3.capture3(Processes::RUBY, "-W1", *folders, "-e", <<~RUBY)
      require "active_support/all"
      require "active_support/json"
      stock = ActiveSupport.json_encoder
      2.times { require "millrace/rails" }
      print ActiveSupport.json_encoder == stock, " ", [1, "<"].to_json, " ", Millrace::Rails.status.stock
      print " ", Millrace.generate([1, "<"])
    RUBY
    assert_predicate status, :success?, errors
    assert_match(/\Atrue \[1,"\\u003c"\] .*NoMethodError.*in_time_zone.* \[1,"\\u003c"\]\z/, output)
    assert_equal 1, errors.lines.grep(/\Amillrace: Active Support encodes JSON.*in_time_zone/).length, errors
  end

  private

  def run_ruby(script)
    output, errors, status = Open3.capture3(Processes::RUBY, "-W1", "-I#{FOLDER}", "-I#{Processes::LIBRARY}", "-e", script)
    assert_predicate status, :success?, errors
    [output, errors]
  end
end
