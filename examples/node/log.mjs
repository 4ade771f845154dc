#!/usr/bin/env node
// Follows a log: every new line of LOG_FILE, or else build.log, becomes an event of the stream `log`. A filter decides at
// the gateway what becomes of each, and the agent can have more of it dropped.
//
//   node log.mjs

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { Provider, ToolError } from "./tap.mjs";

const FILE = process.env.LOG_FILE || "build.log";
const STREAM = "log";
const LOOK_EVERY_MS = 1_000;
// A provider may push ten events a second; a few are left for others to come.
const LINES_AT_ONCE = 8;
const MAX_BYTES_AT_ONCE = 64 * 1024;

/** The first rule that matches decides; what none matches is kept, for whoever asks. */
const rules = [
  { match: "\\bDEBUG\\b", outcome: "drop" },
  { match: "\\bERROR\\b", outcome: "inject" }, // the agent is to do something about it
  { match: "\\bWARN\\b", outcome: "surface" }, // a person may want to see it
];

const provider = new Provider({
  name: "build-log",
  tools: {
    log_ignore: {
      description: "Drops further lines of the log that match a regular expression.",
      parameters: {
        type: "object",
        properties: { pattern: { type: "string", description: "in the syntax of RE2" } },
        required: ["pattern"],
      },
      async run({ pattern }) {
        if (typeof pattern !== "string" || pattern === "") throw new ToolError("INTERNAL", "'pattern' must be a text");
        const more = [{ match: pattern, outcome: "drop" }, ...provider.definition.filters[STREAM]];
        await provider.setFilter(STREAM, more).catch((refusal) => {
          throw new ToolError("INTERNAL", refusal.message);
        });
        return { rules: more.length };
      },
    },
  },
  filters: { [STREAM]: rules },
});

let offset = sizeOf(FILE);
// A read may end in the middle of a character.
let decoder = new StringDecoder("utf8");
let unfinished = "";
const waiting = [];

function sizeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** What has been added since; a file that has become shorter is a new one. */
function added() {
  const size = sizeOf(FILE);
  if (size < offset) {
    offset = 0;
    decoder = new StringDecoder("utf8");
  }
  if (size === offset) return "";
  const bytes = Buffer.alloc(Math.min(size - offset, MAX_BYTES_AT_ONCE));
  const file = openSync(FILE, "r");
  try {
    const read = readSync(file, bytes, 0, bytes.length, offset);
    offset += read;
    return decoder.write(bytes.subarray(0, read));
  } finally {
    closeSync(file);
  }
}

setInterval(() => {
  if (waiting.length < LINES_AT_ONCE) {
    const lines = (unfinished + added()).split("\n");
    unfinished = lines.pop();
    waiting.push(...lines.filter((line) => line.trim() !== ""));
  }
  if (!provider.connection?.isBound) return;
  for (const line of waiting.splice(0, LINES_AT_ONCE)) provider.push({ level: "keep", stream: STREAM, event: line });
}, LOOK_EVERY_MS);

await provider.run();
