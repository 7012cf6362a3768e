#ifndef C_BYTE_MASK_H
#define C_BYTE_MASK_H

#include <stdint.h>
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Sixteen bytes in a vector register.
typedef unsigned char CByteVector __attribute__((__ext_vector_type__(16)));

/// Returns the highest bit of each byte, that of the first byte lowest.
///
/// In C because Swift's vectors have no operation for it. It is one instruction on x86-64.
static inline __attribute__((__always_inline__)) uint32_t millrace_byte_mask(CByteVector bytes) {
#if defined(__SSE2__)
  typedef char Lanes __attribute__((__vector_size__(16)));
  return (uint32_t)__builtin_ia32_pmovmskb128((Lanes)bytes);
#elif defined(__aarch64__)
  // One bit of each byte stays, in another place for each of the eight bytes of a half. Then each half is added up.
  const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t isHigh = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8((uint8x16_t)bytes), 7));
  const uint8x16_t bits = vandq_u8(isHigh, places);
  return (uint32_t)vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
#else
  uint32_t bits = 0;
  for (int lane = 0; lane < 16; lane++) bits |= (uint32_t)(bytes[lane] >> 7) << lane;
  return bits;
#endif
}

#endif
