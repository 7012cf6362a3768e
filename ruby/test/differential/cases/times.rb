# frozen_string_literal: true

module Differential
  moments = {
    "the epoch" => 0, "a nanosecond before it" => Rational(-1, 10**9),
        "a leap day" => 951_782_399 + Rational(999_999_999, 10**9),
    "a third of a second" => Rational(1, 3), "1969" => -1.5, "the year 9999" => 253_402_300_799,
        "the year 10000" => 253_402_300_800,
    "the year 1" => -62_135_596_800, "the year 0" => -62_167_219_200, "the year -1" => -62_167_219_201,
        "far away" => 2**70,
    "longer ago" => -2**70, "a daylight saving gap" => 1_143_943_200, "2038" => 2**31, "1900" => -2_208_988_800,
        "1582" => -12_219_292_800,
  }
  views = {
    "UTC" => ->(time) { time.utc }, "local" => ->(time) { time.getlocal },
        "+05:30" => ->(time) { time.getlocal("+05:30") },
    "-00:00:01" => ->(time) { time.getlocal(-1) }, "+00:00" => ->(time) { time.getlocal(0) },
    "+23:59" => ->(time) { time.getlocal("+23:59") }, "odd seconds" => ->(time) { time.getlocal(12_345) },
  }
  moments.each do |moment, seconds|
    views.each do |view, convert|
      define("Time: #{moment}, #{view}") do |t|
        time = convert.(Time.at(seconds))
        [true, false].each do |standard|
          ActiveSupport.use_standard_json_time_format = standard
          (0..9).each do |precision|
            ActiveSupport.time_precision = precision
            t.encode(time)
          end
        end
      end
    end
  end

  ["UTC", "America/New_York", "Asia/Kathmandu", "London", "Africa/Monrovia", "Pacific/Apia"].each do |zone|
    moments.each do |moment, seconds|
      next if seconds.abs > 2**60

      define("TimeWithZone: #{moment} in #{zone}") do |t|
        time = Time.at(seconds).in_time_zone(zone)
        [true, false].each do |standard|
          ActiveSupport.use_standard_json_time_format = standard
          [0, 1, 3, 6, 9].each do |precision|
            ActiveSupport.time_precision = precision
            t.encode([time, { time => time }])
          end
        end
      end
    end
  end

  [nil, 10, 12, -1, "3", 3.7, 2**70, :x, true].each do |precision|
    define("the precision #{precision.inspect}") do |t|
      ActiveSupport.time_precision = precision
      time = Time.at(1, 123_456_789, :nsec)
      [time.utc, time.getlocal("+01:00"), time.in_time_zone("Hawaii"), DateTime.new(2000, 1, 2),
          Date.new(2000)].each do |value|
        t.encode(value)
        t.encode([value])
      end
    end
  end

  [[2000, 1, 1], [1999, 12, 31], [2000, 2, 29], [1582, 10, 4], [1582, 10, 15], [0, 1, 1], [-1, 1, 1], [9999, 12, 31],
      [10_000, 1, 1],
   [1, 1, 1]].each do |parts|
    define("Date and DateTime #{parts.join("-")}") do |t|
      [true, false].each do |standard|
        ActiveSupport.use_standard_json_time_format = standard
        t.encode(Date.new(*parts))
        t.encode([DateTime.new(*parts), DateTime.new(*parts, 1, 2, 3.25, "+05:30")])
        t.encode(Date.new(*parts) => DateTime.new(*parts))
      end
    end
  end

  define("TimeWithZone that wraps a DateTime") { |t| t.encode(DateTime.new(2010, 5, 6, 7, 8,
      9).in_time_zone("London")) }
  define("TimeWithZone made from local time") do |t|
    zone = ActiveSupport::TimeZone["London"]
    t.encode([zone.local(2010, 7, 1, 12), zone.local(2010, 3, 28, 1, 30), zone.parse("2010-10-31 01:30")])
    t.encode(ActiveSupport::TimeWithZone.new(nil, zone, Time.utc(2010, 7, 1)))
    t.encode(ActiveSupport::TimeWithZone.new(Time.utc(2010, 7, 1), zone, Time.utc(1999)))
    t.encode(ActiveSupport::TimeWithZone.new(Time.utc(2010, 7, 1), zone, Time.new(1999, 1, 1, 0, 0, 0, "+03:00")))
  end
  define("a frozen TimeWithZone") { |t| t.encode(Time.at(0).in_time_zone("London").freeze) }
  define("TimeWithZone that is encoded twice, and shared") do |t|
    time = Time.at(0).in_time_zone("Asia/Tokyo")
    2.times { t.encode([time, time]) }
    t.note time.instance_variables.sort - [:@time] # a memo of no consequence
  end
  define("a zone of one's own") do |t|
    zone = ActiveSupport::TimeZone.create("Mine", 3600, TZInfo::Timezone.get("Europe/Paris"))
    t.encode(Time.at(0).in_time_zone(zone))
    t.encode(ActiveSupport::TimeWithZone.new(Time.at(0).utc, Class.new(ActiveSupport::TimeZone).create("UTC")))
  end
  define("Time with a zone object") do |t|
    zone = TZInfo::Timezone.get("America/New_York")
    t.encode(Time.new(2020, 7, 1, 0, 0, 0, zone))
    t.encode(Time.at(0, in: zone))
    t.encode(Time.at(0, in: "Z"))
    t.encode(Time.at(0, in: "UTC"))
    t.encode(Time.at(0, in: "-00:00"))
  end
  define("subclasses of Time, Date and DateTime") do |t|
    t.encode([Class.new(Time).at(0), Class.new(Date).new(2000), Class.new(DateTime).new(2000)])
    t.encode([Class.new(Time) { def xmlschema(*) = "mine" }.at(0)])
    t.encode([Class.new(Time) { def strftime(*) = "mine" }.at(0)])
  end
  define("a leap second") { |t| t.encode([Time.utc(2016, 12, 31, 23, 59, 60), Time.new(2016, 12, 31, 23, 59, 60,
      "+00:00")]) }
  define("Date of another calendar reform") do |t|
    t.encode([Date.new(1700, 2, 29, Date::JULIAN), Date.new(1582, 10, 10, Date::GREGORIAN), Date.new(1600, 1, 1,
        Date::ENGLAND)])
  end
  define("another TZ of the environment") do |t|
    time = Time.at(1_600_000_000)
    t.encode(time)
    before, ENV["TZ"] = ENV["TZ"], "Asia/Tokyo"
    t.encode([time, Time.at(0)])
    ENV["TZ"] = before
  end
end
