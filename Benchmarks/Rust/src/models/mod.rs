//! The documents' types, field for field those of the Swift package's `Models`.

mod citm;
mod small;
mod twitter;

pub use citm::Citm;
pub use small::{Canada, Film, Greeting, Simple, A1};
pub use twitter::Twitter;
