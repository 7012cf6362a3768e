# frozen_string_literal: true

# Makes Millrace the JSON encoder of Active Support: of ActiveSupport::JSON.encode, to_json and render json.

require "active_support"
require "active_support/json"
require "millrace"
require "millrace/rails/status"

if Millrace.native?
  begin
    require "millrace/rails/setup"
  rescue StandardError, LoadError, NotImplementedError => error
    # Parts of Rails that are loaded in another order, or another version, than any that is known.
    Millrace::Rails.stay_with_stock(error)
  end
end
Millrace::Rails.log_status
