/* Lets libcamera's "virtual" pipeline run on a kernel without /dev/dma_heap and /dev/udmabuf: what is asked of a
 * dma-heap is answered with a memfd. For tests only, by LD_PRELOAD.
 *   cc -shared -fPIC -O2 -o dmaheap_shim.so dmaheap_shim.c -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whatever its name: libcamera asks for "system", picamera2 for "vidbuf_cached". */
#define HEAP "/dev/dma_heap/"

#define WRAP_OPEN(NAME)                                        \
	int NAME(const char *path, int flags, ...)             \
	{                                                      \
		static int (*real)(const char *, int, ...);    \
		mode_t mode = 0;                               \
		if (!real)                                     \
			real = dlsym(RTLD_NEXT, #NAME);        \
		if (flags & (O_CREAT | O_TMPFILE)) {           \
			va_list rest;                          \
			va_start(rest, flags);                 \
			mode = va_arg(rest, mode_t);           \
			va_end(rest);                          \
		}                                              \
		if (!strncmp(path, HEAP, sizeof HEAP - 1))     \
			return memfd_create("heap", MFD_CLOEXEC); \
		return real(path, flags, mode);                \
	}
WRAP_OPEN(open)
WRAP_OPEN(open64)

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, ...);
	va_list rest;
	void *argument;

	if (!real)
		real = dlsym(RTLD_NEXT, "ioctl");
	va_start(rest, request);
	argument = va_arg(rest, void *);
	va_end(rest);
	if (request == DMA_HEAP_IOCTL_ALLOC) {
		struct dma_heap_allocation_data *wanted = argument;
		int buffer = memfd_create("buffer", MFD_CLOEXEC);
		if (buffer < 0 || ftruncate(buffer, wanted->len))
			return -1;
		wanted->fd = buffer;
		return 0;
	}
	if (request == DMA_BUF_IOCTL_SYNC || request == DMA_BUF_SET_NAME_A || request == DMA_BUF_SET_NAME_B) {
		/* A memfd needs no syncing and has its name. */
		int result = real(fd, request, argument);
		return result < 0 && (errno == ENOTTY || errno == EINVAL) ? 0 : result;
	}
	return real(fd, request, argument);
}
