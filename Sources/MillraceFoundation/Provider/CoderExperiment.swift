/// A share of users for whom another implementation does the work.
///
/// ```swift
/// let experiment = CoderExperiment(name: "json-2026", share: 0.1, of: .millrace, against: .foundation)
/// if let experiment {
///   App.coders.use(experiment.implementation(for: "user 4711"))
/// }
/// ```
///
/// A user is in the share if SipHash-2-4 of `experiment:user`, divided by 2^64, is below it. That is the same at every
/// launch, on every platform, and in every other language that has this hash; two experiments divide users independently
/// of each other; and a user who is in a share stays in it when it grows.
public struct CoderExperiment: Sendable {
  /// The name of the experiment. It determines which users are in the share.
  public let name: String
  /// 0 for no users, 1 for all users.
  public let share: Double
  /// The implementation for users in the share.
  public let treatment: CoderImplementation
  /// The implementation for all other users.
  public let control: CoderImplementation

  /// Nil if the share is not a number from 0 to 1: it often comes from a server.
  ///
  /// - Parameters:
  ///   - name: should be new for each experiment.
  ///   - share: how many of all users get the treatment, from 0 to 1.
  ///   - treatment: for those in the share.
  ///   - control: for all others.
  public init?(name: String, share: Double, of treatment: CoderImplementation, against control: CoderImplementation) {
    guard (0...1).contains(share) else { return nil }
    self.name = name
    self.share = share
    self.treatment = treatment
    self.control = control
  }

  /// Who does the work for a user.
  ///
  /// - Parameter id: tells users, or devices, apart; its UTF-8 counts.
  public func implementation(for id: String) -> CoderImplementation { isTreated(id) ? treatment : control }

  /// Whether a user is in the share.
  public func isTreated(_ id: String) -> Bool {
    let hash = SipHash.hash(Array("\(name):\(id)".utf8))
    // The 53 digits that a double has room for: less than one even for the largest hash.
    return Double(hash >> 11) * 0x1p-53 < share
  }
}
