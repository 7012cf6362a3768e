#!/usr/bin/env bash
# Compares the gem with stock Active Support (the installed version and 7.2, if the mirror has it), JSON.generate and Oj:
# records, requests through Action Controller, and plain values. The argument is the number of rounds.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
. scripts/require-gem.sh
require_gem_packages ruby-oj || exit 2
cd ruby
rake -s compile
exec ruby benchmark/run.rb "$@"
