#!/usr/bin/env bash
# The tests of the Ruby gem, where there is a Ruby or one can be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
. scripts/require-gem.sh
if ! require_gem_packages; then
  echo "skipped: the tests of the gem"
  exit 0
fi
cd ruby
rake -s test
