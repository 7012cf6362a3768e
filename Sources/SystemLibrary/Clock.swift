/// Returns the nanoseconds since some fixed instant, without time that the machine was asleep. `SuspendingClock` is newer than the
/// oldest systems.
package func nanosecondsAwake() -> UInt64 {
  #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  #endif
}
