#!/usr/bin/env bash
# Kills a program that inserts rows into a database, and fills the disk under it, and shows that the database is valid
# and holds whole batches only.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
require_swift
require_libraries
require python3 python3
swift build --disable-build-manifest-caching -c release --product SQLiteInserter
exec python3 scripts/stages/sqlite_crash.py "$(swift build -c release --show-bin-path)/SQLiteInserter" "$@"
