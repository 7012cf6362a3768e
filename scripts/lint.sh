#!/usr/bin/env bash
# Style (.swift-format), shell scripts, Python and C, the layers, spans that outlive their owners, the words of texts, and the
# documentation.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
swift format lint --strict --parallel --recursive Sources Tests Benchmarks/Sources Benchmarks/ColdStart Examples Package.swift
scripts/lint/languages
scripts/lint/test-languages.py
scripts/lint/layers
scripts/lint/spans
scripts/lint/test-spans.py
scripts/lint/words
scripts/lint/test-words.py
scripts/lint/test-coverage.py
scripts/lint/docs
scripts/lint/test-docs.py
