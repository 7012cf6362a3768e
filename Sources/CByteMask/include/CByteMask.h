#ifndef C_BYTE_MASK_H
#define C_BYTE_MASK_H

#include <stdint.h>
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Sixteen bytes in a vector register.
typedef unsigned char CByteVector __attribute__((__ext_vector_type__(16)));

#if defined(__aarch64__)
/// Of each byte whose highest bit is set, one bit, in another place for each of the eight bytes of a half.
static inline __attribute__((__always_inline__)) uint8x16_t millrace_placed_bits(CByteVector bytes) {
  const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  return vandq_u8(vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8((uint8x16_t)bytes), 7)), places);
}
#endif

/// Returns the highest bit of each byte, that of the first byte lowest.
///
/// In C because Swift's vectors have no operation for it. It is one instruction on x86-64. On ARM64, neighbours are added until each
/// half is one byte.
static inline __attribute__((__always_inline__)) uint32_t millrace_byte_mask(CByteVector bytes) {
#if defined(__SSE2__)
  typedef char Lanes __attribute__((__vector_size__(16)));
  return (uint32_t)__builtin_ia32_pmovmskb128((Lanes)bytes);
#elif defined(__aarch64__)
  uint8x16_t bits = millrace_placed_bits(bytes);
  for (int step = 0; step < 3; step++) bits = vpaddq_u8(bits, bits);
  return vgetq_lane_u16(vreinterpretq_u16_u8(bits), 0);
#else
  uint32_t bits = 0;
  for (int lane = 0; lane < 16; lane++) bits |= (uint32_t)(bytes[lane] >> 7) << lane;
  return bits;
#endif
}

/// Does the same for two vectors: thirty-two bits.
static inline __attribute__((__always_inline__)) uint32_t millrace_byte_masks(CByteVector lower, CByteVector upper) {
#if defined(__AVX2__)
  typedef char Lanes __attribute__((__vector_size__(32)));
  return (uint32_t)__builtin_ia32_pmovmskb256((Lanes)__builtin_shufflevector(lower, upper, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
      13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31));
#elif defined(__aarch64__)
  uint8x16_t bits = vpaddq_u8(millrace_placed_bits(lower), millrace_placed_bits(upper));
  for (int step = 0; step < 2; step++) bits = vpaddq_u8(bits, bits);
  return vgetq_lane_u32(vreinterpretq_u32_u8(bits), 0);
#else
  return millrace_byte_mask(lower) | millrace_byte_mask(upper) << 16;
#endif
}

/// Does the same for four vectors: sixty-four bits.
static inline __attribute__((__always_inline__)) uint64_t millrace_byte_masks_of_four(
    CByteVector first, CByteVector second, CByteVector third, CByteVector fourth) {
#if defined(__aarch64__)
  const uint8x16_t lower = vpaddq_u8(millrace_placed_bits(first), millrace_placed_bits(second));
  const uint8x16_t upper = vpaddq_u8(millrace_placed_bits(third), millrace_placed_bits(fourth));
  uint8x16_t bits = vpaddq_u8(lower, upper);
  bits = vpaddq_u8(bits, bits);
  return vgetq_lane_u64(vreinterpretq_u64_u8(bits), 0);
#else
  return millrace_byte_masks(first, second) | (uint64_t)millrace_byte_masks(third, fourth) << 32;
#endif
}

#if defined(__SSE2__)
/// Returns the eight digits of each of two numbers below 100,000,000 as values 0 to 9, the most significant first.
///
/// In C because Swift's vectors have no operation for the upper halves of products. The method is W. Mula's ("SSE2: conversion
/// of numbers to decimal digits", 2011): each number is divided by 10^4, then each half by 10^3, 10^2 and 10^1 at once. Ten
/// times each quotient is subtracted from the next one.
static inline __attribute__((__always_inline__)) CByteVector millrace_sixteen_digits(uint32_t upper, uint32_t lower) {
  typedef int Ints __attribute__((__vector_size__(16)));
  typedef short Shorts __attribute__((__vector_size__(16)));
  typedef unsigned short Words __attribute__((__vector_size__(16)));
  typedef uint64_t Longs __attribute__((__vector_size__(16)));
  const Longs numbers = {upper, lower};
  const Longs reciprocal = {3518437209, 3518437209}, tenThousand = {10000, 10000};
  const Longs high = (Longs)__builtin_ia32_pmuludq128((Ints)numbers, (Ints)reciprocal) >> 45;
  const Longs low = (Longs)((Ints)numbers - (Ints)__builtin_ia32_pmuludq128((Ints)high, (Ints)tenThousand));
  // Times four, for the precision of the products below.
  const Words fours = (Words)((high | low << 16) << 2);
  const Words divisors = {8389, 5243, 13108, 32768, 8389, 5243, 13108, 32768};
  const Words shifts = {1 << 7, 1 << 11, 1 << 13, 1 << 15, 1 << 7, 1 << 11, 1 << 13, 1 << 15};
  const Words first = __builtin_shufflevector(fours, fours, 0, 0, 0, 0, 1, 1, 1, 1);
  const Words second = __builtin_shufflevector(fours, fours, 4, 4, 4, 4, 5, 5, 5, 5);
  const Shorts parts[2] = {
      __builtin_ia32_pmulhuw128(__builtin_ia32_pmulhuw128((Shorts)first, (Shorts)divisors), (Shorts)shifts),
      __builtin_ia32_pmulhuw128(__builtin_ia32_pmulhuw128((Shorts)second, (Shorts)divisors), (Shorts)shifts),
  };
  const Words tens[2] = {
      (Words)((Longs)((Words)parts[0] * 10) << 16),
      (Words)((Longs)((Words)parts[1] * 10) << 16),
  };
  return (CByteVector)__builtin_ia32_packuswb128((Shorts)((Words)parts[0] - tens[0]), (Shorts)((Words)parts[1] - tens[1]));
}
#elif defined(__aarch64__)
/// Returns the eight digits of each of two numbers below 100,000,000 as values 0 to 9, the most significant first.
///
/// Each number is divided by 10^4, each half by 10^2, each pair by 10, with reciprocals that are exact below these limits. Quotient and
/// remainder stay side by side, so that the parts remain in their order.
static inline __attribute__((__always_inline__)) CByteVector millrace_sixteen_digits(uint32_t upper, uint32_t lower) {
  const uint32x2_t numbers = {upper, lower};
  const uint32x2_t high = vmovn_u64(vshrq_n_u64(vmull_n_u32(numbers, 3518437209), 45));
  const uint32x2x2_t halves = vzip_u32(high, vmls_n_u32(numbers, high, 10000));
  const uint32x4_t fours = vcombine_u32(halves.val[0], halves.val[1]);
  const uint32x4_t hundreds = vshrq_n_u32(vmulq_n_u32(fours, 5243), 19);
  const uint16x8_t pairs = vreinterpretq_u16_u32(vsliq_n_u32(hundreds, vmlsq_n_u32(fours, hundreds, 100), 16));
  const uint16x8_t tens = vshrq_n_u16(vmulq_n_u16(pairs, 103), 10);
  return (CByteVector)vsliq_n_u16(tens, vmlsq_n_u16(pairs, tens, 10), 8);
}
#endif

#endif
