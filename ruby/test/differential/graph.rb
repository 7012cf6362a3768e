# frozen_string_literal: true

require "bigdecimal"
require "pathname"
require "set"
require "uri"

module Differential
  Point = Struct.new(:x, :y)
  Keyword = Struct.new(:left, :right, keyword_init: true)

  # An object without additional methods.
  class Plain
    def initialize(values)
      values.each_with_index { |value, index| instance_variable_set("@v#{index}", value) }
    end
  end

  # An object with `as_json`, as models have.
  class Model
    def initialize(recorder, value)
      @recorder = recorder
      @value = value
    end

    def as_json(options = nil)
      @recorder.note [:as_json, options]
      { id: 7, "value" => @value, at: Time.at(0).utc }
    end
  end

  # An object that calls the stock methods from its own.
  class Delegating
    def initialize(recorder, value)
      @recorder = recorder
      @value = value
    end

    def as_json(options = nil)
      @recorder.note [:as_json, options]
      { v: @value }.as_json(options).merge("extra" => :symbol)
    end
  end

  # A random value for each seed, the same in every process.
  class Graph
    # @return [Array<String>] what encoding the seed's graph shows
    def self.record(seed)
      recorder = Recorder.new
      graph = new(seed, recorder)
      value = graph.value(4)
      graph.settings
      recorder.encode(value, graph.options)
      recorder.encode(value)
      recorder.lines
    end

    def initialize(seed, recorder)
      @random = Random.new(seed)
      @recorder = recorder
      # Half of the graphs consist of natively encoded values, so that the direct pass often reaches the end.
      @is_tame = @random.rand(2).zero?
    end

    def value(depth)
      kinds = depth.zero? ? scalars : scalars + collections * 2
      send(pick(kinds), depth - 1)
    end

    def settings
      ActiveSupport.use_standard_json_time_format = @random.rand(5) > 0
      ActiveSupport.escape_html_entities_in_json = @random.rand(3) > 0
      ActiveSupport.time_precision = @random.rand(4) > 0 ? 3 : @random.rand(0..9)
    end

    def options
      case @random.rand(6)
      when 0 then { only: names }
      when 1 then { except: names }
      when 2 then { only: names.first, prefixes: ["x"] }
      when 3 then {}
      end
    end

    private

    TAME_SCALARS = %i[integer float string symbol constant time zoned date big_decimal duration big_integer].freeze
    WILD_SCALARS = %i[any_string model delegating range regexp uri pathname rational exception date_time class_itself
                      lazy].freeze
    TAME_COLLECTIONS = %i[array hash plain point set].freeze
    WILD_COLLECTIONS = %i[any_hash identity_hash indifferent ordered keyword defaulting enumerator].freeze

    def scalars = @is_tame ? TAME_SCALARS : TAME_SCALARS + WILD_SCALARS
    def collections = @is_tame ? TAME_COLLECTIONS : TAME_COLLECTIONS + WILD_COLLECTIONS
    def pick(list) = list[@random.rand(list.length)]
    def values(depth) = Array.new(@random.rand(5)) { value(depth) }
    def names = Array.new(@random.rand(4)) { name }
    def name = pick([:a, "a", :b, "b", "c", :x, "x", "v0", :v0, "é", :value])

    def integer(_) = pick([0, -1, 7, @random.rand(1 << 40), -@random.rand(1 << 62), (1 << 62) - 1, -(1 << 62)])
    def big_integer(_) = @random.rand(1 << 200) - (1 << 199)
    def constant(_) = pick([nil, true, false])
    def symbol(_) = pick([:a, :"a b", :"<é>", :"", :"quo\"te"])

    def float(_)
      pick([0.0, -0.0, 1.5, 0.1 + 0.2, 1e15, 1e16, 1e-4, 1e-5, Float::NAN, Float::INFINITY, Float::MAX, 5e-324,
            @random.rand(1_000_000) / 100.0, [@random.bytes(8)].first.unpack1("D"), @random.rand])
    end

    ALPHABET = ["a", "b", " ", "<", ">", "&", "/", "\"", "\\", "\n", "\t", "\b", "\f", "\r", "\0", "\u001f", "\u007f",
        "é",
                "\u2027", "\u2028", "\u2029", "\u202a", "\u20ac", "😀", "Ａ", "\u00a0"].freeze

    def string(_)
      length = @random.rand(@random.rand(4).zero? ? 80 : 12)
      # Letters mostly: escapes among plain blocks of every length.
      Array.new(length) { @random.rand(6).zero? ? pick(ALPHABET) : "e" }.join
    end

    def any_string(_)
      text = string(0)
      case @random.rand(8)
      when 0 then text.b
      when 1 then "#{text}\xff"
      when 2 then text.encode("UTF-16LE")
      when 3 then "caf\xe9".dup.force_encoding("ISO-8859-1")
      when 4 then text.html_safe
      when 5 then "plain".dup.force_encoding("Windows-1252")
      when 6 then Class.new(String).new(text)
      else "plain".encode("US-ASCII")
      end
    end

    def time(_)
      seconds = pick([0, -1, @random.rand(4_000_000_000), -@random.rand(60_000_000_000), @random.rand(200_000_000_000)])
      at = Time.at(seconds, @random.rand(1_000_000_000), :nsec)
      case @random.rand(5)
      when 0 then at
      when 1 then at.getlocal("+05:30")
      when 2 then at.getlocal(-12_345)
      else at.utc
      end
    end

    def zoned(_)
      zone = pick(["UTC", "America/New_York", "Asia/Kathmandu", "Europe/London", "Hawaii"])
      Time.at(@random.rand(4_000_000_000) - 1_000_000_000, @random.rand(1_000_000_000), :nsec).in_time_zone(zone)
    end

    def date(_) = Date.new(1970, 1, 1) + @random.rand(-800_000..3_000_000)
    def date_time(_) = DateTime.new(2000, 1, 1) + Rational(@random.rand(1_000_000_000), 86_400_000)
    def big_decimal(_) = BigDecimal(pick(["0", "-0", "1.50", "NaN", "Infinity", "1e50", "-12345678901234567890.123"]))
    def duration(_) = pick([1.day, 90.seconds, 2.months, 1.5.hours, 3.weeks + 2.days])
    def model(depth) = Model.new(@recorder, depth.positive? ? value(depth - 1) : 1)
    def delegating(depth) = Delegating.new(@recorder, depth.positive? ? value(depth - 1) : 1)
    def range(_) = pick([1..3, "a".."c", 1...2, nil..3])
    def regexp(_) = pick([/a<b/i, /\u2028/])
    def uri(_) = URI("http://example.org/a?b=<")
    def pathname(_) = Pathname("/tmp/<x>")
    def rational(_) = pick([Rational(1, 3), Complex(1, 2)])
    def exception(_) = ArgumentError.new("a < b")
    def class_itself(_) = Comparable.instance_method(:clamp).name
    def lazy(_) = (1..3).each_slice(2)

    def array(depth) = values(depth)
    # By identity: whether 1.5 and BigDecimal("1.5") are one element depends on hashes that each process has its own of.
    def set(depth) = Set.new.compare_by_identity.merge(values(depth))
    def hash(depth) = values(depth).to_h { |value| [name, value] }
    def plain(depth) = Plain.new(values(depth))
    def point(depth) = Point.new(*Array.new(2) { value(depth) })
    def keyword(depth) = Keyword.new(left: value(depth))
    def enumerator(depth) = values(depth).each

    def any_hash(depth)
      values(depth).to_h { |value| [pick([:a, "a", 1, "1", nil, "", 2.5, [1], 1 << 70, true, :"1"]), value] }
    end

    def identity_hash(depth)
      hash = {}.compare_by_identity
      values(depth).each { |value| hash[name.dup] = value }
      hash
    end

    def indifferent(depth) = hash(depth).with_indifferent_access

    def ordered(depth)
      values(depth).each_with_object(ActiveSupport::OrderedOptions.new) { |value, options| options[name] = value }
    end

    def defaulting(depth)
      hash = Hash.new { |_, key| raise "asked for #{key}" }
      hash.merge!(self.hash(depth))
    end
  end
end
