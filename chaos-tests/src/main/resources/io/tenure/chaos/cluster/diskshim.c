// Makes the disk slow or faulty for the process that preloads it, as the file that DISKSHIM names says at the moment.
// Only files below the directory DISKSHIM_BELOW are touched.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// Errors are numbers of errno, 0 for none. With torn set, a write that fails has written its first half.
struct control {
  volatile int32_t sync_delay_millis, sync_error, write_error, torn;
};

static struct control healthy;
static struct control *control = &healthy;
static const char *below = "";

static int (*true_fsync)(int);
static int (*true_fdatasync)(int);
static ssize_t (*true_write)(int, const void *, size_t);
static ssize_t (*true_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*true_writev)(int, const struct iovec *, int);

__attribute__((constructor)) static void start(void) {
  true_fsync = dlsym(RTLD_NEXT, "fsync");
  true_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  true_write = dlsym(RTLD_NEXT, "write");
  true_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  true_writev = dlsym(RTLD_NEXT, "writev");
  const char *directory = getenv("DISKSHIM_BELOW"), *path = getenv("DISKSHIM");
  if (!directory || !path) return;
  below = directory;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(0, sizeof(struct control), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_below(int file) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  size_t prefix = strlen(below);
  return prefix > 0 && length >= (ssize_t)prefix && !memcmp(path, below, prefix);
}

// 0 if the sync may go on.
static int before_sync(int file) {
  if ((!control->sync_delay_millis && !control->sync_error) || !is_below(file)) return 0;
  int millis = control->sync_delay_millis;
  struct timespec delay = {millis / 1000, millis % 1000 * 1000000l};
  nanosleep(&delay, 0);
  errno = control->sync_error;
  return control->sync_error ? -1 : 0;
}

int fsync(int file) { return before_sync(file) ? -1 : true_fsync(file); }

int fdatasync(int file) { return before_sync(file) ? -1 : true_fdatasync(file); }

static int write_fails(int file) { return control->write_error && is_below(file); }

static ssize_t failed(void) {
  errno = control->write_error;
  return -1;
}

ssize_t write(int file, const void *bytes, size_t length) {
  if (!write_fails(file)) return true_write(file, bytes, length);
  if (control->torn && true_write(file, bytes, length / 2) < 0) return -1;
  return failed();
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  if (!write_fails(file)) return true_pwrite(file, bytes, length, at);
  if (control->torn && true_pwrite(file, bytes, length / 2, at) < 0) return -1;
  return failed();
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) { return pwrite64(file, bytes, length, at); }

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (!write_fails(file)) return true_writev(file, parts, count);
  if (control->torn && count > 0 && true_write(file, parts[0].iov_base, parts[0].iov_len / 2) < 0) return -1;
  return failed();
}
