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

/// Asks the processor to load the line of memory at an address. Any address is allowed: one that cannot be read has no effect.
static inline __attribute__((__always_inline__)) void millrace_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address);
}

/// Moves the bytes from a lane on to the next lane, which removes the last one.
///
/// In C because Swift's vectors have no operation that moves lanes. `lane` is 0 to 15.
static inline __attribute__((__always_inline__)) CByteVector millrace_with_gap(CByteVector bytes, intptr_t lane) {
  static const unsigned char ones_and_zeros[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  CByteVector stays;
  __builtin_memcpy(&stays, ones_and_zeros + 16 - lane, sizeof stays);
  const CByteVector moved = __builtin_shufflevector(bytes, (CByteVector)0, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  return (bytes & stays) | (moved & ~stays);
}

#if defined(__SSE2__)
/// Returns the eight digits of each of two numbers below 100,000,000 as characters, the most significant first.
///
/// In C because Swift's vectors have no operation for the upper halves of products. Each number is divided by 10^4, each half by
/// 10^2, each pair by 10, with reciprocals that are exact below these limits. Each quotient is put before its remainder: x - d q is
/// in the next lane, which is 2^n times as high, so that both are 2^n x - (2^n d - 1) q.
static inline __attribute__((__always_inline__)) CByteVector millrace_sixteen_digits(uint32_t upper, uint32_t lower) {
  typedef int Ints __attribute__((__vector_size__(16)));
  typedef unsigned Lanes __attribute__((__vector_size__(16)));
  typedef short Shorts __attribute__((__vector_size__(16)));
  typedef unsigned short Words __attribute__((__vector_size__(16)));
  typedef uint64_t Longs __attribute__((__vector_size__(16)));
  const Lanes numbers = {upper, 0, lower, 0};
  const Longs reciprocal = {3518437209, 3518437209}, complement = {0xFFFFFFFF - 9999, 0xFFFFFFFF - 9999};
  const Longs high = (Longs)__builtin_ia32_pmuludq128((Ints)numbers, (Ints)reciprocal) >> 45;
  // 2^32 q + x - 10^4 q, and then the halves change their places.
  const Lanes halves = (Lanes)((Longs)numbers + (Longs)__builtin_ia32_pmuludq128((Ints)high, (Ints)complement));
  const Words fours = (Words)__builtin_shufflevector(halves, halves, 1, 0, 3, 2);
  const Words hundredth = {5243, 5243, 5243, 5243, 5243, 5243, 5243, 5243};
  const Words tenth = {6554, 6554, 6554, 6554, 6554, 6554, 6554, 6554};
  const Words hundreds = (Words)__builtin_ia32_pmulhuw128((Shorts)fours, (Shorts)hundredth) >> 3;
  const Words pairs = hundreds | (Words)((Lanes)(fours - hundreds * 100) << 16);
  const Words tens = (Words)__builtin_ia32_pmulhuw128((Shorts)pairs, (Shorts)tenth);
  return (CByteVector)((pairs << 8) - tens * 2559) | '0';
}
#elif defined(__aarch64__)
/// Returns the eight digits of each of two numbers below 100,000,000 as characters, the most significant first.
///
/// By the same divisions.
static inline __attribute__((__always_inline__)) CByteVector millrace_sixteen_digits(uint32_t upper, uint32_t lower) {
  const uint32x2_t numbers = {upper, lower};
  const uint32x2_t high = vmovn_u64(vshrq_n_u64(vmull_n_u32(numbers, 3518437209), 45));
  const uint32x2x2_t halves = vzip_u32(high, vmls_n_u32(numbers, high, 10000));
  const uint32x4_t fours = vcombine_u32(halves.val[0], halves.val[1]);
  const uint32x4_t hundreds = vshrq_n_u32(vmulq_n_u32(fours, 5243), 19);
  const uint16x8_t pairs = vreinterpretq_u16_u32(vsliq_n_u32(hundreds, vmlsq_n_u32(fours, hundreds, 100), 16));
  const uint16x8_t tens = vshrq_n_u16(vmulq_n_u16(pairs, 103), 10);
  return (CByteVector)vsliq_n_u16(tens, vmlsq_n_u16(pairs, tens, 10), 8) | '0';
}
#endif

#endif
