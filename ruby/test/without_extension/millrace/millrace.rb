# frozen_string_literal: true

# Stands where the extension would be found, and does not load.
raise LoadError, "no extension in this test"
