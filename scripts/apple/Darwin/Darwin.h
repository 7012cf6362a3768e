// The part of the C library of Apple's platforms that Millrace uses. All of it is older than the minimum versions.
// Types have the sizes that they have there, because Swift shows them: `mode_t` is UInt16 and `suseconds_t` is Int32.

#ifndef MILLRACE_STUB_DARWIN_H
#define MILLRACE_STUB_DARWIN_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef int64_t off_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t pid_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef long time_t;
typedef int32_t suseconds_t;

// errno.h

#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOSPC 28
#define ESPIPE 29
#define EPIPE 32
#define ELOOP 62

int *__error(void);

// fcntl.h. Swift does not import variadic functions: Darwin.swift has `open` and `fcntl`.

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define O_ACCMODE 0x0003
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1

// unistd.h

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define R_OK (1 << 2)
#define W_OK (1 << 1)
#define X_OK (1 << 0)
#define F_OK 0
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58

int access(const char *path, int mode);
int chdir(const char *path);
int close(int descriptor);
int dup(int descriptor);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t length);
int isatty(int descriptor);
int link(const char *from, const char *to);
int pipe(int descriptors[2]);
int rmdir(const char *path);
int unlink(const char *path);
char *getcwd(char *buffer, size_t size);
off_t lseek(int descriptor, off_t offset, int whence);
pid_t getpid(void);
ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *buffer, size_t count, off_t offset);
ssize_t read(int descriptor, void *buffer, size_t count);
ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size);
ssize_t write(int descriptor, const void *buffer, size_t count);
long sysconf(int name);
int execv(const char *path, char *const arguments[]);
void _exit(int status) __attribute__((noreturn));

// poll.h

#define POLLIN 0x0001

typedef unsigned int nfds_t;

struct pollfd {
  int fd;
  short events;
  short revents;
};

int poll(struct pollfd descriptors[], nfds_t count, int milliseconds);

// getopt.h

struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

extern char *optarg;
extern int optind, opterr, optopt, optreset;
int getopt_long(int count, char *const *arguments, const char *letters, const struct option *options, int *index);

// sys/stat.h. Swift does not import function-like macros, so Darwin.swift has those that Apple's overlay has.

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};


struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  uint32_t st_flags;
  uint32_t st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};

int chmod(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);
int fstat(int descriptor, struct stat *status);
int lstat(const char *restrict path, struct stat *restrict status);
int mkdir(const char *path, mode_t mode);
mode_t umask(mode_t mode);
int stat(const char *restrict path, struct stat *restrict status);

// sys/mman.h

#define PROT_NONE 0x00
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002

int madvise(void *start, size_t count, int advice);
int munmap(void *start, size_t count);
void *mmap(void *start, size_t count, int protection, int flags, int descriptor, off_t offset);

// signal.h

typedef uint32_t sigset_t;

#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define SIGXFSZ 25
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3

int kill(pid_t process, int signal);
int raise(int signal);
int sigaddset(sigset_t *set, int signal);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
void (*signal(int signal, void (*handler)(int)))(int);

// pthread.h

struct _opaque_pthread_attr_t {
  long __sig;
  char __opaque[56];
};
struct _opaque_pthread_cond_t {
  long __sig;
  char __opaque[40];
};
struct _opaque_pthread_condattr_t {
  long __sig;
  char __opaque[8];
};
struct _opaque_pthread_mutex_t {
  long __sig;
  char __opaque[56];
};
struct _opaque_pthread_mutexattr_t {
  long __sig;
  char __opaque[8];
};
struct _opaque_pthread_t;

typedef struct _opaque_pthread_attr_t pthread_attr_t;
typedef struct _opaque_pthread_cond_t pthread_cond_t;
typedef struct _opaque_pthread_condattr_t pthread_condattr_t;
typedef struct _opaque_pthread_mutex_t pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t pthread_mutexattr_t;
typedef struct _opaque_pthread_t *pthread_t;

#pragma clang assume_nonnull begin
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *_Nullable attributes);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_create(pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable context);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable previous);
#pragma clang assume_nonnull end

// regex.h

typedef struct {
  int re_magic;
  size_t re_nsub;
  const char *re_endp;
  struct re_guts *re_g;
} regex_t;

typedef struct {
  off_t rm_so, rm_eo;
} regmatch_t;

#define REG_EXTENDED 0001
#define REG_NOSUB 0004

int regcomp(regex_t *restrict compiled, const char *restrict text, int flags);
int regexec(const regex_t *restrict compiled, const char *restrict text, size_t count, regmatch_t matches[], int flags);
size_t regerror(int code, const regex_t *restrict compiled, char *restrict reason, size_t size);
void regfree(regex_t *compiled);

// xlocale.h

struct _xlocale;
typedef struct _xlocale *locale_t;

#define LC_CTYPE_MASK (1 << 1)

int freelocale(locale_t locale);
locale_t newlocale(int mask, const char *name, locale_t base);
locale_t uselocale(locale_t locale);

// stdio.h

typedef struct __sFILE {
  unsigned char *_p;
  short _flags, _file;
} FILE;

extern FILE *_Nonnull __stdinp;
extern FILE *_Nonnull __stdoutp;
extern FILE *_Nonnull __stderrp;
int fflush(FILE *file);
int fputs(const char *restrict text, FILE *restrict file);
int rename(const char *from, const char *to);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments);
int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size);
size_t fwrite(const void *restrict start, size_t size, size_t count, FILE *restrict file);

// stdlib.h

char *getenv(const char *name);
char *realpath(const char *restrict path, char *restrict resolved);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
int mkstemp(char *name);
int setenv(const char *name, const char *value, int overwrite);
void abort(void) __attribute__((noreturn));
void *calloc(size_t count, size_t size);
void exit(int status) __attribute__((noreturn));
void free(void *start);
void *malloc(size_t count);
void *realloc(void *start, size_t count);
uint32_t arc4random(void);

// string.h

char *strchr(const char *text, int character);
char *strdup(const char *text);
char *strerror(int code);
int memcmp(const void *first, const void *second, size_t count);
int strcmp(const char *first, const char *second);
int strncmp(const char *first, const char *second, size_t count);
size_t strlen(const char *text);
void *memchr(const void *start, int byte, size_t count);
void *memcpy(void *to, const void *from, size_t count);
void *memmem(const void *start, size_t count, const void *sought, size_t soughtCount);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *start, int byte, size_t count);

// time.h

typedef enum {
  CLOCK_REALTIME = 0,
  CLOCK_MONOTONIC = 6,
  CLOCK_UPTIME_RAW = 8,
} clockid_t;

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};

int clock_gettime(clockid_t clock, struct timespec *time);
struct tm *gmtime_r(const time_t *time, struct tm *result);
struct tm *localtime_r(const time_t *time, struct tm *result);
time_t time(time_t *result);
uint64_t clock_gettime_nsec_np(clockid_t clock);

// math.h

double exp(double number);
double expm1(double number);
double hypot(double first, double second);
double log(double number);
double pow(double base, double exponent);

// dlfcn.h

#define RTLD_NOW 0x2


void *dlopen(const char *path, int mode);
void *dlsym(void *handle, const char *name);

// mach-o/dyld.h, sys/syslimits.h

#define PATH_MAX 1024

int _NSGetExecutablePath(char *buffer, uint32_t *size);

// sys/ioctl.h

struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

#endif
