# Sourced by the other scripts: `require COMMAND PACKAGE` makes sure that a command is there.

# As root on Debian a missing package is installed; anybody else is told which one it is.
require() {
  local command=$1 package=$2
  command -v "$command" >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing $package, because $command is missing"
    if [ -z "${MILLRACE_APT_UPDATED:-}" ]; then
      apt-get update -qq
      export MILLRACE_APT_UPDATED=1
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null
  fi
  command -v "$command" >/dev/null 2>&1 && return
  echo "$command is missing: install $package" >&2
  exit 1
}

require_swift() {
  command -v swift >/dev/null 2>&1 && return
  echo "swift is missing: install a toolchain of Swift 6.3 or newer from swift.org" >&2
  exit 1
}
