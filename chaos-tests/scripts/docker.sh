#!/bin/sh
# Docker for chaos tests, on Debian and its kin. Does nothing that is done already.
#
#   docker.sh up       a daemon answers: installs and starts one if need be (root)
#   docker.sh image    up, and the image tenure:chaos, from the product's Dockerfile
#   docker.sh small    up, and the image tenure:chaos, from jlink: smaller, and made in seconds
#   docker.sh down     stops the daemon if `up` has started it
#
# TENURE_HOME names the distribution; else it is the one that this script is part of, or the one that this checkout
# has built.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
home=$root/build/install/tenure
[ ! -x "$root/bin/tenure" ] || home=$root
home=${TENURE_HOME:-$home}
files=$root/share/docker
[ ! -e "$root/Dockerfile" ] || files=$root
state=/var/lib/tenure-chaos-docker # images stay there between runs
run=/run/tenure-chaos-docker
socket=/var/run/docker.sock
base=debian:bookworm-slim
image=tenure:chaos

say() { echo "docker.sh: $*" >&2; }
die() { say "$*"; exit 1; }
answers() { docker version >/dev/null 2>&1; }
need_root() { [ "$(id -u)" = 0 ] || die "$1, and not root"; }

install() { # PROGRAM PACKAGES...
  command -v "$1" >/dev/null && return 0
  shift
  need_root "missing: $*"
  command -v apt-get >/dev/null || die "missing: $*, and no apt-get"
  say "installs $*"
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 || {
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
  }
}

up() {
  command -v docker >/dev/null && answers && return 0
  [ -z "${DOCKER_HOST:-}" ] || die "no daemon answers at $DOCKER_HOST"
  install dockerd docker.io iptables
  answers && return 0 # where packages start what they install
  need_root 'no daemon runs'
  say 'starts dockerd'
  mkdir -p "$state" "$run"
  mountpoint -q /sys/fs/cgroup || mount -t cgroup2 none /sys/fs/cgroup
  setsid dockerd -H "unix://$socket" --data-root "$state" --exec-root "$run/exec" --pidfile "$run/pid" \
    --exec-opt native.cgroupdriver=cgroupfs >"$run/log" 2>&1 </dev/null &
  pid=$!
  tries=0
  until answers; do
    tries=$((tries + 1))
    if [ $tries -ge 150 ] || ! kill -0 "$pid" 2>/dev/null; then
      tail -n 5 "$run/log" >&2
      die 'dockerd does not start'
    fi
    sleep 0.2
  done
}

down() {
  [ -s "$run/pid" ] || return 0
  pid=$(cat "$run/pid")
  # The number may have gone to another process.
  [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = dockerd ] || { rm -f "$run/pid"; return 0; }
  say 'stops dockerd'
  kill "$pid"
  tries=0
  while kill -0 "$pid" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 150 ] || die "dockerd ($pid) does not end"
    sleep 0.2
  done
}

# A base image of that name: pulled, or where no registry is in reach, built from Debian's packages.
base_image() {
  docker image inspect "$base" >/dev/null 2>&1 && return 0
  timeout 10 docker manifest inspect "$base" >/dev/null 2>&1 && timeout 600 docker pull -q "$base" >/dev/null && return 0
  say "cannot pull $base: builds it"
  need_root "no $base"
  install mmdebstrap mmdebstrap
  mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm - | docker import - "$base" >/dev/null
}

# The distribution and its Dockerfile, and nothing else, whatever lies around them.
context() {
  [ -x "$home/bin/tenure" ] || die "no distribution in $home: ./gradlew installDist"
  cp "$files/Dockerfile" "$1/"
  cp -r "$files/docker" "$1/docker"
  cp -r "$home" "$1/tenure"
  rm -rf "$1/tenure/lib/chaos" "$1/tenure/share" "$1"/tenure/lib/*.jsa* # of no use there
}

build_image() {
  base_image
  tar czf "$1/tenure-here-linux-$(uname -m).tar.gz" -C "$1" tenure
  docker build -q --network host -t "$image" -t tenure:latest "$1" >/dev/null
}

# Java and the C libraries that it needs, and no more: not even a shell.
build_small() {
  jlink=${JAVA_HOME:+$JAVA_HOME/bin/jlink}
  [ -x "${jlink:-}" ] || jlink=$(command -v jlink) || die 'no jlink: needs a JDK'
  jdk=$(dirname "$(dirname "$(readlink -f "$jlink")")")
  tree=$1/root
  mkdir -p "$tree/opt" "$tree/tmp" "$tree/etc" "$tree/lib64" "$tree/var/lib/tenure"
  chmod 1777 "$tree/tmp" "$tree/var/lib/tenure"
  jre=$state-jre-$("$jdk/bin/java" -version 2>&1 | md5sum | cut -c1-12)
  if [ ! -d "$jre" ]; then
    rm -rf "$jre.new"
    "$jdk/bin/jlink" --output "$jre.new" --strip-debug --no-header-files --no-man-pages --add-modules \
      java.base,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml,jdk.unsupported,jdk.management,jdk.crypto.ec
    mv "$jre.new" "$jre"
  fi
  cp -r "$jre" "$tree/opt/jre"
  mv "$1/tenure" "$tree/opt/tenure"
  libraries=$(find "$tree/opt/jre" -name '*.so' -exec ldd {} + 2>/dev/null | awk '$3 ~ /^\// {print $3} $1 ~ /^\// && $1 !~ /:$/ {print $1}')
  for library in $libraries $(ldconfig -p | awk '/libstdc\+\+.so.6|libgcc_s.so.1|libdl.so.2|librt.so.1|libpthread.so.0|ld-linux/ {print $NF}'); do
    case $library in "$tree"*) continue ;; esac
    mkdir -p "$tree$(dirname "$library")"
    cp -nL "$library" "$tree$library"
  done
  printf 'tenure:x:10001:10001::/var/lib/tenure:/none\n' >"$tree/etc/passwd"
  cat >"$1/Dockerfile" <<'D'
FROM scratch
COPY root/ /
USER 10001
ENTRYPOINT ["/opt/jre/bin/java", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError", \
  "-Dcom.google.protobuf.use_unsafe_pre22_gencode=true", "-Dtenure.home=/opt/tenure", \
  "-cp", "/opt/tenure/lib/*", "io.tenure.node.Main"]
D
  docker build -q -t "$image" "$1" >/dev/null
}

with_context() { # BUILD
  up
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  context "$work"
  "$1" "$work"
  say "built $image"
}

case ${1:-} in
  up) up ;;
  down) down ;;
  image) with_context build_image ;;
  small) with_context build_small ;;
  *) die 'say up, image, small or down' ;;
esac
