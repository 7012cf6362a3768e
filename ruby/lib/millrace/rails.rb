# frozen_string_literal: true

# Makes Millrace the JSON encoder of Active Support: ActiveSupport::JSON.encode and to_json.

require "active_support"
require "active_support/json"
require "active_support/time_with_zone"
require "millrace/native"
require "millrace/rails/encoder"
require "millrace/rails/profile"

ActiveSupport.json_encoder = Millrace::Rails::Encoder
