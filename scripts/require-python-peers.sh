# Sourced by the other scripts, from the root and after require.sh: `require_python_peers` makes sure that there is a Python
# with the libraries that the tests of Arrow and of JSON5 compare with, in a virtual environment of its own.

python_peers=.build/python

require_python_peers() {
  local wanted="pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0 pyjson5==2.0.1 json5==0.17.3"
  [ "$(cat $python_peers/peers 2>/dev/null)" = "$wanted" ] && return
  require python3 python3
  python3 -m ensurepip --version >/dev/null 2>&1 || require_package python3-venv
  echo "installing $wanted in $python_peers"
  # shellcheck disable=SC2086 # the versions are words of their own
  if python3 -m venv --clear $python_peers && $python_peers/bin/pip install --quiet --disable-pip-version-check $wanted; then
    echo "$wanted" >$python_peers/peers
    return
  fi
  echo "missing: a virtual environment of Python in $python_peers with $wanted" >&2
  return 1
}
