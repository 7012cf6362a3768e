# frozen_string_literal: true

# Makes Millrace the JSON encoder of Active Support: ActiveSupport::JSON.encode and to_json.

require "active_support"
require "active_support/json"
require "millrace/native"
require "millrace/rails/profile"
require "millrace/rails/encoder"

ActiveSupport.json_encoder = Millrace::Rails::Encoder
