#!/usr/bin/env bash
# Builds the contenders and compares them. All arguments go to Benchmarks/run.py; --help tells which there are.
# --build-only stops after the build.
# Installs what is missing when it is run as root on Debian; what cannot be built without it is left out.
# serde_json is built from the crates that the source distribution of orjson on PyPI carries, or from Debian's if it cannot be
# downloaded. MILLRACE_CRATES=FOLDER takes the crates in that folder, as `cargo vendor` lays them out.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

orjson="orjson-3.11.9" # with serde_json 1.0.149
crates=${MILLRACE_CRATES:-$benchmarks/.build/crates/$orjson/include/cargo}
has_crates() { compgen -G "$crates/serde_json-*" >/dev/null; }

# Downloads the crates, or falls back to those of Debian.
require_crates() {
  local folder=$benchmarks/.build/crates package
  has_crates && return
  [ -z "${MILLRACE_CRATES-}" ] || { echo "$0: there is no serde_json in $crates" >&2; exit 2; }
  mkdir -p "$folder"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary orjson --dest "$folder" \
    "${orjson/-/==}" && tar -xzf "$folder/$orjson.tar.gz" -C "$folder" && return
  crates=/usr/share/cargo/registry
  has_crates || for package in librust-serde-json-dev librust-serde-derive-dev librust-serde-dev; do
    require_package "$package" || true
  done
}

build_rust() (
  cd "$benchmarks/Rust" # where .cargo/config.toml holds
  # A lock file of another cargo, or for other crates, is not kept.
  local config="source.debian.directory='$crates'"
  cargo metadata --config "$config" --offline --locked --format-version 1 >/dev/null 2>&1 || rm -f Cargo.lock
  cargo build --config "$config" --release --offline >&2
)

begin_benchmark run.py "$@"
offer valgrind valgrind
offer cargo cargo
require_crates >&2
build_products Contender
# As the program of somebody who uses the library: its targets are optimized, those of the program are not.
env -u MILLRACE_DEBUG swift build --package-path "$benchmarks" --product Contender >&2
if command -v cargo >/dev/null 2>&1 && has_crates; then build_rust; fi
[ "${1-}" != --build-only ] || exit 0
exec python3 "$benchmarks/run.py" "$@"
