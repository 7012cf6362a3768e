//! The names of what can be asked for: `serde_json/twitter/decode`.

use crate::models::{Canada, Citm, Event, Film, Greeting, Message, Note, Partial, Simple, Twitter, UntaggedEvent};
use crate::models::{Wide120, Wide60, A1};
use crate::workload::{prepare, prepare_text, Workload};
use crate::Result;
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

const OPERATIONS: [&str; 3] = ["decode", "encode", "encode-reused"];

type Prepare = fn(operation: &str, document: Vec<u8>) -> Result<Box<dyn Workload>>;

struct Document {
    name: &'static str,
    file_name: &'static str,
    prepare: Prepare,
}

const DOCUMENTS: [Document; 40] = [
    Document { name: "twitter", file_name: "twitter.json", prepare: prepare::<Twitter> },
    Document { name: "citm", file_name: "citm_catalog.json", prepare: prepare::<Citm> },
    Document { name: "canada", file_name: "canada.json", prepare: prepare::<Canada> },
    Document { name: "hi1m", file_name: "hi1m.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "hi100k", file_name: "hi100k.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "a1", file_name: "a1.json", prepare: prepare::<A1> },
    Document { name: "simple", file_name: "simple.json", prepare: prepare::<Simple> },
    Document { name: "films", file_name: "films.json", prepare: prepare::<Vec<Film>> },
    // The conditions of bench/conditions.py.
    Document { name: "twitter-alphabetical", file_name: "twitter-alphabetical.json", prepare: prepare::<Twitter> },
    Document { name: "twitter-random", file_name: "twitter-random.json", prepare: prepare::<Twitter> },
    Document { name: "citm-alphabetical", file_name: "citm-alphabetical.json", prepare: prepare::<Citm> },
    Document { name: "citm-random", file_name: "citm-random.json", prepare: prepare::<Citm> },
    Document { name: "partial-pretty", file_name: "partial-pretty.json", prepare: prepare::<Vec<Partial>> },
    Document { name: "partial-compact", file_name: "partial-compact.json", prepare: prepare::<Vec<Partial>> },
    Document { name: "wide60", file_name: "wide60.json", prepare: prepare::<Vec<Wide60>> },
    Document { name: "wide120", file_name: "wide120.json", prepare: prepare::<Vec<Wide120>> },
    Document { name: "escapes", file_name: "escapes.json", prepare: prepare::<Vec<Note>> },
    Document { name: "unicode", file_name: "unicode.json", prepare: prepare::<Vec<Note>> },
    Document { name: "unicode-escapes", file_name: "unicode-escapes.json", prepare: prepare::<Vec<Note>> },
    Document { name: "message", file_name: "message.json", prepare: prepare::<Message> },
    Document { name: "message-string", file_name: "message.json", prepare: prepare_text::<Message> },
    Document { name: "message-data", file_name: "message.json", prepare: prepare::<Message> },
    Document { name: "dictionary", file_name: "dictionary.json", prepare: prepare::<HashMap<String, i64>> },
    Document { name: "events-tag-first", file_name: "events-tag-first.json", prepare: prepare::<Vec<Event>> },
    Document { name: "events-tag-last", file_name: "events-tag-last.json", prepare: prepare::<Vec<Event>> },
    Document { name: "events-untagged", file_name: "events-untagged.json", prepare: prepare::<Vec<UntaggedEvent>> },
    Document { name: "doubles", file_name: "doubles.json", prepare: prepare::<Vec<f64>> },
    Document { name: "integers", file_name: "integers.json", prepare: prepare::<Vec<i64>> },
    Document { name: "tree-twitter", file_name: "twitter.json", prepare: prepare::<Value> },
    Document { name: "tree-citm", file_name: "citm_catalog.json", prepare: prepare::<Value> },
    Document { name: "tree-canada", file_name: "canada.json", prepare: prepare::<Value> },
    Document { name: "tree-message", file_name: "message.json", prepare: prepare::<Value> },
    Document { name: "records-1", file_name: "records-1.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-10", file_name: "records-10.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-100", file_name: "records-100.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-1000", file_name: "records-1000.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-10000", file_name: "records-10000.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-100000", file_name: "records-100000.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-1000000", file_name: "records-1000000.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "records-10000000", file_name: "records-10000000.json", prepare: prepare::<Vec<Greeting>> },
];

/// The names of all cases.
pub fn names() -> Vec<String> {
    let name = |document: &Document, operation| format!("serde_json/{}/{operation}", document.name);
    DOCUMENTS.iter().flat_map(|document| OPERATIONS.iter().map(move |operation| name(document, operation))).collect()
}

/// Reads a case's document and makes ready what the operation starts from. None of it is measured.
pub fn load(case_name: &str, folder: &Path) -> Result<Box<dyn Workload>> {
    let unknown = || format!("no case is named {case_name}");
    let (document_name, operation) =
        case_name.strip_prefix("serde_json/").and_then(|rest| rest.split_once('/')).ok_or_else(unknown)?;
    let document = DOCUMENTS.iter().find(|document| document.name == document_name).ok_or_else(unknown)?;
    (document.prepare)(operation, fs::read(folder.join(document.file_name))?)
}
