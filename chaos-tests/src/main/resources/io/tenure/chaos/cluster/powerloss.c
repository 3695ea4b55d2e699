// Cuts a mounted ext4 off from its disk at once: powerloss DIRECTORY. What was not synced is gone after the next mount.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

#define EXT4_IOC_SHUTDOWN _IOR('X', 125, uint32_t)

int main(int count, char **arguments) {
  if (count != 2) return 2;
  uint32_t without_flush = 2;
  int directory = open(arguments[1], O_RDONLY);
  if (directory < 0 || ioctl(directory, EXT4_IOC_SHUTDOWN, &without_flush)) {
    perror(arguments[1]);
    return 1;
  }
  return 0;
}
