#include "text/float.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/*
 * The digits of floats.
 *
 * Float#to_s prints the fewest digits that read back as the same number, and of these the nearest. Schubfach finds them with
 * three multiplications (R. Giulietti, "The Schubfach way to render doubles", 2020): the number and its two boundaries are
 * divided by a power of ten, so that the boundaries are between one and ten apart.
 *
 * The json gem prints the digits of Grisu2 from 2.10.3 on (F. Loitsch, "Printing Floating-Point Numbers Quickly and
 * Accurately with Integers", 2010). They read back as the same number, but one number in a thousand has more digits than
 * necessary. To write the same bytes, this has to round as the gem does at each step: to 64 bits, by the same powers of ten.
 *
 * The tests compare both with Ruby and the json gem for random numbers, and all powers of ten and two.
 */
enum { FRACTION_BITS = 52, MAXIMUM_DIGITS = 20 };

#define HIDDEN_BIT ((uint64_t)1 << FRACTION_BITS)

/* digits × 10^exponent. After the digits there is room, because more bytes are copied than there are digits. */
typedef struct {
  char digits[2 * MAXIMUM_DIGITS];
  int count;
  int exponent;
} Decimal;

/* significand × 2^exponent */
typedef struct {
  uint64_t significand;
  int exponent;
} Binary;

static Binary binary_of(double magnitude) {
  uint64_t bits;
  memcpy(&bits, &magnitude, sizeof bits);
  uint64_t fraction = bits & (HIDDEN_BIT - 1);
  int exponent = (int)(bits >> FRACTION_BITS);
  if (exponent == 0) return (Binary){fraction, -1074};
  return (Binary){fraction | HIDDEN_BIT, exponent - 1075};
}

static const PowerOfTen *power_of_ten(int exponent) {
  return &powers_of_ten_table[exponent - SMALLEST_POWER_OF_TEN];
}

/* floor(exponent × log2(10)) and floor(exponent × log10(2)), exact for the exponents of doubles. */
static int binary_exponent(int exponent) {
  return (exponent * 1741647) >> 19;
}

static int decimal_exponent(int exponent) {
  return (exponent * 1262611) >> 22;
}

static uint64_t high_half(uint64_t a, uint64_t b) {
  return (uint64_t)((unsigned __int128)a * b >> 64);
}

/* x × power / 2^128, rounded to odd: the last bit says whether something was lost. */
static uint64_t multiply_to_odd(const PowerOfTen *power, uint64_t x) {
  unsigned __int128 product = (unsigned __int128)power->high * x + high_half(power->low, x);
  return (uint64_t)(product >> 64) | ((uint64_t)product > 1);
}

/* Writes the digits of a number so that they end before `end`, and returns where they begin. */
static char *write_digits(char *end, uint64_t number) {
  static const char pairs[] =
      "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
      "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
  while (number >= 100) {
    end -= 2;
    memcpy(end, pairs + 2 * (number % 100), 2);
    number /= 100;
  }
  if (number < 10) {
    *--end = (char)('0' + number);
    return end;
  }
  end -= 2;
  memcpy(end, pairs + 2 * number, 2);
  return end;
}

/* A copy of constant size is faster than a call. */
static char *append_digits(char *text, const char *digits, int count) {
  memcpy(text, digits, MAXIMUM_DIGITS);
  return text + count;
}

static void set_digits(Decimal *decimal, uint64_t number, int exponent) {
  char digits[MAXIMUM_DIGITS];
  char *end = digits + sizeof digits;
  char *start = write_digits(end, number);
  decimal->exponent = exponent;
  for (; end - start > 1 && end[-1] == '0'; end--) decimal->exponent++;
  decimal->count = (int)(end - start);
  memcpy(decimal->digits, start, (size_t)decimal->count);
}

/* Schubfach. All quantities are four times their values, so that the boundaries are integers. */
static void find_shortest(Decimal *decimal, double magnitude) {
  Binary binary = binary_of(magnitude);
  uint64_t significand = binary.significand;
  /* The lower neighbor of a power of two is at half the distance of the upper one: log10(3/4) moves the exponent. */
  bool has_nearer_neighbor = significand == HIDDEN_BIT && binary.exponent > -1074;
  int k = has_nearer_neighbor ? (binary.exponent * 1262611 - 524031) >> 22 : decimal_exponent(binary.exponent);
  int shift = binary.exponent + binary_exponent(-k) + 1;
  const PowerOfTen *power = power_of_ten(-k);

  /* Even significands include their boundaries (ties to even), odd ones do not. */
  uint64_t odd = significand & 1;
  uint64_t lower = multiply_to_odd(power, (4 * significand - (has_nearer_neighbor ? 1 : 2)) << shift) + odd;
  uint64_t value = multiply_to_odd(power, 4 * significand << shift);
  uint64_t upper = multiply_to_odd(power, (4 * significand + 2) << shift) - odd;

  uint64_t integer = value / 4;
  if (integer >= 10) {
    uint64_t tens = integer / 10;
    bool down_is_in = lower <= 40 * tens;
    bool up_is_in = 40 * tens + 40 <= upper;
    if (down_is_in != up_is_in) {
      set_digits(decimal, tens + up_is_in, k + 1);
      return;
    }
  }
  bool down_is_in = lower <= 4 * integer;
  bool up_is_in = 4 * integer + 4 <= upper;
  uint64_t middle = 4 * integer + 2;
  bool rounds_up = down_is_in != up_is_in ? up_is_in : value > middle || (value == middle && (integer & 1));
  set_digits(decimal, integer + rounds_up, k);
}

static Binary normalize(uint64_t significand, int exponent) {
  int shift = __builtin_clzll(significand);
  return (Binary){significand << shift, exponent - shift};
}

static Binary multiply_rounded(Binary a, Binary b) {
  unsigned __int128 product = (unsigned __int128)a.significand * b.significand + ((uint64_t)1 << 63);
  return (Binary){(uint64_t)(product >> 64), a.exponent + b.exponent + 64};
}

/* The power of ten rounded to 64 bits. */
static Binary rounded_power(int exponent) {
  const PowerOfTen *power = power_of_ten(exponent);
  return (Binary){power->high + ((power->low - 1) >> 63), binary_exponent(exponent) - 63};
}

/*
 * The powers of ten have exponents from -348 on in steps of eight. The product with a number of 64 bits has an exponent from
 * -60 to -32, which leaves a choice now and then: the search begins where the gem's does.
 */
static int choose_power(int exponent) {
  int k = -348 + 8 * (((int)(-(exponent + 87) * 0.30102999566398114) + 348) / 8);
  for (;;) {
    int product = exponent + binary_exponent(k) + 1;
    if (product < -60) {
      k += 8;
    } else if (product > -32) {
      k -= 8;
    } else {
      return k;
    }
  }
}

/* Moves the last digit towards the number, as long as the digits stay between the boundaries. */
static void round_last_digit(Decimal *decimal, uint64_t delta, uint64_t rest, uint64_t unit, uint64_t distance) {
  while (rest < distance && delta - rest >= unit && (rest + unit < distance || distance - rest > rest + unit - distance)) {
    decimal->digits[decimal->count - 1]--;
    rest += unit;
  }
}

/* Grisu2. */
static void find_digits_as_json_gem(Decimal *decimal, double magnitude) {
  Binary binary = binary_of(magnitude);
  Binary value = normalize(binary.significand, binary.exponent);
  Binary upper = normalize(2 * binary.significand + 1, binary.exponent - 1);
  int bits = binary.significand == HIDDEN_BIT ? 2 : 1;
  Binary lower = {((binary.significand << bits) - 1) << (binary.exponent - bits - upper.exponent), upper.exponent};

  int k = choose_power(upper.exponent);
  Binary power = rounded_power(k);
  value = multiply_rounded(value, power);
  upper = multiply_rounded(upper, power);
  lower = multiply_rounded(lower, power);
  uint64_t highest = upper.significand - 1;
  uint64_t delta = highest - (lower.significand + 1);
  uint64_t distance = highest - value.significand;

  int point = -upper.exponent; /* bits after the point of all three */
  uint64_t one = (uint64_t)1 << point;
  uint64_t whole = highest >> point;
  uint64_t fraction = highest & (one - 1);
  char *digits = decimal->digits;
  char text[2 * MAXIMUM_DIGITS];
  char *start = write_digits(text + MAXIMUM_DIGITS, whole);
  int count = (int)(text + MAXIMUM_DIGITS - start);
  append_digits(digits, start, count);
  decimal->count = count;
  decimal->exponent = -k;

  if (fraction <= delta) {
    /* The digits of the whole part may be too many. */
    uint64_t unit = one, rest = fraction;
    while (decimal->count > 1) {
      uint64_t next = rest + (uint64_t)(digits[decimal->count - 1] - '0') * unit;
      if (next > delta) break;
      rest = next;
      unit *= 10;
      decimal->count--;
      decimal->exponent++;
    }
    round_last_digit(decimal, delta, rest, unit, distance);
    return;
  }
  do {
    fraction *= 10;
    delta *= 10;
    distance *= 10;
    digits[decimal->count++] = (char)('0' + (fraction >> point));
    fraction &= one - 1;
    decimal->exponent--;
  } while (fraction >= delta);
  round_last_digit(decimal, delta, fraction, one, distance);
}

static char *append(char *text, const char *bytes, int count) {
  memcpy(text, bytes, (size_t)count);
  return text + count;
}

static char *append_zeros(char *text, int count) {
  memset(text, '0', (size_t)count);
  return text + count;
}

/* Digits with a point in or around them: `point` of them are before it. */
static char *append_decimal(char *text, const Decimal *decimal, int point) {
  const char *digits = decimal->digits;
  if (point <= 0) {
    text = append(text, "0.", 2);
    text = append_zeros(text, -point);
    return append_digits(text, digits, decimal->count);
  }
  if (point >= decimal->count) {
    text = append_digits(text, digits, decimal->count);
    text = append_zeros(text, point - decimal->count);
    return append(text, ".0", 2);
  }
  text = append_digits(text, digits, point);
  *text++ = '.';
  return append_digits(text, digits + point, decimal->count - point);
}

static char *append_exponent(char *text, int exponent, int shortest) {
  *text++ = 'e';
  *text++ = exponent < 0 ? '-' : '+';
  char digits[MAXIMUM_DIGITS];
  char *end = digits + sizeof digits;
  char *start = write_digits(end, (uint64_t)(exponent < 0 ? -exponent : exponent));
  if (end - start < shortest) *text++ = '0';
  return append(text, start, (int)(end - start));
}

static char *format_as_ruby(char *text, double magnitude) {
  Decimal decimal;
  find_shortest(&decimal, magnitude);
  int point = decimal.count + decimal.exponent;
  bool has_point_inside = point < decimal.count;
  if (point > -4 && point <= (has_point_inside ? 16 : 15)) return append_decimal(text, &decimal, point);
  *text++ = decimal.digits[0];
  *text++ = '.';
  text = decimal.count > 1 ? append(text, decimal.digits + 1, decimal.count - 1) : append(text, "0", 1);
  return append_exponent(text, point - 1, 2);
}

static char *format_as_json_gem(char *text, double magnitude, bool is_negative) {
  Decimal decimal;
  find_digits_as_json_gem(&decimal, magnitude);
  int point = decimal.count + decimal.exponent;
  int exponent = point < 1 ? 1 - point : point - 1;
  if (decimal.exponent >= 0 && exponent < 15) return append_decimal(text, &decimal, point);
  if (decimal.exponent < 0 && (decimal.exponent > -7 || exponent < 10)) return append_decimal(text, &decimal, point);
  int count = decimal.count < 18 - is_negative ? decimal.count : 18 - is_negative;
  *text++ = decimal.digits[0];
  if (count > 1) {
    *text++ = '.';
    text = append(text, decimal.digits + 1, count - 1);
  }
  return append_exponent(text, point - 1, 1);
}

char *format_float(char *text, double number, FloatStyle style) {
  bool is_negative = signbit(number);
  double magnitude = fabs(number);
  if (is_negative) *text++ = '-';
  if (magnitude == 0) return append(text, "0.0", 3);
  return style == FLOAT_AS_RUBY ? format_as_ruby(text, magnitude) : format_as_json_gem(text, magnitude, is_negative);
}
