import Millrace

// Types that contain themselves.

/// One small level for each level of the document.
@Serializable
final class Chain {
  var value: Int?
  var next: Chain?
}

/// Sixty fields of which the last contains the type again, built in place.
@Serializable
final class WideChain {
  var i0: Int?, i1: Int?, i2: Int?, i3: Int?, i4: Int?, i5: Int?, i6: Int?, i7: Int?, i8: Int?, i9: Int?
  var s0: String?, s1: String?, s2: String?, s3: String?, s4: String?, s5: String?, s6: String?, s7: String?
  var s8: String?, s9: String?, t0: String?, t1: String?, t2: String?, t3: String?, t4: String?, t5: String?
  var d0: Double?, d1: Double?, d2: Double?, d3: Double?, d4: Double?, d5: Double?, d6: Double?, d7: Double?
  var b0: Bool?, b1: Bool?, b2: Bool?, b3: Bool?, b4: Bool?, b5: Bool?, b6: Bool?, b7: Bool?
  var a0: [Int]?, a1: [Int]?, a2: [String]?, a3: [String]?, a4: [Double]?, a5: [Double]?
  var m0: [String: Int]?, m1: [String: Int]?, m2: [String: String]?, m3: [Int: String]?
  var u0: UInt8?, u1: UInt16?, u2: UInt32?, u3: UInt64?, u4: UInt128?, f0: Float?, f1: Float?
  var next: WideChain?
}

/// The same as a structure: large values are handed up through every level.
@Serializable
struct WideTree {
  var i0: Int?, i1: Int?, i2: Int?, i3: Int?, i4: Int?, i5: Int?, i6: Int?, i7: Int?, i8: Int?, i9: Int?
  var s0: String?, s1: String?, s2: String?, s3: String?, s4: String?, s5: String?, s6: String?, s7: String?
  var s8: String?, s9: String?, t0: String?, t1: String?, t2: String?, t3: String?, t4: String?, t5: String?
  var d0: Double?, d1: Double?, d2: Double?, d3: Double?, d4: Double?, d5: Double?, d6: Double?, d7: Double?
  var b0: Bool?, b1: Bool?, b2: Bool?, b3: Bool?, b4: Bool?, b5: Bool?, b6: Bool?, b7: Bool?
  var a0: [Int]?, a1: [Int]?, a2: [String]?, a3: [String]?, a4: [Double]?, a5: [Double]?
  var m0: [String: Int]?, m1: [String: Int]?, m2: [String: String]?, m3: [Int: String]?
  var u0: UInt8?, u1: UInt16?, u2: UInt32?, u3: UInt64?, u4: UInt128?, f0: Float?, f1: Float?
  var next: [WideTree]?
}
