// What a provider's observer is called with, and the recorder of it, are part of this module's interface. They are in a
// module of their own because the command-line tool reads the recorder's files without Foundation.
@_exported import MillraceMeasurement
