// The addresses of the functions that the macro `@Test` makes are in a section of the program.

typedef void (*Registration)(void);

extern const Registration __start_millrace_tests[], __stop_millrace_tests[];

void millrace_register_tests(void) {
  for (const Registration *test = __start_millrace_tests; test < __stop_millrace_tests; test++) (*test)();
}
