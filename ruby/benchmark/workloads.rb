# frozen_string_literal: true

require "json"
require "time"

# What is encoded besides records. Every process makes the same values.
module Workloads
  FILMS = ENV.fetch("MILLRACE_FILMS", File.join(__dir__, "..", "..", "Data", "films.json"))

  # A model as many applications have them: as_json of its own, by way of a Hash.
  class Model
    def initialize(id) = @id = id

    def attributes = { id: @id, name: "Model #{@id}", price: @id * 1.25, tags: %w[new <hot>],
        created_at: Time.at(@id).utc }

    def as_json(options = nil) = attributes.as_json(options)
  end

  def self.films = JSON.parse(File.read(FILMS)).first(1100)

  # The films with what the block makes of the date, where there is one.
  def self.films_with_dates
    films.map do |film|
      date = film["initial_release_date"]
      date = date&.sub(/\A(\d{4})\z/, '\1-01-01')
      date ? film.merge("initial_release_date" => yield(Time.parse("#{date} 12:00 UTC"))) : film
    rescue ArgumentError
      film
    end
  end

  def self.hashes(count)
    Array.new(count) { |i| { id: i, name: "name #{i}", active: i.even?, parent: nil, size: i * 3 } }
  end

  # Small documents, and kinds of values that stock itself encodes fast.
  SMALL = {
    "nil" => -> {},
    "{a: 1}" => -> { { a: 1 } },
    "a hash of 10" => -> { (0..9).to_h { |i| ["key#{i}", i.even? ? i : "value #{i}"] } },
    "10 hashes of 5" => -> { hashes(10) },
    "100 hashes of 5" => -> { hashes(100) },
    "10,000 hashes of 5" => -> { hashes(10_000) },
    "1,000 floats, 17 digits" => -> { Random.new(1).then { |random| Array.new(1000) { random.rand } } },
    "1,000 floats, 2 places" => -> { Array.new(1000) { |i| i * 7919 % 100_003 / 100.0 } },
    "100 hashes and an object with as_json" => -> { [*hashes(100), Model.new(1)] },
    "100 objects with as_json" => -> { Array.new(100) { |i| Model.new(i) } },
    "100 hashes with a Time each" => -> { hashes(100).each { |hash| hash[:at] = Time.at(hash[:id]) } },
    "10 kB of text with <, > and &" => -> { "<b>hello & world</b>" * 500 },
  }.freeze

  # Name => [value, options], made when it is needed.
  ALL = {
    "films: strings" => -> { [films, nil] },
    "films: Time" => -> { [films_with_dates(&:getlocal), nil] },
    "films: TimeWithZone" => -> { [films_with_dates { |time| time.in_time_zone("America/New_York") }, nil] },
    "10,000 small hashes, only:" => lambda do
      [Array.new(10_000) { |i| { id: i, name: "name #{i}", "secret" => "x", size: i } }, { only: %i[id name] }]
    end,
    "1,000 models with as_json" => -> { [Array.new(1000) { |i| Model.new(i) }, nil] },
    **SMALL.transform_values { |value| -> { [value.call, nil] } },
    "a string of 5 MB" => -> { ["The quick brown fox jumps over the lazy dog, é. " * 105_000, nil] },
    "50,000 floats, 2 places" => -> { [Array.new(50_000) { |i| i * 7919 % 100_003 / 100.0 }, nil] },
    "50,000 floats, 17 digits" => lambda do
      random = Random.new(1)
      [Array.new(50_000) { random.rand }, nil]
    end,
  }.freeze

  # What the json gem can be asked for without Active Support's rules.
  PLAIN = ["films: strings", "a string of 5 MB", "50,000 floats, 2 places", "50,000 floats, 17 digits"].freeze
end
