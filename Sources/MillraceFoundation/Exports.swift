// The calls that a provider's observer receives, and their recorder, are part of this module's interface. They are in a
// separate module, because the command-line tool reads the recorder's files without Foundation.
@_exported import MillraceMeasurement
