//! The documents' types, field for field those of the Swift package's `Models`.

mod citm;
mod conditions;
mod small;
mod twitter;
mod wide;

pub use citm::Citm;
pub use conditions::{Event, Message, Note, Partial, UntaggedEvent};
pub use small::{Canada, Film, Greeting, Simple, A1};
pub use twitter::Twitter;
pub use wide::{Wide120, Wide60};
