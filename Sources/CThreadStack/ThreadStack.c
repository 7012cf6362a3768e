#define _GNU_SOURCE
#include "CThreadStack.h"

#include <pthread.h>

uintptr_t millrace_thread_stack_lowest_address(void) {
#if defined(__APPLE__)
  pthread_t thread = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *lowest = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return (uintptr_t)lowest;
#else
  return 0;
#endif
}
