# frozen_string_literal: true

module Differential
  # A situation, built anew in each process: a block that is given a recorder.
  Case = Struct.new(:name, :is_isolated, :body) do
    def run
      is_isolated ? run_isolated : record
    end

    private

    def record
      recorder = Recorder.new
      begin
        recorder.instance_exec(recorder, &body)
      rescue StandardError => error
        recorder.note [:case_failed, error.class.name, error.message.gsub(/0x\h+/, "ADDRESS")]
      end
      recorder.lines
    ensure
      restore_settings
    end

    # What redefines methods must not be seen by other cases.
    def run_isolated
      reader, writer = IO.pipe
      reader.binmode
      writer.binmode
      pid = fork do
        reader.close
        Marshal.dump(record, writer)
        writer.close
        exit!(0)
      end
      writer.close
      lines = reader.read
      Process.wait(pid)
      lines.empty? ? ["the process ended: #{$?.termsig || $?.exitstatus}"] : Marshal.load(lines)
    end

    def restore_settings
      ActiveSupport.escape_js_separators_in_json = true if ActiveSupport.respond_to?(:escape_js_separators_in_json=)
      ActiveSupport.use_standard_json_time_format = true
      ActiveSupport.escape_html_entities_in_json = true
      ActiveSupport.time_precision = 3
    end
  end

  CASES = []

  # @param isolated [Boolean] whether the case runs in a separate process, because it redefines methods
  def self.define(name, isolated: false, &body)
    CASES << Case.new(name, isolated, body)
  end

  # Runs the cases: with MILLRACE_CASES=2/3 only every third of those in separate processes, from the second on.
  #
  # @return [Hash{String => Array<String>}] what was recorded, by the names of the cases
  def self.run_cases
    part, parts = ENV.fetch("MILLRACE_CASES", "1/1").split("/").map(&:to_i)
    isolated = CASES.select(&:is_isolated)
    left_out = isolated.reject.with_index(1) { |_, index| index % parts == part % parts }
    (CASES - left_out).to_h { |test| [test.name, test.run] }
  end
end
