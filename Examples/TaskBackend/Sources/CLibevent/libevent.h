// First of all, because libevent's configuration asks for all extensions of the system, with which this type would be
// another one than everywhere else.
#include <sys/select.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>

#ifdef __GLIBC__
#include <malloc.h>  // mallopt
#endif
