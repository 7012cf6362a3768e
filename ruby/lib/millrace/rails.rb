# frozen_string_literal: true

# Makes Millrace the JSON encoder of Active Support: of ActiveSupport::JSON.encode, to_json and render json.

require "active_support"
require "active_support/json"
require "millrace"
require "millrace/rails/status"

if Millrace.native?
  require "millrace/rails/encoder"
  require "millrace/rails/models"
  require "millrace/rails/self_check"
  require "millrace/rails/trusted_methods"

  module Millrace
    module Rails
      PROFILE = Profile.new(TrustedMethods::KINDS, callers: TrustedMethods::RAILS) do |native|
        native.floats_by_generator = !JsonGem.floats_as_ruby?
      end
      MODELS = Models.new(PROFILE)
      PROFILE.models = MODELS
      SelfCheck.run(PROFILE)
    end
  end

  ActiveSupport.json_encoder = Millrace::Rails::Encoder
end
Millrace::Rails.log_status
