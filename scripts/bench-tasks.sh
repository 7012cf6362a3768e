#!/usr/bin/env bash
# Compares the backend of tasks with Node. Arguments are those of Examples/TaskBackend/bench; --help tells which there are.
set -euo pipefail
exec "$(dirname "$0")/../Examples/TaskBackend/bench" "$@"
