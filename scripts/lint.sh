#!/usr/bin/env bash
# Style (.swift-format), shell scripts, Python and C, the layers, spans that outlive their owners, the words of texts, and the
# documentation.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
swift format lint --strict --parallel --recursive Sources Tests Benchmarks/Sources Benchmarks/ColdStart Examples Package.swift
scripts/lint-languages
scripts/test-lint-languages.py
scripts/lint-layers
scripts/lint-spans
scripts/test-lint-spans.py
scripts/lint-words
scripts/test-lint-words.py
scripts/test-coverage.py
scripts/lint-docs
scripts/test-lint-docs.py
