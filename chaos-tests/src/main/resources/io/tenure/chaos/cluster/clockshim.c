// Lies about time to the process that preloads it, as the file that CLOCKSHIM names says at the moment.
// Wall clock and monotonic clock are bent alike by a rate; the wall clock can be stepped besides. Waits last as
// long as the bent clock says, so timers keep to it. The monotonic clock never jumps and never goes back.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// version is odd while the harness writes. bent = bent_base + (true - true_base) * rate
struct control {
  volatile int64_t version, wall_offset;
  volatile double rate;
  volatile int64_t true_base, bent_base;
};

struct bend {
  int64_t wall_offset;
  double rate;
  int64_t true_base, bent_base;
};

enum { MANY_TRIES = 100000, YEAR_2001 = 1000000000 };
static const int64_t SECOND = 1000000000;
static struct control honest = {0, 0, 1.0, 0, 0};
static struct control *control = &honest;

static int (*true_gettime)(clockid_t, struct timespec *);
static int (*true_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*true_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);

__attribute__((constructor)) static void start(void) {
  true_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  true_clockwait = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  true_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2"); // the plain name finds an ancient one
  if (!true_timedwait) true_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  const char *path = getenv("CLOCKSHIM");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(0, sizeof(struct control), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) control = mapped;
}

static struct bend bend(void) {
  struct bend seen;
  for (int i = 0; i < MANY_TRIES; i++) {
    int64_t before = control->version;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    seen = (struct bend){control->wall_offset, control->rate, control->true_base, control->bent_base};
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (before % 2 == 0 && before == control->version) break;
  }
  return seen;
}

static int64_t nanos(const struct timespec *t) { return t->tv_sec * SECOND + t->tv_nsec; }

static struct timespec timespec_of(int64_t nanos) {
  int64_t rest = nanos % SECOND < 0 ? nanos % SECOND + SECOND : nanos % SECOND;
  return (struct timespec){(nanos - rest) / SECOND, rest};
}

static int64_t bent(struct bend b, int64_t honest_nanos) {
  return b.bent_base + (int64_t)((double)(honest_nanos - b.true_base) * b.rate);
}

static int64_t unbent(struct bend b, int64_t bent_nanos) {
  return b.true_base + (int64_t)((double)(bent_nanos - b.bent_base) / b.rate);
}

static int64_t monotonic(void) {
  struct timespec t;
  true_gettime(CLOCK_MONOTONIC, &t);
  return nanos(&t);
}

static int64_t wall_error(struct bend b) {
  int64_t now = monotonic();
  return bent(b, now) - now + b.wall_offset;
}

int clock_gettime(clockid_t id, struct timespec *t) {
  if (!true_gettime) true_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  int result = true_gettime(id, t);
  if (result) return result;
  if (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_RAW || id == CLOCK_MONOTONIC_COARSE) {
    *t = timespec_of(bent(bend(), nanos(t)));
  } else if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) {
    *t = timespec_of(nanos(t) + wall_error(bend()));
  }
  return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *t = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *t) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (t) *t = now.tv_sec;
  return now.tv_sec;
}

// The moment on the true clock at which the bent one will show the end of a wait.
static struct timespec true_end(const struct timespec *end, int wall) {
  struct bend b = bend();
  return timespec_of(wall ? nanos(end) - wall_error(b) : unbent(b, nanos(end)));
}

// Which clock a condition uses is not to be seen; a time after 2001 can only be the wall's.
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *end) {
  struct timespec t = true_end(end, end->tv_sec > YEAR_2001);
  return true_timedwait(c, m, &t);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t id, const struct timespec *end) {
  struct timespec t = true_end(end, id == CLOCK_REALTIME);
  return true_clockwait(c, m, id, &t);
}
