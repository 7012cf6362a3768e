//! The names of what can be asked for: `serde_json/twitter/decode`.

use crate::models::{Canada, Citm, Film, Greeting, Simple, Twitter, A1};
use crate::workload::{prepare, Workload};
use crate::Result;
use std::fs;
use std::path::Path;

const OPERATIONS: [&str; 3] = ["decode", "encode", "encode-reused"];

type Prepare = fn(operation: &str, document: Vec<u8>) -> Result<Box<dyn Workload>>;

struct Document {
    name: &'static str,
    file_name: &'static str,
    prepare: Prepare,
}

const DOCUMENTS: [Document; 8] = [
    Document { name: "twitter", file_name: "twitter.json", prepare: prepare::<Twitter> },
    Document { name: "citm", file_name: "citm_catalog.json", prepare: prepare::<Citm> },
    Document { name: "canada", file_name: "canada.json", prepare: prepare::<Canada> },
    Document { name: "hi1m", file_name: "hi1m.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "hi100k", file_name: "hi100k.json", prepare: prepare::<Vec<Greeting>> },
    Document { name: "a1", file_name: "a1.json", prepare: prepare::<A1> },
    Document { name: "simple", file_name: "simple.json", prepare: prepare::<Simple> },
    Document { name: "films", file_name: "films.json", prepare: prepare::<Vec<Film>> },
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
