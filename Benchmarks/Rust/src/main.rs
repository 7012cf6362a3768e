//! serde_json with typed structures: a process that does what it is told with the documents of a folder, and says how
//! long it took. The contender in Swift takes the same commands.

mod case;
mod memory;
mod models;
mod server;
mod workload;

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::exit;

pub type Result<Value> = std::result::Result<Value, Box<dyn Error>>;

const USAGE: &str = "\
usage: contender serve FOLDER             answers requests on standard input (see src/server.rs)
       contender once FOLDER CASE COUNT   does it COUNT times and says nothing: for a profiler
       contender peak FOLDER CASE         prints the peak memory, before it reads the document and at the end";

fn main() {
    if let Err(error) = carry_out(&env::args().skip(1).collect::<Vec<_>>()) {
        eprintln!("{error}");
        exit(1);
    }
}

fn carry_out(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["serve", folder] => server::Server::new(PathBuf::from(folder)).serve(),
        ["once", folder, case_name, count] => case::load(case_name, folder.as_ref())?.run(count.parse()?),
        ["peak", folder, case_name] => {
            let at_start = memory::peak()?;
            case::load(case_name, folder.as_ref())?.run(1)?;
            println!("{at_start} {}", memory::peak()?);
            Ok(())
        }
        _ => Err(USAGE.into()),
    }
}
