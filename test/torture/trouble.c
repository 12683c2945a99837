/*
 * Trouble for one process, to be loaded before its libraries: a disk that cannot sync, and a clock that jumps.
 * DOCENT_TROUBLE names a file of 16 bytes that says what is wrong, at any moment: a 64-bit number of seconds to add to
 * the time of day, and a 64-bit number that is not 0 while every fsync and fdatasync fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct trouble {
  int64_t seconds;
  int64_t sync_fails;
};

static const volatile struct trouble *trouble;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DOCENT_TROUBLE");
  int file = path == NULL ? -1 : open(path, O_RDONLY);
  if (file < 0) return;
  void *at = mmap(NULL, sizeof(struct trouble), PROT_READ, MAP_SHARED, file, 0);
  if (at != MAP_FAILED) trouble = at;
  close(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int sync_fails(void) {
  if (trouble == NULL || trouble->sync_fails == 0) return 0;
  errno = EIO;
  return 1;
}

int fsync(int file) { return sync_fails() ? -1 : REAL(fsync)(file); }

int fdatasync(int file) { return sync_fails() ? -1 : REAL(fdatasync)(file); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && trouble != NULL && clock == CLOCK_REALTIME) now->tv_sec += trouble->seconds;
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  int result = REAL(gettimeofday)(now, zone);
  if (result == 0 && trouble != NULL) now->tv_sec += trouble->seconds;
  return result;
}
