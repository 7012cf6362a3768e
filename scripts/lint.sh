#!/usr/bin/env bash
# Style (.swift-format), the layers, spans that outlive their owners, the words of texts, and documentation of public declarations.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
swift format lint --strict --parallel --recursive Sources Tests Benchmarks/Sources Benchmarks/ColdStart Examples Package.swift
scripts/lint-layers
scripts/lint-spans
scripts/test-lint-spans.py
scripts/lint-words
scripts/test-lint-words.py
scripts/test-coverage.py
scripts/lint-docs
