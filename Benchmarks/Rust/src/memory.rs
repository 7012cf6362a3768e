use crate::Result;
use std::fs;

/// The most memory that this process has had at once, in bytes.
pub fn peak() -> Result<usize> {
    let status = fs::read_to_string("/proc/self/status")?;
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next())
        .ok_or("the system does not tell the peak memory")?;
    Ok(kilobytes.parse::<usize>()? * 1024)
}
