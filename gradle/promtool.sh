#!/bin/sh
# promtool.sh DIRECTORY: checks the alerts there, and runs their tests. In CI promtool is installed if it is missing;
# elsewhere the checks are left out, and this says so.
set -eu
if ! command -v promtool >/dev/null; then
  if [ "${CI:-}" = true ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus; } >/dev/null 2>&1 || {
      echo 'promtool.sh: apt-get could not install prometheus' >&2
      exit 1
    }
  elif [ "${CI:-}" = true ]; then
    echo 'promtool.sh: promtool is missing, and CI must have it' >&2
    exit 1
  else
    echo 'promtool.sh: promtool is not installed (apt-get install prometheus), so the alerts are not tested' >&2
    exit 0
  fi
fi
cd "$1"
said=$(promtool check rules alerts.yml && promtool check config prometheus.yml && promtool test rules alerts-test.yml) || {
  echo "$said"
  exit 1
}
