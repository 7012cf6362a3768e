# frozen_string_literal: true

# Times contenders with the same workloads, in turns, and prints a table.
class Comparison
  # @param configuration [Versions::Configuration] the Ruby and the versions of Rails and json
  # @param contenders [Array<String>] arguments of contender.rb; stock and millrace among them
  # @param aims [Hash{String => Array}] for workloads: at least so many times the speed of stock, and of Oj
  # @param goals [Hash{String => Numeric}] the goals above the targets
  def initialize(configuration, contenders, aims, goals)
    program = File.join(__dir__, "contender.rb")
    # As in a server: stock's own lines about what it does are not wanted.
    @contenders = contenders.to_h do |name|
      [name, IO.popen([configuration.environment, *configuration.command, "-I#{LIBRARY}", "-W0", program, name], "r+")]
    end
    @aims = aims
    @goals = goals
  end

  # @return [Boolean] whether all aims are met
  def run(workloads, rounds)
    puts "", "#{ask("stock", "version")}: times the speed of stock, the median of #{rounds} rounds"
    others = @contenders.keys - %w[stock]
    puts format("%-38s %11s %12s#{" %9s" * others.length}   %s", "", "stock, µs", "millrace, µs", *others, "aim")
    workloads.map { |workload| compare(workload, rounds) }.all?
  ensure
    @contenders.each_value(&:close)
  end

  private

  def ask(contender, command)
    @contenders.fetch(contender).puts(command)
    @contenders.fetch(contender).gets&.chomp or raise "#{contender} is gone"
  end

  def compare(workload, rounds)
    checks = @contenders.keys.to_h { |name| [name, ask(name, "check #{workload}")] }
    raise "#{workload}: Millrace does not give what stock gives" unless checks["millrace"] == checks["stock"]

    taking_part = checks.reject { |_, check| check == "none" }.keys
    times = Array.new(rounds) { taking_part.to_h { |name| [name, Float(ask(name, "time #{workload}"))] } }
    print_row(workload, times, checks)
    aim_met?(workload, times)
  end

  def print_row(workload, times, checks)
    ratios = (@contenders.keys - %w[stock]).map do |name|
      next "-" unless times.first.key?(name)

      format("%.2f", ratio(times, "stock", name)) + (checks[name] == checks["stock"] ? "" : "*")
    end
    both = %w[stock millrace].map { |name| microseconds(median(times.map { |round| round[name] })) }
    puts format("%-38s %11s %12s#{" %9s" * ratios.length}   %s", workload, *both, *ratios, describe_aim(workload, times))
  end

  # With three digits or more.
  def microseconds(seconds)
    number = seconds * 1_000_000
    return format("%.2f", number) if number < 10

    number < 100 ? format("%.1f", number) : number.round.to_s.gsub(/(?<=\d)(?=(\d{3})+\z)/, ",")
  end

  def describe_aim(workload, times)
    of_stock, of_oj = @aims[workload]
    return unless of_stock

    parts = ["#{of_stock} x stock"]
    parts << "#{of_oj} x Oj (is #{ratio(times, "oj", "millrace").round(2)})" if of_oj && times.first.key?("oj")
    parts << "goal #{@goals[workload]}" if @goals.key?(workload)
    "#{parts.join(", ")}: #{aim_met?(workload, times) ? "met" : "MISSED"}"
  end

  def aim_met?(workload, times)
    of_stock, of_oj = @aims[workload]
    (of_stock.nil? || ratio(times, "stock", "millrace") >= of_stock) &&
      (of_oj.nil? || !times.first.key?("oj") || ratio(times, "oj", "millrace") >= of_oj)
  end

  # How many times as fast as the first the second one is.
  def ratio(times, slow, fast) = median(times.map { |round| round[slow] / round[fast] })

  def median(values) = values.sort[values.length / 2]
end
