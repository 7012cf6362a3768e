#!/usr/bin/env bash
# Builds the wheel of the Python package in a folder: scripts/build-wheel.sh [FOLDER [SOURCES]]. Defaults: python/dist and python
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
folder=${1-python/dist}
sources=${2-./python}
rm -rf "$folder"
mkdir -p "$folder" .build
require_environment .build/python-build
.build/python-build/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$sources"
ls "$folder"
