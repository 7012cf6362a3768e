#ifndef MILLRACE_FLOAT_H
#define MILLRACE_FLOAT_H

#include <stddef.h>
#include <stdint.h>

/* 10^k = (high × 2^64 + low) × 2^(e - 127), e = floor(k × log2(10)); low is rounded up. */
typedef struct {
  uint64_t high, low;
} PowerOfTen;

enum { SMALLEST_POWER_OF_TEN = -308 };

extern const PowerOfTen powers_of_ten_table[];

/* Whose text of floats is written: that of Float#to_s, or that of the json gem from 2.10.3 on. */
typedef enum { FLOAT_AS_RUBY, FLOAT_AS_JSON_GEM, FLOAT_BY_GENERATOR } FloatStyle;

/* Room for the longest text, -0.00012345678901234567, and for what is copied after the digits. */
enum { ROOM_FOR_FLOAT = 64 };

/* Writes a finite number, and returns the end. The style is not that of the generator. */
char *format_float(char *text, double number, FloatStyle style);

#endif
