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

# What the tests of compression compare with.
require_zstd() {
  require zstd zstd
}
