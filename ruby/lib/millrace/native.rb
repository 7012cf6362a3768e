# frozen_string_literal: true

require "millrace/version"

module Millrace
  begin
    require "millrace/millrace"
  rescue LoadError => error
    # Not compiled, or for another Ruby: everything works without it, at the speed of Ruby.
    LOAD_ERROR = error
    warn "millrace: the native extension is not available, JSON is encoded in Ruby (#{error.message})"
  end

  if const_defined?(:Native)
    # Answers as_json with an answer that was given already.
    Native::Answer = Struct.new(:answer) { def as_json(*) = answer }
  end

  # @return [Boolean] whether the native extension is loaded
  def self.native? = !const_defined?(:LOAD_ERROR, false)
end
