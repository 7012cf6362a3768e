# frozen_string_literal: true

require "millrace/method_watch"
require "millrace/rails/encoder"
require "millrace/rails/models"
require "millrace/rails/self_check"
require "millrace/rails/trusted_methods"

module Millrace
  module Rails
    TrustedMethods::WATCHED.each { |owner| MethodWatch.add(owner) } unless Native::HAS_FAST_GUARDS
    profile = Profile.new(TrustedMethods::KINDS, free: TrustedMethods::FREE, callers: TrustedMethods::RAILS) do |native|
      native.float_style = JsonGem.float_style
      native.coder = Stock::CODER
    end
    MODELS = Models.new(profile)
    profile.models = MODELS
    Encoder.use(profile)
    PROFILE = profile
    SelfCheck.run(PROFILE)
    PROFILE.native.coder = nil if Stock::CODER && !SelfCheck.answers_agree?
    # Parts of Active Support may be loaded later.
    PROFILE.on_loaded { |kinds| SelfCheck.check_loaded(PROFILE, kinds) }
  end
end

ActiveSupport.json_encoder = Millrace::Rails::Encoder
