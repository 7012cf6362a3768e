#!/usr/bin/env bash
# Builds the contenders and compares them. All arguments go to Benchmarks/run.py; --help tells which there are.
# --build-only stops after the build.
# Installs what is missing when it is run as root where there is apt, and otherwise says which packages are missing.
# serde_json is built from the crates that the source distribution of orjson on PyPI carries, or from Debian's if it cannot be
# downloaded. MILLRACE_CRATES=FOLDER takes the crates in that folder, as `cargo vendor` lays them out.
set -euo pipefail

benchmarks=$(cd "$(dirname "${BASH_SOURCE[0]}")/../Benchmarks" && pwd)

has_command() { command -v "$1" >/dev/null 2>&1; }
orjson=orjson-3.11.9 # with serde_json 1.0.149
crates=${MILLRACE_CRATES:-$benchmarks/.build/crates/$orjson/include/cargo}
has_crates() { compgen -G "$crates/serde_json-*" >/dev/null; }

missing_packages() {
  has_command python3 || echo python3
  has_command valgrind || echo valgrind
  [ "$(uname)" != Linux ] || [ -e /usr/include/zlib.h ] || echo zlib1g-dev
  [ "$(uname)" != Linux ] || [ -e /usr/include/zstd.h ] || echo libzstd-dev
  [ "$(uname)" != Linux ] || [ -e /usr/include/lz4frame.h ] || echo liblz4-dev
  [ "$(uname)" != Linux ] || [ -e /usr/include/sqlite3.h ] || echo libsqlite3-dev
  has_command cargo || echo cargo
  [ "$crates" != /usr/share/cargo/registry ] || has_crates || echo librust-serde-json-dev librust-serde-derive-dev librust-serde-dev
}

install_missing_packages() {
  local packages
  mapfile -t packages < <(missing_packages | tr ' ' '\n')
  [ ${#packages[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -eq 0 ] && has_command apt-get; then
    { apt-get update && apt-get install --yes --no-install-recommends "${packages[@]}"; } >&2 && return 0
  fi
  echo "Missing Debian packages: ${packages[*]}" >&2
}

# Downloads the crates, or falls back to those of Debian.
require_crates() {
  has_crates && return
  [ -z "${MILLRACE_CRATES-}" ] || { echo "$0: there is no serde_json in $crates" >&2; exit 2; }
  local folder=$benchmarks/.build/crates
  mkdir -p "$folder"
  if ! { python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary orjson --dest "$folder" \
    "${orjson/-/==}" && tar -xzf "$folder/$orjson.tar.gz" -C "$folder"; } >&2; then
    crates=/usr/share/cargo/registry
  fi
}

build_swift() {
  swift build --configuration release --package-path "$benchmarks" --product Contender >&2
  # As the program of somebody who uses the library: its targets are optimized, those of the program are not.
  env -u MILLRACE_DEBUG swift build --package-path "$benchmarks" --product Contender >&2
}

build_rust() (
  cd "$benchmarks/Rust" # where .cargo/config.toml holds
  # A lock file of another cargo, or for other crates, is not kept.
  local config="source.debian.directory='$crates'"
  cargo metadata --config "$config" --offline --locked --format-version 1 >/dev/null 2>&1 || rm -f Cargo.lock
  cargo build --config "$config" --release --offline >&2
)

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/run.py" --help ;;
esac

require_crates
install_missing_packages
for command in swift python3; do
  has_command "$command" || {
    echo "$0: there is no benchmark without $command" >&2
    exit 2
  }
done
build_swift
if has_command cargo && has_crates; then build_rust; fi
[ "${1-}" != --build-only ] || exit 0
exec python3 "$benchmarks/run.py" "$@"
