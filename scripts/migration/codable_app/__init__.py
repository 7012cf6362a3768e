"""An app of Codable types as real code has them, and documents for each of them."""
