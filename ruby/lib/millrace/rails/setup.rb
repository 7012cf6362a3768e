# frozen_string_literal: true

require "millrace/rails/encoder"
require "millrace/rails/models"
require "millrace/rails/self_check"
require "millrace/rails/trusted_methods"

module Millrace
  module Rails
    profile = Profile.new(TrustedMethods::KINDS, callers: TrustedMethods::RAILS) do |native|
      native.floats_by_generator = !JsonGem.floats_as_ruby?
      TrustedMethods::FREE.each { |kind| native.free(kind) }
    end
    MODELS = Models.new(profile)
    profile.models = MODELS
    PROFILE = profile
    SelfCheck.run(PROFILE)
    # Parts of Active Support may be loaded later.
    PROFILE.on_loaded { |kinds| SelfCheck.check_loaded(PROFILE, kinds) }
  end
end

ActiveSupport.json_encoder = Millrace::Rails::Encoder
