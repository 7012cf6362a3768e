# frozen_string_literal: true

require "test_helper"
require "active_support/all"
require "millrace/rails"
require_relative "differential/records/models"
Differential::Rows.insert(Random.new(1))

# That records with some application code are still encoded natively. Expected bytes come from Active Support's encoder.
class RecordTest < Minitest::Test
  STOCK = Millrace::Rails::Encoder::STOCK
  # In the stages of all versions: with options.
  OPTIONS = { except: :daily_at }.freeze
  # What stock calls for each record, or for each of its values.
  METHODS = %i[as_json serializable_hash serializable_attributes].freeze

  def setup
    Millrace::Native::Encoding.clear_refusals
  end

  # Encodes in both ways, which must give the same.
  #
  # @return [Array<Symbol>] the calls of these methods of Active Model and Active Support by Millrace
  def calls_of_millrace(model, options = OPTIONS)
    load = -> { Array.new(4) { model.order(:id).limit(5).to_a }.flatten }
    Millrace::Rails::Encoder.new(options).encode(load.call) # compares itself with stock
    records = load.call
    calls = []
    trace = TracePoint.new(:call) { |point| calls << point.method_id if METHODS.include?(point.method_id) }
    json = trace.enable { Millrace::Rails::Encoder.new(options).encode(records) }
    assert_equal STOCK.new(options).encode(load.call), json
    calls
  end

  def test_a_record_with_an_overridden_reader_is_native_but_for_that
    assert_empty calls_of_millrace(Differential::ReadingPost) & %i[serializable_hash serializable_attributes]
  end

  def test_a_record_with_a_type_of_the_application_is_native_but_for_that
    skip "this version reads all attributes first" if Millrace::Rails::ModelMethods.for(Differential::Post).send(:reads_all?)

    assert_empty calls_of_millrace(Differential::TypedPost) & %i[serializable_hash serializable_attributes]
  end

  def test_methods_that_only_read_an_attribute_are_native
    [{ methods: :type }, { only: :id, methods: %i[type views] }, { except: :views, methods: %w[id views], root: true }].each do |options|
      assert_empty calls_of_millrace(Differential::Post, options)
    end
  end

  def test_documents_that_are_left_to_stock_under_some_options_are_native_under_others
    5.times { Millrace::Native::Encoding.add_refusal(Differential::Post.limit(2).to_a, { methods: :summary }) }
    # Kinds of documents may share their count by chance, but not all of these.
    calls = %i[title views score type].map { |name| calls_of_millrace(Differential::Post, { except: name }) }
    assert_includes calls, []
  end

  def test_records_with_methods_of_the_application_are_native_but_for_these
    [{ except: :body, methods: :summary }, { only: %i[id title], methods: [:summary, "type"] }, { methods: :summary, root: true }].each do |options|
      assert_empty calls_of_millrace(Differential::Post, options) & %i[serializable_hash serializable_attributes]
    end
  end

  def test_lists_with_methods_of_the_application_are_native_again_in_the_next_call
    options = { except: :ratio, methods: :summary }
    3.times { assert_empty calls_of_millrace(Differential::Post, options) & %i[serializable_hash serializable_attributes] }
  end

  def test_a_single_record_with_methods_of_the_application_is_left_to_stock_at_once_where_guards_are_slow
    skip "with this Ruby, guards are fast" if Millrace::Native::HAS_FAST_GUARDS

    record = Differential::Post.order(:id).first
    assert_equal false, Millrace::Rails::Encoder.new.encode_directly(record, { methods: :summary })
    assert_nil Millrace::Rails::Encoder.new.encode_directly([record], { methods: :summary })
  end

  def test_encrypted_attributes_leave_the_others_native
    skip "this version has no encryption" unless Differential::Post.respond_to?(:encrypts)

    assert_empty calls_of_millrace(Differential::EncryptingPost) & %i[serializable_hash serializable_attributes]
  end

  def test_normalized_attributes_from_the_database_are_native
    skip "this version has no normalization" unless Differential::Post.respond_to?(:normalizes)

    assert_empty calls_of_millrace(Differential::NormalizingPost)
    assert_equal "encoded natively", Millrace::Rails.explain(Differential::NormalizingPost.first)
  end

  def test_it_is_explained_which_attribute_needs_code
    skip "this version needs options" unless Millrace::Rails::Stock.stages?({}) && Millrace::Native::HAS_FAST_GUARDS

    assert_match(/\Avalue\[0\] needs application code: title is the method of Differential::ReadingPost \(.*\), which does not only \
read the attribute; everything else is encoded natively\z/, Millrace::Rails.explain([Differential::ReadingPost.first]))
    assert_match(/\Aneeds application code: the type of title is Differential::ShoutingType; everything else/,
                 Millrace::Rails.explain(Differential::TypedPost.first))
  end
end
