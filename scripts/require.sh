# shellcheck shell=bash
# Sourced by the other scripts: `require COMMAND PACKAGE` makes sure that a command is there.

# As root on Debian a missing package is installed; others get its name.
require() {
  local command=$1 package=$2
  command -v "$command" >/dev/null 2>&1 && return
  require_package "$package"
  command -v "$command" >/dev/null 2>&1 && return
  echo "$command is missing: install $package" >&2
  exit 1
}

require_package() {
  local package=$1
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing $package, which is missing"
    if [ -z "${MILLRACE_APT_UPDATED:-}" ]; then
      flock "${TMPDIR:-/tmp}/millrace-apt.lock" apt-get update -qq
      export MILLRACE_APT_UPDATED=1
    fi
    # Stages that run at the same time wait for each other.
    DEBIAN_FRONTEND=noninteractive flock "${TMPDIR:-/tmp}/millrace-apt.lock" apt-get install -y -qq "$package" >/dev/null
  fi
}

# `require_header HEADER PACKAGE` makes sure that the header of a library is there. macOS has them all in its SDK.
require_header() {
  local header=$1 package=$2
  [ "$(uname)" = Linux ] || return 0
  has_header "$header" && return
  require_package "$package"
  has_header "$header" && return
  echo "the header $header is missing: install $package" >&2
  exit 1
}

has_header() {
  echo "#include <$1>" | "$(command -v clang || command -v cc || echo false)" -E - >/dev/null 2>&1
}

# The libraries of the system that the package is linked to.
require_libraries() {
  require_header zlib.h zlib1g-dev
  require_header zstd.h libzstd-dev
  require_header lz4frame.h liblz4-dev
  require_header snappy-c.h libsnappy-dev
  require_header brotli/decode.h libbrotli-dev
  require_header sqlite3.h libsqlite3-dev
}

# What Examples/TaskBackend is linked to besides.
require_libevent() {
  require_header event2/event.h libevent-dev
}

require_swift() {
  command -v swift >/dev/null 2>&1 && return
  echo "swift is missing: install a toolchain of Swift 6.3 or newer from swift.org" >&2
  exit 1
}

# `require_environment FOLDER PACKAGE==VERSION...` makes a virtual environment of Python with these packages of PyPI in the folder,
# unless it has them.
require_environment() {
  local folder=$1
  shift
  if [ -e "$folder/packages" ] && [ "$(cat "$folder/packages")" = "$*" ]; then return; fi
  require python3 python3
  python3 -m ensurepip --version >/dev/null 2>&1 || require_package python3-venv
  echo "installing ${*:-pip} in $folder"
  if python3 -m venv --clear "$folder" && { [ $# = 0 ] || "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"; }; then
    echo "$*" >"$folder/packages"
    return
  fi
  echo "missing: a virtual environment of Python in $folder with $*" >&2
  return 1
}

# `pinned PACKAGE...` prints packages of PyPI with their versions in scripts/versions.txt, as pip takes them. `PACKAGE:USE` is a
# version for one use.
pinned() {
  local package versions
  versions=$(dirname "${BASH_SOURCE[0]}")/versions.txt
  for package in "$@"; do
    grep -q "^$package==" "$versions" || { echo "$package has no version in scripts/versions.txt" >&2; return 1; }
    sed -n "s/^$package==/${package%:*}==/p" "$versions"
  done
}

# `alone NAME COMMAND...` runs a command while no other one with this name runs. `stages` is for what builds in .build: stages of the
# tests that build there wait for it, and it for them.
alone() {
  local name=$1
  shift
  mkdir -p .build
  {
    ! command -v flock >/dev/null || flock --wait 2400 9 || true
    "$@" 9>&-
  } 9>".build/$name.lock"
}

# `install_wheel FOLDER [WHEEL]` installs the wheel of this repository in a virtual environment: this one, or a new one.
install_wheel() {
  local folder=$1 wheel=${2-}
  if [ -z "$wheel" ]; then
    alone wheel scripts/build-wheel.sh .build/wheel
    wheel=$(echo .build/wheel/millrace-*.whl)
  fi
  "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
}

# The checkers of languages other than Swift. Those of Python are in a virtual environment, .build/lint.
require_linters() {
  require shellcheck shellcheck
  require clang-format clang-format
  # shellcheck disable=SC2046 # each line is a word
  require_environment .build/lint $(pinned ruff mypy)
}

# What the suites are built from and compare with, in the folder of the repository.
require_for_suites() {
  require_swift
  require_libraries
  require node nodejs
  require sqlite3 sqlite3
  require zstd zstd
  # shellcheck disable=SC2046 # each line is a word
  require_environment .build/python $(pinned pyarrow polars duckdb pyjson5 json5)
}
