/* A pretend /dev/gpiochipN (GPIO character device, uAPI v2) inside one process, so that the real lgpio, and gpiozero
 * over it, run on a machine without pins. Preloaded:
 *   cc -shared -fPIC -O2 -o gpiochip_shim.so gpiochip_shim.c -ldl -lpthread
 * The environment says where the chip is (FAKEGPIO_CHIP) and what it is called (FAKEGPIO_LABEL). A test turns the wires
 * with fakegpio_drive(line, level), reads them with fakegpio_level(line), counts their changes with
 * fakegpio_changes(line), and takes the chip away with fakegpio_gone(1). The revision is that of a Pi 5. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define LINES 54
#define FILES 1024
#define REVISION "/proc/device-tree/system/linux,revision"

typedef int open_call(const char *, int, ...);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int level[LINES], driven[LINES], owner[LINES]; /* owner: the file that claimed the line, 0: none */
static unsigned changes[LINES];
static unsigned long long flags[LINES];
static struct {
  int peer, count;
  unsigned line[GPIO_V2_LINES_MAX], edges;
} claim[FILES];
static char is_chip[FILES];
static int gone;

static const char *setting(const char *name, const char *otherwise) {
  const char *set = getenv(name);
  return set ? set : otherwise;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static int open_revision(void) {
  static const unsigned char pi_5[] = {0x00, 0xd0, 0x41, 0x70};
  int file = memfd_create("revision", MFD_CLOEXEC);
  if (file >= 0 && write(file, pi_5, sizeof pi_5) == sizeof pi_5) lseek(file, 0, SEEK_SET);
  return file;
}

/* -2: not ours. */
static int open_ours(const char *path) {
  if (!strcmp(path, REVISION)) return open_revision();
  if (strcmp(path, setting("FAKEGPIO_CHIP", "/dev/gpiochip0"))) return -2;
  if (gone) {
    errno = ENOENT;
    return -1;
  }
  int file = ((open_call *)next("open"))("/dev/null", O_RDWR | O_CLOEXEC);
  if (file >= 0 && file < FILES) is_chip[file] = 1;
  return file;
}

#define WRAP_OPEN(NAME)                                                                                                \
  int NAME(const char *path, int mode, ...) {                                                                          \
    mode_t rights = 0;                                                                                                 \
    if (mode & (O_CREAT | O_TMPFILE)) {                                                                                \
      va_list rest;                                                                                                    \
      va_start(rest, mode);                                                                                            \
      rights = va_arg(rest, mode_t);                                                                                   \
      va_end(rest);                                                                                                    \
    }                                                                                                                  \
    int file = open_ours(path);                                                                                        \
    return file != -2 ? file : ((open_call *)next(#NAME))(path, mode, rights);                                         \
  }
WRAP_OPEN(open)
WRAP_OPEN(open64)

int close(int file) {
  static int (*real)(int);
  if (!real) real = next("close");
  if (file >= 0 && file < FILES) {
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < claim[file].count; i++) {
      owner[claim[file].line[i]] = 0;
      flags[claim[file].line[i]] = 0;
    }
    if (claim[file].count) real(claim[file].peer);
    claim[file].count = 0;
    is_chip[file] = 0;
    pthread_mutex_unlock(&mutex);
  }
  return real(file);
}

static void set(unsigned line, int to) {
  changes[line] += level[line] != to;
  level[line] = to;
}

static void settle(unsigned line) { /* an input that nobody drives follows its pull */
  if (driven[line] || !(flags[line] & GPIO_V2_LINE_FLAG_INPUT)) return;
  if (flags[line] & GPIO_V2_LINE_FLAG_BIAS_PULL_UP) set(line, 1);
  if (flags[line] & GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN) set(line, 0);
}

static int refuse(int number) {
  errno = number;
  return -1;
}

static int get_line(struct gpio_v2_line_request *asked) {
  for (unsigned i = 0; i < asked->num_lines; i++) {
    if (asked->offsets[i] >= LINES) return refuse(EINVAL);
    if (owner[asked->offsets[i]]) return refuse(EBUSY);
  }
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return -1;
  if (pair[0] >= FILES) return refuse(EMFILE);
  claim[pair[0]].peer = pair[1];
  claim[pair[0]].count = asked->num_lines;
  for (unsigned i = 0; i < asked->num_lines; i++) {
    unsigned line = asked->offsets[i];
    claim[pair[0]].line[i] = line;
    owner[line] = pair[0];
    flags[line] = asked->config.flags;
    for (unsigned a = 0; a < asked->config.num_attrs; a++) {
      struct gpio_v2_line_config_attribute *given = &asked->config.attrs[a];
      if ((flags[line] & GPIO_V2_LINE_FLAG_OUTPUT) && given->attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES &&
          given->mask >> i & 1)
        set(line, given->attr.values >> i & 1);
    }
    settle(line);
  }
  asked->fd = pair[0];
  return 0;
}

static int tell_chip(struct gpiochip_info *chip) {
  memset(chip, 0, sizeof *chip);
  chip->lines = LINES;
  strncpy(chip->name, "gpiochip", sizeof chip->name - 1);
  strncpy(chip->label, setting("FAKEGPIO_LABEL", "pinctrl-rp1"), sizeof chip->label - 1);
  return 0;
}

static int tell_line(struct gpio_v2_line_info *info) {
  unsigned line = info->offset;
  if (line >= LINES) return refuse(EINVAL);
  memset(info, 0, sizeof *info);
  info->offset = line;
  info->flags = flags[line] ? flags[line] | GPIO_V2_LINE_FLAG_USED : GPIO_V2_LINE_FLAG_INPUT;
  return 0;
}

static int values(int file, struct gpio_v2_line_values *asked, int setting_them) {
  if (!setting_them) asked->bits = 0;
  for (int i = 0; i < claim[file].count; i++) {
    if (!(asked->mask >> i & 1)) continue;
    if (setting_them)
      set(claim[file].line[i], asked->bits >> i & 1);
    else if (level[claim[file].line[i]])
      asked->bits |= 1ull << i;
  }
  return 0;
}

int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (file < 0 || file >= FILES || !(is_chip[file] || claim[file].count))
    return ((int (*)(int, unsigned long, ...))next("ioctl"))(file, request, argument);
  int answer;
  pthread_mutex_lock(&mutex);
  if (gone)
    answer = refuse(ENODEV);
  else if (request == GPIO_GET_CHIPINFO_IOCTL)
    answer = tell_chip(argument);
  else if (request == GPIO_V2_GET_LINEINFO_IOCTL)
    answer = tell_line(argument);
  else if (request == GPIO_V2_GET_LINE_IOCTL)
    answer = get_line(argument);
  else if (request == GPIO_V2_LINE_GET_VALUES_IOCTL)
    answer = values(file, argument, 0);
  else if (request == GPIO_V2_LINE_SET_VALUES_IOCTL)
    answer = values(file, argument, 1);
  else
    answer = refuse(ENOTTY);
  pthread_mutex_unlock(&mutex);
  return answer;
}

void fakegpio_gone(int is_gone) { gone = is_gone; }

int fakegpio_level(unsigned line) { return line < LINES ? level[line] : -1; }

unsigned fakegpio_changes(unsigned line) { return line < LINES ? changes[line] : 0; }

int fakegpio_drive(unsigned line, int to) { /* 1: whoever claimed the line was told of an edge */
  int told = 0;
  pthread_mutex_lock(&mutex);
  int was = level[line], file = owner[line];
  set(line, !!to);
  driven[line] = 1;
  if (was != level[line] && file && !gone) {
    int up = level[line];
    if (flags[line] & (up ? GPIO_V2_LINE_FLAG_EDGE_RISING : GPIO_V2_LINE_FLAG_EDGE_FALLING)) {
      struct gpio_v2_line_event event = {.offset = line};
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      event.timestamp_ns = now.tv_sec * 1000000000ull + now.tv_nsec;
      event.line_seqno = event.seqno = ++claim[file].edges;
      event.id = up ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE;
      told = send(claim[file].peer, &event, sizeof event, MSG_DONTWAIT) == sizeof event;
    }
  }
  pthread_mutex_unlock(&mutex);
  return told;
}
