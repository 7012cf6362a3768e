//! The operations: decode, encode, and encode into a buffer that is kept.

use crate::Result;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::marker::PhantomData;
use std::mem;
use std::ptr;

/// An operation that is ready to be repeated.
pub trait Workload {
    /// Does the operation `count` times, each time from the beginning, and drops the results.
    fn run(&mut self, count: usize) -> Result<()>;

    /// The document decoded and encoded again, by the code that `run` repeats.
    fn round_trip(&mut self) -> Result<Vec<u8>>;
}

/// Makes a workload of an operation's name and a document.
pub fn prepare<Value>(operation: &str, document: Vec<u8>) -> Result<Box<dyn Workload>>
where
    Value: DeserializeOwned + Serialize + 'static,
{
    match operation {
        "decode" => Ok(Box::new(Decode::<Value> { document, value: PhantomData })),
        "encode" => Ok(Box::new(Encode::<Value> { value: serde_json::from_slice(&document)? })),
        "encode-reused" => {
            Ok(Box::new(EncodeReused::<Value> { value: serde_json::from_slice(&document)?, output: Vec::new() }))
        }
        _ => Err(format!("no operation is named {operation}").into()),
    }
}

/// The same of a document that is known to be text.
pub fn prepare_text<Value>(operation: &str, document: Vec<u8>) -> Result<Box<dyn Workload>>
where
    Value: DeserializeOwned + Serialize + 'static,
{
    match operation {
        "decode" => Ok(Box::new(DecodeText::<Value> { document: String::from_utf8(document)?, value: PhantomData })),
        _ => Err(format!("no operation on text is named {operation}").into()),
    }
}

struct DecodeText<Value> {
    document: String,
    value: PhantomData<Value>,
}

impl<Value: DeserializeOwned + Serialize> Workload for DecodeText<Value> {
    fn run(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            keep(serde_json::from_str::<Value>(&self.document)?);
        }
        Ok(())
    }

    fn round_trip(&mut self) -> Result<Vec<u8>> {
        Ok(serde_json::to_vec(&serde_json::from_str::<Value>(&self.document)?)?)
    }
}

struct Decode<Value> {
    document: Vec<u8>,
    value: PhantomData<Value>,
}

impl<Value: DeserializeOwned + Serialize> Workload for Decode<Value> {
    fn run(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            keep(serde_json::from_slice::<Value>(&self.document)?);
        }
        Ok(())
    }

    fn round_trip(&mut self) -> Result<Vec<u8>> {
        Ok(serde_json::to_vec(&serde_json::from_slice::<Value>(&self.document)?)?)
    }
}

struct Encode<Value> {
    value: Value,
}

impl<Value: Serialize> Workload for Encode<Value> {
    fn run(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            keep(serde_json::to_vec(&self.value)?);
        }
        Ok(())
    }

    fn round_trip(&mut self) -> Result<Vec<u8>> {
        Ok(serde_json::to_vec(&self.value)?)
    }
}

struct EncodeReused<Value> {
    value: Value,
    output: Vec<u8>,
}

impl<Value: Serialize> Workload for EncodeReused<Value> {
    fn run(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            self.output.clear();
            serde_json::to_writer(&mut self.output, &self.value)?;
            keep(self.output.len());
        }
        Ok(())
    }

    fn round_trip(&mut self) -> Result<Vec<u8>> {
        self.run(2)?;
        Ok(self.output.clone())
    }
}

/// Has the value made, though nobody needs it: the optimizer cannot see that it is not used.
fn keep<Value>(value: Value) {
    // SAFETY: the copy is dropped in the place of the value. (`hint::black_box` is younger than Debian's compiler.)
    unsafe {
        let copy = ptr::read_volatile(&value);
        mem::forget(value);
        drop(copy);
    }
}
