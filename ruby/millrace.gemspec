# frozen_string_literal: true

require_relative "lib/millrace/version"

Gem::Specification.new do |spec|
  spec.name = "millrace"
  spec.version = Millrace::VERSION
  spec.authors = ["The Millrace authors"]
  spec.summary = "Rails' JSON, byte for byte, at native speed"
  spec.description = "An encoder for Active Support that gives the same bytes as its own in every case, and is many times " \
                     "as fast. No core class is patched. Also usable without Rails."
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "ext/**/*.{c,h,rb}", "README.md", "CHANGELOG.md", "LICENSE"]
  spec.extensions = ["ext/millrace/extconf.rb"]
  spec.require_paths = ["lib"]
  spec.metadata = { "rubygems_mfa_required" => "true" }
  # Active Support is not a dependency: Millrace works with the one that is there, from 6.1 on, and without any.
end
