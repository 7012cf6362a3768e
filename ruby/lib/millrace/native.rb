# frozen_string_literal: true

require "millrace/version"
require "millrace/millrace"
