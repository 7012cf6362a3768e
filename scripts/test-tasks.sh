#!/usr/bin/env bash
# The backend of tasks: its routes, its page in a browser, what clients do wrong, and what is left when it is killed.
set -euo pipefail
exec "$(dirname "$0")/../Examples/TaskBackend/test" "$@"
