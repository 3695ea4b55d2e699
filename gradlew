#!/bin/sh
# Runs the build, with the Gradle that this project pins, or, where that cannot be downloaded, with Debian's.
#
#   ./gradlew test | check | format | dist | ...     what Gradle does
#   ./gradlew run [--nodes N] [--data DIR] ...       builds, then starts a cluster on this machine
#   ./gradlew bench ... | chaos ... | simulate ...   builds, then starts the benchmark | the chaos tests | the simulation
#   ./gradlew --yes ...                              may install what is missing with apt-get; so it may where CI=true
#
# After `run`, `bench`, `chaos` and `simulate` all arguments are the program's. It replaces this script, so Ctrl-C reaches it.
set -eu

root=$(cd "$(dirname "$0")" && pwd -P)
state=$root/.gradle
user_home=${GRADLE_USER_HOME:-${HOME:-$root}/.gradle}

say() { echo "gradlew: $*" >&2; }
die() { say "$*"; exit 1; }

property() { sed -n "s/^$1=//p" "$root/gradle/wrapper/gradle-wrapper.properties" | tr -d '\\\r'; }
url=$(property distributionUrl)
sha256=$(property distributionSha256Sum)
version=$(basename "$url" -bin.zip) # gradle-8.14.3
dist=$user_home/tenure/$version

# --- Which Java ------------------------------------------------------------------------------------------------------

usable_jdk() {
  [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 1
  major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ "${major:-0}" -ge 17 ] && [ "$major" -le 24 ]
}

# The pinned Gradle runs on Java 17 to 24: takes JAVA_HOME, then `javac` on the path, then what is installed.
find_jdk() {
  on_path=$(command -v javac || true)
  [ -n "$on_path" ] && on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for jdk in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/*; do
    if [ -n "$jdk" ] && usable_jdk "$jdk"; then
      JAVA_HOME=$jdk
      export JAVA_HOME
      return 0
    fi
  done
  return 1
}

# --- Which Gradle ----------------------------------------------------------------------------------------------------

fetch() { # fetch URL FILE SECONDS-TO-CONNECT
  if command -v curl >/dev/null; then
    curl -fsSL --connect-timeout "$3" --speed-limit 1000 --speed-time 20 -o "$2" "$1"
  else
    wget -q --tries=1 --timeout="$3" -O "$2" "$1"
  fi
}

reachable() { # within three seconds, or not at all
  if command -v curl >/dev/null; then
    curl -sI --max-time 3 -o /dev/null -f "$url"
  elif command -v wget >/dev/null; then
    timeout 3 wget -q --spider --tries=1 --timeout=3 "$url"
  else
    return 1
  fi
}

sha256_of() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

download() { # download SECONDS-TO-CONNECT
  partial=$dist.$$
  mkdir -p "$partial"
  say "downloading $url"
  if ! fetch "$url" "$partial/gradle.zip" "$1"; then
    rm -rf "$partial"
    return 1
  fi
  if [ "$(sha256_of "$partial/gradle.zip")" != "$sha256" ]; then
    rm -rf "$partial"
    die "the download of $version does not have the expected checksum $sha256"
  fi
  if command -v unzip >/dev/null; then
    unzip -q "$partial/gradle.zip" -d "$partial"
  else
    (cd "$partial" && "$JAVA_HOME/bin/jar" xf gradle.zip && chmod +x "$version/bin/gradle")
  fi
  rm -rf "$dist"
  mv "$partial/$version" "$dist"
  rm -rf "$partial"
}

cached() {
  for home in "$dist" "$user_home/wrapper/dists/$version-bin"/*/"$version"; do
    if [ -x "$home/bin/gradle" ]; then
      gradle=$home/bin/gradle
      return 0
    fi
  done
  return 1
}

debian_gradle() {
  launcher=$(ls /usr/share/gradle/lib/gradle-launcher-*.jar 2>/dev/null)
}
can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# Nothing is installed on somebody's machine unasked.
may_install() {
  [ "${CI:-}" = true ] || [ $yes = yes ] && return 0
  if [ -t 0 ] && [ -t 2 ]; then
    printf 'gradlew: install %s with apt-get? [y/N] ' "$*" >&2
    read -r answer || answer=
    case $answer in y | Y | yes) return 0 ;; esac
  fi
  die "needs $*: run 'apt-get install $*', or './gradlew --yes ...', which does"
}

install_packages() {
  may_install "$@"
  say "installing $* with apt-get"
  {
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
  } >"$state/apt.log" 2>&1 || { cat "$state/apt.log" >&2; die "apt-get could not install $*"; }
}

# Remembers for half an hour that the download site is out of reach, so that not every call pays for it.
recently_unreachable() { [ -n "$(find "$state/download-unreachable" -mmin -30 2>/dev/null)" ]; }

choose_gradle() {
  mkdir -p "$state"
  find_jdk || { can_install && install_packages openjdk-17-jdk-headless && find_jdk; } ||
    die "needs a JDK of version 17 to 24: install one, or set JAVA_HOME"
  launcher=
  if cached; then
    say "$version"
    return
  fi
  if ! recently_unreachable; then
    if reachable && download 10; then
      cached
      say "$version"
      return
    fi
    touch "$state/download-unreachable"
  fi
  if ! debian_gradle; then
    if can_install; then
      install_packages gradle
      debian_gradle || die "Debian's Gradle is not where it should be"
    else
      download 20 && cached && say "$version" && return
      die "cannot download $url, and Debian's Gradle is not there. Connect to the internet, or 'apt-get install gradle' as root."
    fi
  fi
  say "Debian's Gradle ($version cannot be downloaded here)"
}

run_gradle() {
  if [ -n "$launcher" ]; then
    # As /usr/bin/gradle does, without its lines about the version of Java.
    # shellcheck disable=SC2086
    "$JAVA_HOME/bin/java" -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --add-opens java.base/java.lang=ALL-UNNAMED ${GRADLE_OPTS:-} \
      -cp "$launcher" org.gradle.launcher.GradleMain -I "$root/gradle/debian.init.gradle" \
      --no-daemon --parallel --continue -p "$root" "$@"
  else
    "$gradle" --no-daemon --parallel --continue -p "$root" "$@"
  fi
}

# --- What to run -----------------------------------------------------------------------------------------------------

prepare() {
  say "building"
  run_gradle -q "$1" || die "the build failed"
}

start_cluster() {
  prepare :installDist
  given=no
  for arg; do
    case $arg in --data | --data=*) given=yes ;; esac
  done
  [ $given = yes ] || set -- --data "$root/build/local-cluster" "$@"
  exec "$root/build/install/tenure/bin/tenure" local "$@"
}

start_module() { # start_module MODULE ARGUMENTS
  module=$1
  shift
  prepare ":$module:launcher"
  # The hosts remove their containers themselves; and Testcontainers' own helpers are images that may not be had.
  export TESTCONTAINERS_RYUK_DISABLED="${TESTCONTAINERS_RYUK_DISABLED:-true}"
  export TESTCONTAINERS_CHECKS_DISABLE="${TESTCONTAINERS_CHECKS_DISABLE:-true}"
  export TESTCONTAINERS_HOST_OVERRIDE="${TESTCONTAINERS_HOST_OVERRIDE:-127.0.0.1}"
  exec "$JAVA_HOME/bin/java" "@$root/$module/build/launch.args" "$@"
}

# Runs Gradle and ends with the sum of what the modules' tests reported.
run_tests() {
  summary=$root/build/test-summary.$$
  status=0
  run_gradle -PtestSummary="$summary" "$@" || status=$?
  passed=0 failed=0 skipped=0
  for module in "$summary"/*; do
    [ -f "$module" ] || continue
    read -r one two three <"$module" || true
    if [ "$one" = planned ]; then
      echo "$(basename "$module"): its tests did not run"
      failed=$((failed + 1))
    else
      passed=$((passed + one)) failed=$((failed + two)) skipped=$((skipped + three))
    fi
  done
  rm -rf "$summary"
  if [ $failed = 0 ] && [ $status != 0 ]; then
    echo "the build failed: counted as one failure"
    failed=1
  fi
  [ $failed = 0 ] || status=1
  [ $skipped = 0 ] && echo "$passed passed, $failed failed" || echo "$passed passed, $failed failed, $skipped skipped"
  exit $status
}

yes=no
if [ "${1:-}" = --yes ]; then
  yes=yes
  shift
fi
choose_gradle
case ${1:-} in
  run | bench | chaos | simulate)
    task=$1
    shift
    case ${1:-} in
      --args=* | -Pargs=*) # the way of Gradle's own plugin: one argument with all of them
        words=${1#*=}
        shift
        # shellcheck disable=SC2086
        set -- $words "$@"
        ;;
    esac
    ;;
esac
case ${task:-} in
  run) start_cluster "$@" ;;
  bench) start_module benchmarks "$@" ;;
  chaos) start_module chaos-tests "$@" ;;
  simulate) start_module node "$@" ;;
esac
for arg; do
  case $arg in test | *:test) run_tests "$@" ;; esac
done
run_gradle "$@"
