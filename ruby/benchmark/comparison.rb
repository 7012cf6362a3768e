# frozen_string_literal: true

# Times contenders with the same workloads, in turns, and prints a table. Each round has new processes: what the memory of a process
# looks like by chance decides about a fifth of the time of the smallest documents.
class Comparison
  # @param configuration [Versions::Configuration] the Ruby and the versions of Rails and json
  # @param contenders [Array<String>] arguments of contender.rb; stock and millrace among them
  # @param aims [Hash{String => Array}] for workloads: at least so many times the speed of stock, and of Oj
  # @param goals [Hash{String => Numeric}] the goals above the targets
  def initialize(configuration, contenders, aims, goals)
    @configuration = configuration
    @names = contenders
    @aims = aims
    @goals = goals
    @differing = {}
  end

  # @return [Boolean] whether all aims are met
  def run(workloads, rounds)
    measured = Array.new(rounds) { measure(workloads) }
    puts "", "#{@versions}: times the speed of stock, the median of #{rounds} rounds"
    others = @names - %w[stock]
    puts format("%-38s %11s %12s#{" %9s" * others.length}   %s", "", "stock, µs", "millrace, µs", *others, "aim")
    workloads.map do |workload|
      times = measured.map { |round| round.fetch(workload) }
      print_row(workload, times)
      aim_met?(workload, times)
    end.all?
  end

  private

  # @return [Hash{String => Hash{String => Float}}] for each workload the seconds of the contenders that take part
  def measure(workloads)
    program = File.join(__dir__, "contender.rb")
    # As in a server: stock's own lines about what it does are not wanted.
    command = [@configuration.environment, *@configuration.command, "-I#{LIBRARY}", "-W0", program]
    @contenders = @names.to_h { |name| [name, IO.popen([*command, name], "r+")] }
    @versions = ask("stock", "version")
    workloads.to_h do |workload|
      taking_part = check(workload)
      [workload, taking_part.to_h { |name| [name, Float(ask(name, "time #{workload}"))] }]
    end
  ensure
    @contenders&.each_value(&:close)
  end

  def ask(contender, command)
    @contenders.fetch(contender).puts(command)
    @contenders.fetch(contender).gets&.chomp or raise "#{contender} is gone"
  end

  # @return [Array<String>] the contenders that take part
  def check(workload)
    outputs = @names.to_h { |name| [name, ask(name, "check #{workload}")] }
    raise "#{workload}: Millrace does not give what stock gives" unless outputs["millrace"] == outputs["stock"]

    @differing[workload] = outputs.reject { |_, output| output == outputs["stock"] }.keys
    outputs.reject { |_, output| output == "none" }.keys
  end

  def print_row(workload, times)
    ratios = (@names - %w[stock]).map do |name|
      next "-" unless times.first.key?(name)

      format("%.2f", ratio(times, "stock", name)) + (@differing[workload].include?(name) ? "*" : "")
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
