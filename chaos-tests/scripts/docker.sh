#!/bin/sh
# Docker for chaos tests, on Debian and its kin. Does nothing that is done already.
#
#   docker.sh up       a daemon answers: installs and starts one if need be (root)
#   docker.sh image    up, and the image tenure:chaos, from the product's Dockerfile
#   docker.sh small    up, and the image tenure:chaos, with this machine's Java: made in seconds
#   docker.sh down     stops the daemon if `up` has started it
#
# TENURE_HOME names the distribution; else it is the one that this script is part of, or the one that this checkout
# has built.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
home=$root/build/install/tenure
[ ! -x "$root/bin/tenure" ] || home=$root
home=${TENURE_HOME:-$home}
files=$root/share/docker # Dockerfile, and docker/
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

# What the Dockerfile takes, and nothing else, whatever lies around it.
context() {
  [ -x "$home/bin/tenure" ] || die "no distribution in $home: ./gradlew installDist"
  cp "$files/Dockerfile" "$1/"
  cp -r "$files/docker" "$1/docker"
}

build_image() {
  base_image
  tar czf "$1/tenure-here-linux-$(uname -m).tar.gz" --exclude=lib/chaos --exclude='*.jsa*' -C "$(dirname "$home")" "$(basename "$home")"
  docker build -q --network host -t "$image" -t tenure:latest "$1" >/dev/null
}

# The same image with the Java and the C libraries of this machine, by the last stage of the same Dockerfile.
build_small() {
  install busybox busybox-static
  jre=$state-jre-small-$(java -version 2>&1 | md5sum | cut -c1-12)
  JRE=$jre sh "$1/docker/assemble" "$home" "$1/image"
  sed -i -n '/^FROM scratch/,$p' "$1/Dockerfile"
  sed -i 's|--from=build /image/|image/|' "$1/Dockerfile"
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
