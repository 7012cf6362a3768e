// Says what JavaScript makes of texts. The first argument is a file of questions, one a line: a letter, and bytes in
// hexadecimal digits. The second one is the file for the answers, one a line, in hexadecimal digits, or `refused`.
//
//   c  a JSON text: RFC 8785's canonical form
//   s  a JSON text: sorted and indented by two spaces
//   h  a JSON text: what may stand in scripts
//   a  a JSON text: ASCII only
//   d  milliseconds since 1970: the date and time
//   5  a JSON5 text that is JavaScript as well: JSON

"use strict";
const fs = require("fs");
const vm = require("vm");

// `Array.prototype.sort` goes by UTF-16 code units, as RFC 8785 wants it. A map keeps the order, integer-like keys too.
function sorted(value) {
  if (Array.isArray(value)) return "[" + value.map(sorted).join(",") + "]";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ":" + sorted(value[key]));
  return "{" + members.join(",") + "}";
}

function indented(value, depth) {
  const line = "\n" + "  ".repeat(depth + 1);
  const end = "\n" + "  ".repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return "[" + value.map((element) => line + indented(element, depth + 1)).join(",") + end + "]";
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  if (keys.length === 0) return "{}";
  return "{" + keys.map((key) => line + JSON.stringify(key) + ": " + indented(value[key], depth + 1)).join(",") + end + "}";
}

function escaped(text, pattern) {
  return text.replace(pattern, (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));
}

function answer(letter, text) {
  switch (letter) {
    case "c": return sorted(JSON.parse(text));
    case "s": return indented(JSON.parse(text), 0);
    case "h": return escaped(JSON.stringify(JSON.parse(text)), /[<>&\u2028\u2029]/g);
    case "a": return escaped(JSON.stringify(JSON.parse(text)), /[\u0080-\uffff]/g);
    case "5": return JSON.stringify(vm.runInNewContext("(" + text + "\n)"));
    case "d": return JSON.stringify(new Date(Number(text)));
    default: throw new Error("no such question");
  }
}

const answers = fs.readFileSync(process.argv[2], "utf8").trimEnd().split("\n").map((line) => {
  const text = Buffer.from(line.slice(1), "hex").toString("utf8");
  try {
    return Buffer.from(answer(line[0], text), "utf8").toString("hex");
  } catch (error) {
    return "refused";
  }
});
fs.writeFileSync(process.argv[3], answers.join("\n") + "\n");
