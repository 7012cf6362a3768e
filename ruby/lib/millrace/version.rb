# frozen_string_literal: true

module Millrace
  VERSION = "0.1.0"
end
