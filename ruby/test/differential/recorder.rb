# frozen_string_literal: true

module Differential
  # Encodes what a case gives it and writes down all that can be seen of it: bytes or exception, encoding, and the calls
  # that the case's own methods report.
  class Recorder
    attr_reader :lines

    def initialize
      @lines = []
    end

    def encode(value, options = nil)
      json = under_stress { ActiveSupport::JSON.encode(value, options) }
      note [:json, json.b.gsub(/0x\h{16}/, "ADDRESS"), json.encoding.name, json.class.name, json.frozen?]
    rescue Exception => error # rubocop:disable Lint/RescueException: SystemStackError and NoMemoryError count as well
      note [:error, error.class.name, message_of(error)]
    end

    # Without the names that Ruby suggests, which are in no particular order, without the line that called the method, and
    # without what a form prints of its attributes: whether they were read. The instance variables of attributes have
    # another order with the YJIT of Ruby 3.1.
    def message_of(error)
      error.message.b.gsub(/0x\h+/, "ADDRESS").sub(/\nDid you mean\?.*\z/m, "").sub(/\n\n +\S.*\n +\^+\s*\z/, "")
           .sub(/#<(Differential::DrawnForm|ActiveModel::Attribute::).*/m, "")
    end

    # With the collector running, and moving objects, whenever an object is made, if the environment asks for it.
    def under_stress
      return yield unless ENV["MILLRACE_GC_STRESS"]

      begin
        GC.auto_compact = true if GC.respond_to?(:auto_compact=)
        GC.stress = true
        yield
      ensure
        GC.stress = false
      end
    end

    # Writes down that something happened, in its order.
    def note(what)
      @lines << what.inspect
    end
  end
end
