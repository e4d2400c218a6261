/* A clock that steps and a disk that is slow, inside one process. Preloaded:
 *   cc -shared -fPIC -O2 -o faulty_box.so faulty_box.c -ldl
 * The file that FAULTY_BOX names holds two 64-bit numbers: by how many seconds the wall clock is wrong, and how many
 * milliseconds each sync of a file takes longer. Only the wall clock steps: intervals are the monotonic clock's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *faults;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTY_BOX");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) faults = mapped;
}

static int64_t step_s(void) { return faults ? faults[0] : 0; }

static void delay(void) {
  int64_t ms = faults ? faults[1] : 0;
  struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
  if (ms) nanosleep(&pause, NULL);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))next("clock_gettime");
  int failed = real(clock, now);
  if (!failed && clock == CLOCK_REALTIME) now->tv_sec += step_s();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec read;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &read)) return -1;
  now->tv_sec = read.tv_sec;
  now->tv_usec = read.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec read;
  clock_gettime(CLOCK_REALTIME, &read);
  if (now) *now = read.tv_sec;
  return read.tv_sec;
}

int fsync(int file) {
  delay();
  return ((int (*)(int))next("fsync"))(file);
}

int fdatasync(int file) {
  delay();
  return ((int (*)(int))next("fdatasync"))(file);
}
