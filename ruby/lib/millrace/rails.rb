# frozen_string_literal: true

# Makes Millrace the JSON encoder of Active Support: of ActiveSupport::JSON.encode, to_json and render json.

require "active_support"
require "active_support/json"
require "millrace"
require "millrace/rails/encoder"
require "millrace/rails/self_check"
require "millrace/rails/trusted_methods"

module Millrace
  module Rails
    PROFILE = Profile.new(TrustedMethods::KINDS, callers: TrustedMethods::RAILS)
    PROFILE.disable unless SelfCheck.passes?
  end
end

ActiveSupport.json_encoder = Millrace::Rails::Encoder
