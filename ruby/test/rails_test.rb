# frozen_string_literal: true

require "test_helper"
require "active_support/all"
require "millrace/rails"
require "objspace"

# What the differential test cannot see: that values are really encoded natively, and what happens around a call.
# Expected bytes come from the encoder that Active Support had before.
class RailsTest < Minitest::Test
  STOCK = Millrace::Rails::Encoder::STOCK
  PROFILE = Millrace::Rails::PROFILE
  Point = Struct.new(:x, :y)

  class Plain
    def initialize(a, b) = (@a = a; @b = b)
  end

  class Model
    def initialize(id) = @id = id
    def as_json(options = nil) = { id: @id, name: "model <#{@id}>", at: Time.at(@id).utc }.as_json(options)
  end

  class Constant
    ANSWER = { id: 1 }.freeze
    def as_json(*) = ANSWER
  end

  def test_the_encoder_is_active_support_s_now
    assert_same Millrace::Rails::Encoder, ActiveSupport.json_encoder
    assert_match(/\AActiveSupport::JSON::Encoding::JSONGem/, STOCK.name)
  end

  {
    "hashes, arrays and scalars" => { "a" => [1, 2**70, 1.5, nil, true, false, "é<"], b: { 1 => :c } },
    "times" => [Time.at(0), Time.at(0).utc, Time.at(0).in_time_zone("Hawaii"), Date.new(2000), DateTime.new(2000)],
    "structs, objects and sets" => [Point.new(1, 2), Plain.new(1, "x"), Set[1, 2]],
    "big decimals and durations" => [BigDecimal("1.5"), 5.minutes],
    "Active Support's hashes and strings" => [{ a: 1 }.with_indifferent_access,
                                              # From 8.1 on it is sent as_json.
                                              *("<b>".html_safe unless ActiveSupport.version >= Gem::Version.new("8.1")),
                                              ActiveSupport::OrderedOptions.new.merge!(a: 1)],
  }.each do |name, value|
    define_method("test_#{name.tr(" ,'", "_")}_are_encoded_natively") do
      assert_equal STOCK.new.encode(value), PROFILE.encode(value, {}, [true, true, true, 3])
    end
  end

  def test_only_and_except_are_applied_natively
    value = { a: 1, "b" => [{ a: 2, c: Point.new(1, 2) }], c: Plain.new(3, 4) }
    [{ only: %i[c a x] }, { only: ["b", :a] }, { except: [:a] }, { only: %w[b a], except: :c }].each do |options|
      assert_equal STOCK.new(options).encode(value), PROFILE.encode(value, options, [true, true, true, 3])
    end
  end

  def test_fragments_are_encoded_natively_where_they_are_written_as_they_are
    skip "this version does not" unless Millrace::Rails::Encoder::HAS_FRAGMENTS

    value = [JSON::Fragment.new('{"a":"<"}'), 1]
    assert_equal '[{"a":"\u003c"},1]', PROFILE.encode(value, nil, [true, true, true, 3])
    assert_equal '[{"a":"<"},1]', PROFILE.encode(value, nil, [false, true, true, 3])
  end

  def test_a_small_document_takes_no_objects_but_the_encoder_and_its_text
    skip "with this Ruby, methods that call super are compared" unless Millrace::Native::HAS_FAST_GUARDS

    [nil, { a: 1 }].each do |value|
      10.times { ActiveSupport::JSON.encode(value) }
      GC.disable
      before = GC.stat(:total_allocated_objects)
      100.times { ActiveSupport::JSON.encode(value) }
      assert_operator (GC.stat(:total_allocated_objects) - before) / 100, :<=, 2, value.inspect
    ensure
      GC.enable
    end
  end

  def test_settings_are_read_at_each_call
    value = ["<\u2028", Time.at(0).utc]
    assert_equal '["\u003c\u2028","1970-01-01T00:00:00.000Z"]', value.to_json
    ActiveSupport.escape_html_entities_in_json = false
    ActiveSupport.time_precision = 0
    assert_equal '["<\u2028","1970-01-01T00:00:00Z"]', value.to_json
    ActiveSupport.use_standard_json_time_format = false
    assert_equal '["<\u2028","1970/01/01 00:00:00 +0000"]', value.to_json
  ensure
    ActiveSupport.escape_html_entities_in_json = true
    ActiveSupport.use_standard_json_time_format = true
    ActiveSupport.time_precision = 3
  end

  def test_nothing_of_ruby_s_classes_is_patched
    [String, Hash, Array, Integer, Object, Time].each do |type|
      refute(type.ancestors.any? { |ancestor| ancestor.name.to_s.start_with?("Millrace") })
      %i[as_json to_json].each do |name|
        path = type.instance_method(name).source_location&.first
        refute path&.start_with?(File.expand_path(Processes::LIBRARY)), path
      end
    end
  end

  def test_threads_encode_at_the_same_time
    value = { a: [1, "x" * 5000, Model.new(1), Time.at(0).utc, { b: [Model.new(2)] * 20 }] }
    expected = STOCK.new.encode(value)
    threads = Array.new(8) { Thread.new { Array.new(200) { ActiveSupport::JSON.encode(value) }.uniq } }
    assert_equal [[expected]], threads.map(&:value).uniq
  end

  # The first encodes fill caches; after that memory must not grow, whatever way a call ends. Ruby's heap grows in steps,
  # so one repetition of the encodes may take more memory, but a leak takes more in each of three. (Strings that are not
  # UTF-8 are left out: json 2.6.3 itself leaks a buffer whenever it raises GeneratorError.)
  def test_a_hundred_thousand_encodes_do_not_grow_the_process
    native = { a: ["x" * 6000, 1.5, Time.at(0).utc, 2**70] }
    staged = [Model.new(1), "y" * 6000]
    raising = ["z" * 6000, Class.new { def as_json(*) = raise(IOError) }.new]
    throwing = ["z" * 6000, Class.new { def as_json(*) = throw(:out) }.new]
    round = lambda do
      16.times { ActiveSupport::JSON.encode(native) }
      2.times { ActiveSupport::JSON.encode(staged) }
      begin
        ActiveSupport::JSON.encode(raising)
      rescue IOError
        nil
      end
      catch(:out) { ActiveSupport::JSON.encode(throwing) }
    end
    1000.times { round.call }
    grows = (1..3).all? do
      before = resident_kilobytes
      5000.times { round.call }
      resident_kilobytes - before > 8_000
    end
    refute grows
  end

  # A method that is looked for becomes an object.
  def test_no_methods_are_looked_for_between_objects_with_an_as_json_of_the_application
    document = Array.new(1000) { Constant.new }
    stock, millrace = [STOCK, Millrace::Rails::Encoder].map { |type| objects_made { type.new.encode(document) } }
    assert_operator millrace, :<, stock + 500
  end

  def test_short_lists_that_are_left_to_stock_do_not_keep_longer_ones_from_being_encoded_natively
    Millrace::Native::Encoding.clear_refusals
    lists = [6, 100].map { |count| Array.new(count) { Constant.new } }
    5.times { Millrace::Native::Encoding.add_refusal(lists.first, {}) }
    assert_equal [true, false], lists.map { |list| left_to_stock?(list) }
  ensure
    Millrace::Native::Encoding.clear_refusals
  end

  private

  def left_to_stock?(document)
    is_left = false
    TracePoint.new(:call) { |point| is_left ||= point.method_id == :encode_by_stock }.enable { ActiveSupport::JSON.encode(document) }
    is_left
  end

  def resident_kilobytes
    GC.start
    Integer(`ps -o rss= -p #{Process.pid}`)
  end

  def objects_made
    2.times { yield }
    before = GC.stat(:total_allocated_objects)
    yield
    GC.stat(:total_allocated_objects) - before
  end
end
