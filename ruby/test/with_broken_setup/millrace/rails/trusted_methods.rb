# frozen_string_literal: true

# A part of Rails that is missing.
nil.in_time_zone
