# shellcheck shell=bash
# Sourced by the scripts of the gem, from the root: `require_gem_packages PACKAGE...` makes sure that there is what the gem
# is built and tested with, and these packages. Returns 1, with a line that says what is missing, if it cannot.

gem_is_ready() {
  command -v ruby >/dev/null 2>&1 && command -v rake >/dev/null 2>&1 && command -v cc >/dev/null 2>&1 &&
    ruby -e '
      require "mkmf"
      exit false unless File.file?(File.join(RbConfig::CONFIG["rubyhdrdir"], "ruby.h")) && RUBY_VERSION >= "3.1"
      %w[active_support active_record action_controller active_job rails bigdecimal json minitest sqlite3].each { |library| require library }
    ' >/dev/null 2>&1
}

require_gem_packages() {
  local package
  for package in "$@"; do dpkg -s "$package" >/dev/null 2>&1 || require_package "$package"; done
  gem_is_ready || for package in gcc make ruby ruby-dev rake ruby-activesupport ruby-activerecord ruby-actionpack \
    ruby-railties ruby-activejob ruby-sqlite3 ruby-minitest ruby-json; do
    require_package "$package"
  done
  gem_is_ready && return
  echo "missing: Ruby 3.1 or newer with its headers, rake, a C compiler, and the gems activesupport,
activerecord, actionpack, activejob, railties, sqlite3, json and minitest" >&2
  return 1
}
