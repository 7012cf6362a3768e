// JSON.parse and JSON.stringify of Node, as a process that answers requests like the other contenders.
//
//   node contender.mjs serve FOLDER
//       list             the name of each case on a line, and an empty line
//       about            the versions, as JSON
//       run CASE COUNT   the nanoseconds of CPU time that COUNT times the operation took, of all threads
//       dump CASE FILE   "done", when the document, decoded and encoded again, is in the file
//   node contender.mjs peak FOLDER CASE
//       the peak memory, before it reads the document and at the end
//
// Decoding is from bytes to a value, and encoding is from a value to bytes.

import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const decode = (bytes) => JSON.parse(bytes.toString("utf8"));
const encode = (value) => Buffer.from(JSON.stringify(value), "utf8");

class Case {
  constructor(file, operation) {
    this.file = file;
    this.operation = operation;
  }

  prepare() {
    if (this.bytes === undefined) {
      this.bytes = readFileSync(this.file);
      this.value = this.operation === "encode" ? decode(this.bytes) : undefined;
    }
    return this;
  }

  run(count) {
    // The last result is kept, so that the optimizer cannot leave one out.
    for (let index = 0; index < count; index++) {
      this.kept = this.operation === "encode" ? encode(this.value) : decode(this.bytes);
    }
  }

  result() {
    return encode(decode(this.bytes));
  }
}

function allCases(folder) {
  const cases = new Map();
  const trees = { twitter: "twitter.json", citm: "citm_catalog.json", canada: "canada.json", message: "message.json" };
  for (const [name, file] of Object.entries(trees)) {
    for (const operation of ["decode", "encode"]) {
      cases.set(`node/tree-${name}/${operation}`, new Case(`${folder}/${file}`, operation));
    }
  }
  for (let count = 1; count <= 10_000_000; count *= 10) {
    cases.set(`node/records-${count}/decode`, new Case(`${folder}/records-${count}.json`, "decode"));
  }
  return cases;
}

function peakMemory() {
  const status = readFileSync("/proc/self/status", "ascii");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)[1]) * 1024;
}

function reply(cases, words) {
  const known = (name) => {
    if (!cases.has(name)) throw new Error(`no case is named ${name}`);
    return cases.get(name).prepare();
  };
  if (words[0] === "list") return [...cases.keys()].map((name) => name + "\n").join("");
  if (words[0] === "about") return JSON.stringify({ node: process.versions.node, v8: process.versions.v8 });
  if (words[0] === "run") {
    const chosen = known(words[1]);
    const start = process.cpuUsage();
    chosen.run(Number(words[2]));
    const used = process.cpuUsage(start);
    return String((used.user + used.system) * 1000);
  }
  if (words[0] === "dump") {
    writeFileSync(words[2], known(words[1]).result());
    return "done";
  }
  throw new Error(`not a request: ${words.join(" ")}`);
}

const [mode, folder, name] = process.argv.slice(2);
if (mode === "serve") {
  const cases = allCases(folder);
  createInterface({ input: process.stdin }).on("line", (line) => {
    let answer;
    try {
      answer = reply(cases, line.split(" "));
    } catch (error) {
      answer = `error ${String(error).replaceAll("\n", " ")}`;
    }
    process.stdout.write(answer + "\n");
  });
} else if (mode === "peak") {
  const atStart = peakMemory();
  allCases(folder).get(name).prepare().run(1);
  console.log(`${atStart} ${peakMemory()}`);
} else {
  console.error("usage: contender.mjs serve FOLDER | contender.mjs peak FOLDER CASE");
  process.exit(2);
}
