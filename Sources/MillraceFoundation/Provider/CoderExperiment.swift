/// An experiment: a share of users gets another implementation.
///
/// ```swift
/// let experiment = CoderExperiment(name: "json-2026", share: 0.1, of: .millrace, against: .foundation)
/// if let experiment {
///   App.coders.use(experiment.implementation(for: "user 4711"))
/// }
/// ```
///
/// A user is in the share if SipHash-2-4 of `experiment:user`, divided by 2^64, is less than the share. The result is
/// the same at every launch, on every platform, and in other languages with this hash. Experiments divide users independently of each other. When a share grows, its users stay in it.
public struct CoderExperiment: Sendable {
  /// The name of the experiment. It determines which users are in the share.
  public let name: String
  /// 0 for no users, 1 for all users.
  public let share: Double
  /// The implementation for users in the share.
  public let treatment: CoderImplementation
  /// The implementation for all other users.
  public let control: CoderImplementation

  /// Creates an experiment. Returns nil if the share is not between 0 and 1, because shares often come from a server.
  ///
  /// - Parameters:
  ///   - name: the name, which should be unique for each experiment.
  ///   - share: the share of users who get the treatment, from 0 to 1.
  ///   - treatment: the implementation for users in the share.
  ///   - control: the implementation for all other users.
  public init?(name: String, share: Double, of treatment: CoderImplementation, against control: CoderImplementation) {
    guard (0...1).contains(share) else { return nil }
    self.name = name
    self.share = share
    self.treatment = treatment
    self.control = control
  }

  /// Returns the implementation for a user.
  ///
  /// - Parameter id: the id of the user or device. Its UTF-8 bytes are hashed.
  public func implementation(for id: String) -> CoderImplementation { isTreated(id) ? treatment : control }

  /// Whether a user is in the share.
  public func isTreated(_ id: String) -> Bool {
    let hash = SipHash.hash(Array("\(name):\(id)".utf8))
    // The 53 bits of a significand: less than 1 even for the largest hash.
    return Double(hash >> 11) * 0x1p-53 < share
  }
}
