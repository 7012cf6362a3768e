// What the test targets share is there in each file of this one.
@_exported import TestSupport
