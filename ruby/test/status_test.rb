# frozen_string_literal: true

require "test_helper"
require "open3"

# The status of Millrace, in separate processes.
class StatusTest < Minitest::Test
  def test_all_kinds_of_values_are_native_without_redefinitions
    output, errors = run_ruby("status = Millrace::Rails.status; p status.native?, status.native, status.stock")
    native, kinds, stock = output.lines
    assert_equal "true\n", native
    %i[string hash array float time time_with_zone struct].each { |kind| assert_includes kinds, kind.inspect }
    assert_equal "{}\n", stock
    assert_empty errors
  end

  def test_a_changed_method_is_named_with_its_place_and_warned_about_once
    output, errors = run_ruby("print Millrace::Rails.status.stock[:date]; 1.to_json", <<~RUBY)
      class Date
        def as_json(*) = "mine"
      end
    RUBY
    assert_match(/\Aas_json is the method of Date \(-e:\d+\)\z/, output)
    assert_equal 1, errors.lines.length
    assert_match(/\Amillrace: \d+ kinds.*date by Active Support: as_json is the method of Date/, errors)
  end

  def test_other_libraries_to_json_in_c_is_not_taken_for_that_of_json
    output, = run_ruby("print Millrace::Rails.status.stock[:string]", <<~RUBY)
      class String
        define_method(:to_json, Kernel.instance_method(:inspect))
      end
    RUBY
    assert_equal "to_json is a method of String", output
  end

  def test_an_encoder_of_somebody_else_is_named
    output, = run_ruby(<<~RUBY)
      ActiveSupport.json_encoder = Class.new(ActiveSupport.json_encoder)
      puts Millrace::Rails.status
    RUBY
    assert_match(/Millrace does nothing/, output)
    assert_match(/ActiveSupport.json_encoder is #<Class/, output)
  end

  def test_rails_gets_one_line_in_its_log_after_it_is_initialized
    output, errors = run_ruby(<<~RUBY, <<~BEFORE)
      puts "loaded"
      ActiveSupport.run_load_hooks(:after_initialize, Object.new)
    RUBY
      module Rails
        class Railtie; end
        def self.logger = @logger ||= Object.new.tap { |log| def log.info(line) = puts("log: \#{line}") }
      end
    BEFORE
    line = /\Aloaded\nlog: millrace: \d+ kinds of values are encoded natively \(Ruby #{RUBY_VERSION}, .*\)\n\z/
    assert_match(line, output)
    assert_empty errors
  end

  def test_classes_of_records_with_code_of_their_own_are_named
    output, = run_ruby(<<~RUBY)
      require "active_model"
      class Form
        include ActiveModel::Model
        include ActiveModel::Attributes
        include ActiveModel::Serializers::JSON
        attribute :name
        def as_json(*) = super
      end
      Form.new(name: "x").to_json
      puts Millrace::Rails.status.to_s
    RUBY
    assert_match(/Form: as_json is the method of Form/, output)
    assert_match(/encoded natively: .*record/, output)
  end

  def test_it_is_explained_why_an_object_is_not_encoded_natively
    output, = run_ruby(<<~RUBY)
      require "active_model"
      class Form
        include ActiveModel::Model
        include ActiveModel::Attributes
        include ActiveModel::Serializers::JSON
        attribute :name, :string
      end
      class Loud < Form
        def name = super&.upcase
      end
      class Typed < Form
        attribute :name, Class.new(ActiveModel::Type::String).new
      end
      class Own
        def as_json(*) = 1
      end
      single = Object.new
      def single.x = 1
      [{ a: [1, "<"] }, Form.new, Loud.new, Typed.new(name: "x"), [1, { "b" => [Own.new] }], ["\\xff"], "\\xe9".dup.force_encoding("UTF-16LE"),
       [single]].each { |value| puts Millrace::Rails.explain(value) }
      ActiveSupport.json_encoder = Class.new { def initialize(*) = nil }
      puts Millrace::Rails.explain(1)
    RUBY
    assert_equal 9, output.lines.length, output
    native, form, loud, typed, own, broken, wide, _, encoder = output.lines
    assert_equal ["encoded natively\n"] * 2, [native, form]
    assert_match(/\Ais encoded by Active Support: name is the method of Loud \(-e:\d+\), which does not only read the attribute$/, loud)
    assert_match(/\Ais encoded by Active Support: the type of name is #<Class:/, typed)
    assert_match(/\Avalue\[1\]\["b"\]\[0\] is sent as_json, the method of Own \(-e:\d+\); everything else is encoded natively$/, own)
    assert_match(/\Avalue\[0\] is encoded by Active Support: its text is not UTF-8$/, broken)
    assert_match(/\Ais encoded by Active Support: its text is not UTF-8$/, wide)
    assert_match(/\Aeverything is encoded by Active Support: ActiveSupport.json_encoder is #<Class/, encoder)
  end

  private

  def run_ruby(script, before = "")
    program = "require 'active_support/all'\nrequire 'active_support/json'\n#{before}\nrequire 'millrace/rails'\n#{script}"
    output, errors, status = Open3.capture3(*Processes::COMMAND, "-W1", "-e", program)
    assert_predicate status, :success?, errors
    [output, errors]
  end
end
