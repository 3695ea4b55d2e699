#!/bin/sh
# Gets what chaos tests on network namespaces need, on Debian and its kin, as root. Quick when all is there.
#
#   netns.sh        installs what is missing
set -eu

say() { echo "netns.sh: $*" >&2; }

# program:package
wanted="ip:iproute2 nft:nftables iptables:iptables nsenter:util-linux fsfreeze:util-linux mkfs.ext4:e2fsprogs gcc:gcc"
packages=
for each in $wanted; do
  command -v "${each%%:*}" >/dev/null || packages="$packages ${each#*:}"
done
[ -e /usr/include/linux/netfilter/nfnetlink_queue.h ] && [ -e /usr/include/stdio.h ] || packages="$packages libc6-dev"

if [ -n "$packages" ]; then
  [ "$(id -u)" = 0 ] || { say "missing:$packages, and not root"; exit 1; }
  command -v apt-get >/dev/null || { say "missing:$packages, and no apt-get"; exit 1; }
  say "installs$packages"
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $packages >/dev/null 2>&1 || {
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends $packages >/dev/null
  }
fi

# Where they are modules of the kernel.
if command -v modprobe >/dev/null; then
  for module in br_netfilter nfnetlink_queue xt_NFQUEUE loop; do
    modprobe "$module" 2>/dev/null || true
  done
fi
