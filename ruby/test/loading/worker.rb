# frozen_string_literal: true

# Loads every subset of some railties in every order, each in a process of its own, then an encoder, and writes to a file
# what the encoder makes of some values. After subsets of at most one, the other railties are loaded too, and the values
# encoded again. For a library that cannot be loaded, the error is written.
#
#   ruby worker.rb stock|millrace PATH COUNT_OF_RAILTIES

require "stringio"

ENCODER, PATH, COUNT = ARGV
RAILTIES = %w[active_record/railtie action_controller/railtie active_model/railtie active_job/railtie
              action_view/railtie].first(Integer(COUNT)).freeze
# What programs without Rails load.
LIBRARIES = %w[active_support active_support/json active_support/time active_support/all active_model active_record
               action_controller].freeze

# Values that need not be there. Nothing is loaded to make them.
VALUES = {
  scalars: -> { [nil, true, 1, 2**70, 1.5, 1e16, "<é\u2028", :symbol, { 1 => [2] }] },
  times: -> { [Time.at(0).utc, Time.at(1.25).getlocal("+05:30"), Date.new(2000, 1, 2), DateTime.new(2000)] },
  big_decimal: -> { BigDecimal("1.50") },
  set: -> { Set[1, 2] },
  object: -> { Object.new.tap { |object| object.instance_variable_set(:@a, 1) } },
  zone: -> { Time.at(1).in_time_zone("Hawaii") },
  duration: -> { [5.minutes] },
  duration_by_name: -> { ActiveSupport::Duration.seconds(7) },
  zone_by_name: -> { ActiveSupport::TimeWithZone.new(Time.at(1).utc, ActiveSupport::TimeZone["Hawaii"]) },
  current_zone: lambda do
    Time.zone = "Tokyo"
    [Time.zone.now.class.name, Time.zone.at(0)]
  end,
  form: -> { form },
  record: -> { record },
}.freeze

def form
  type = Class.new do
    include ActiveModel::Model
    include ActiveModel::Attributes
    include ActiveModel::Serializers::JSON
    attribute :name, :string
    attribute :at, :datetime
    def self.name = "Form"
  end
  type.new(name: "<n>", at: "2024-01-01 10:00")
end

def record
  ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
  ActiveRecord::Schema.verbose = false
  ActiveRecord::Schema.define { create_table(:things) { |t| t.string(:name) && t.datetime(:at) } }
  type = Class.new(ActiveRecord::Base) do
    self.table_name = "things"
    def self.name = "Thing"
  end
  type.create!(name: "<n>", at: "2024-01-01 10:00")
  type.all.to_a
end

# Loading what they need takes most of the time.
SLOW_VALUES = %i[form record].freeze

def encode(has_time)
  VALUES.except(*(SLOW_VALUES unless has_time)).to_h do |name, make|
    [name, ActiveSupport::JSON.encode(make.call)]
  rescue StandardError, LoadError => error
    [name, "#{error.class}: #{error.message.gsub(/0x\h+/, "ADDRESS").lines.first}"]
  end
end

# @return [String] what was written to the standard error
def load_encoder
  saved = $stderr
  $stderr = StringIO.new
  ENCODER == "millrace" ? require("millrace/rails") : (require("active_support") && require("active_support/json"))
  $stderr.string
ensure
  $stderr = saved
end

# @return [Hash{Array<String> => Hash, String}] what the block returns, or the error that it raises
def in_process(loaded)
  reader, writer = IO.pipe(binmode: true)
  pid = fork do
    reader.close
    result = begin
      yield
    rescue LoadError => error # what a library needs is not installed for this Ruby
      { loaded => error }
    rescue Exception => error # rubocop:disable Lint/RescueException: an error of any kind is the result
      { loaded => "#{error.class}: #{error.message}" }
    end
    Marshal.dump(result, writer)
    writer.close
    exit!(0)
  end
  writer.close
  result = reader.read
  Process.wait(pid)
  result.empty? ? { loaded => "the process ended: #{$?}" } : Marshal.load(result)
end

def results(loaded, others)
  in_process(loaded) do
    warnings = load_encoder
    before = encode(loaded.length < 2)
    after = if loaded.length < 2
              others.each { |name| require name }
              encode(true)
            end
    { loaded => { warnings: warnings, before: before, after: after, encoder: ActiveSupport.json_encoder.name } }
  end
end

def visit(loaded, others)
  others.inject(results(loaded, others)) do |all, name|
    all.merge(in_process(loaded + [name]) do
      require name
      visit(loaded + [name], others - [name])
    end)
  end
end

all = visit([], RAILTIES).merge(in_process(["rails"]) do
  require "rails"
  results(["rails"], RAILTIES)
end)
LIBRARIES.each do |name|
  all.merge!(in_process([name]) do
    require name
    results([name], [])
  end)
end
File.binwrite(PATH, Marshal.dump(all))
