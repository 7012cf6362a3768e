//! Answers requests on standard input, one a line, on standard output: those of the contender in Swift
//! (Sources/Contender/Server.swift), and
//!
//!     about            what the program is made of, as JSON

use crate::case;
use crate::workload::Workload;
use crate::Result;
use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead};
use std::path::PathBuf;

pub struct Server {
    folder: PathBuf,
    /// The cases that were asked for before, so that nothing is prepared twice.
    workloads: HashMap<String, Box<dyn Workload>>,
}

impl Server {
    pub fn new(folder: PathBuf) -> Server {
        Server { folder, workloads: HashMap::new() }
    }

    pub fn serve(&mut self) -> Result<()> {
        for request in io::stdin().lock().lines() {
            let request = request?;
            match self.reply(&request.split_whitespace().collect::<Vec<_>>()) {
                Ok(reply) => println!("{reply}"),
                Err(error) => println!("error {error}"),
            }
        }
        Ok(())
    }

    fn reply(&mut self, words: &[&str]) -> Result<String> {
        match words {
            ["about"] => Ok(about()),
            ["list"] => Ok(case::names().iter().map(|name| format!("{name}\n")).collect()),
            ["run", case_name, count] => {
                let count = count.parse()?;
                let workload = self.workload(case_name)?;
                let start = cpu_nanoseconds();
                workload.run(count)?;
                Ok((cpu_nanoseconds() - start).to_string())
            }
            ["dump", case_name, file] => {
                fs::write(file, self.workload(case_name)?.round_trip()?)?;
                Ok("done".to_string())
            }
            _ => Err(format!("not a request: {}", words.join(" ")).into()),
        }
    }

    fn workload(&mut self, case_name: &str) -> Result<&mut Box<dyn Workload>> {
        if !self.workloads.contains_key(case_name) {
            self.workloads.insert(case_name.to_string(), case::load(case_name, &self.folder)?);
        }
        Ok(self.workloads.get_mut(case_name).expect("it has just been put there"))
    }
}

fn about() -> String {
    let parts = serde_json::json!({
        "serde_json": env!("SERDE_JSON_VERSION"),
        "rustc": env!("RUSTC_VERSION"),
        "float_roundtrip": cfg!(feature = "float_roundtrip"),
    });
    parts.to_string()
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// The CPU time of this process, because the machine has other things to do as well. The standard library has no such
/// clock.
fn cpu_nanoseconds() -> i64 {
    let process_clock = if cfg!(target_os = "macos") { 12 } else { 2 };
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `Timespec` has the layout of C's `struct timespec` on 64-bit systems.
    unsafe { clock_gettime(process_clock, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}
