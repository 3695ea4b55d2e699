# Stops a process group when its lease is about to end, also if the wrapper is frozen or dead.
# Needs nothing but a POSIX shell, and sleep, rm, rmdir; on systems without /proc also date.
#
#   $1  the directory of the lease: `watch` has two times in hundredths of a second, to end the group
#       kindly and to end it by force; `group` has the process group, once there is one
#   $2  the wrapper, who clears up if it lives
dir=$1
wrapper=$2
group=
told=
trap '' HUP INT QUIT TERM USR1 USR2 TSTP TTIN TTOU

# Shell arithmetic takes a number with a zero in front for octal.
now() {
  if read -r up rest 2>/dev/null </proc/uptime; then
    now=${up%.*}${up#*.}
    while [ "${now#0}" != "$now" ] && [ "$now" != 0 ]; do now=${now#0}; done
  else
    now=$(date +%s)00
  fi
}

# A group; or a single process, where it could not be given a group of its own.
signal() {
  kill -s "$1" -- "-$group" 2>/dev/null || kill -s "$1" "$group" 2>/dev/null
}

finish() {
  kill -s 0 "$wrapper" 2>/dev/null && exit 0
  rm -f "$dir"/deadline* "$dir"/watch* "$dir"/group* "$dir"/over "$dir"/jobs 2>/dev/null
  rmdir "$dir" 2>/dev/null
  exit 0
}

while read -r stop kill 2>/dev/null <"$dir/watch"; do
  now
  if [ "$now" -ge "$kill" ]; then
    : >"$dir/over"
  fi
  if [ -z "$group" ] && [ -s "$dir/group" ]; then
    read -r group <"$dir/group"
  fi
  if [ -n "$group" ]; then
    if [ "$now" -ge "$kill" ]; then
      signal KILL
      finish
    fi
    signal 0 || finish
    if [ "$now" -ge "$stop" ] && [ -z "$told" ]; then
      told=yes
      signal TERM
      signal CONT
    fi
  elif [ "$now" -ge "$kill" ]; then
    sleep 1
    [ -s "$dir/group" ] || finish
  fi
  if [ -n "$told" ]; then next=$kill; else next=$stop; fi
  left=$((next - now))
  if [ "$left" -ge 100 ]; then
    sleep 1
  elif [ "$left" -ge 10 ]; then
    sleep "0.$left" 2>/dev/null || :
  elif [ "$left" -gt 0 ]; then
    sleep "0.0$left" 2>/dev/null || :
  fi
done
exit 0
