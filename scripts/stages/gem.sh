#!/usr/bin/env bash
# The tests of the Ruby gem, where there is a Ruby or one can be installed; then again with other versions of Rails, json
# and Ruby, as far as Debian's mirror has them.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
. scripts/require-gem.sh
if ! require_gem_packages ruby-oj; then
  echo "skipped: the tests of the gem"
  exit 0
fi
cd ruby
rake -s test
rake -s test:versions
