#!/usr/bin/env bash
# Sends lines through the tool, as lines and as CSV, and shows that nothing is lost and that it takes no more memory than for a few of
# them: test-constant-memory.sh [BYTES]. Default: a gigabyte.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
require_swift
require_libraries
require python3 python3
swift build --disable-build-manifest-caching -c release --product millrace
exec python3 scripts/stages/constant_memory.py "$(swift build -c release --show-bin-path)/millrace" "$@"
