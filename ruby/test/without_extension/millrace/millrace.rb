# frozen_string_literal: true

# Found instead of the extension, and fails to load.
raise LoadError, "no extension in this test"
