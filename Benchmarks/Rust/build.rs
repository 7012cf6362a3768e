//! Tells the program which serde_json and which compiler it is built with.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder of the package");
    let lock = Path::new(&folder).join("Cargo.lock");
    let packages = fs::read_to_string(&lock).expect("cargo has written Cargo.lock before it builds");
    let version = version_of("serde_json", &packages).expect("Cargo.lock has the version of serde_json");
    println!("cargo:rustc-env=SERDE_JSON_VERSION={}", version);
    println!("cargo:rustc-env=RUSTC_VERSION={}", compiler_version().unwrap_or_else(|| "unknown".to_string()));
    println!("cargo:rerun-if-changed=Cargo.lock");
}

/// The version in the lock file's entry of that name: the line behind the name is `version = "1.2.3"`.
fn version_of<'a>(name: &str, packages: &'a str) -> Option<&'a str> {
    let name_line = format!("name = \"{}\"", name);
    let mut lines = packages.lines().skip_while(|line| *line != name_line);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// `1.63.0`, from `rustc 1.63.0 (4b91a6ea7 2022-08-08)`
fn compiler_version() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    line.split_whitespace().nth(1).map(str::to_string)
}
