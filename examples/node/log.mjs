#!/usr/bin/env node
// Follows a log: every new line of LOG_FILE, or else build.log, becomes an event of the stream `log`. A filter decides at
// the gateway what becomes of each, and the agent can have more of it dropped.
//
//   node log.mjs

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { Provider, ToolError } from "@tapgateway/provider";

const FILE = process.env.LOG_FILE || "build.log";
const LOOK_EVERY_MS = 1_000;
const MAX_BYTES_AT_ONCE = 64 * 1024;

/** The first rule that matches decides; what none matches is kept, for whoever asks. */
let rules = [
  { match: "\\bDEBUG\\b", outcome: "drop" },
  { match: "\\bERROR\\b", outcome: "inject" }, // the agent is to do something about it
  { match: "\\bWARN\\b", outcome: "surface" }, // a person may want to see it
];

// One change of the rules at a time.
const provider = new Provider("build-log", { concurrency: 1 });
const log = provider.stream("log").filter(...rules);

const pattern = { type: "string", minLength: 1, description: "in the syntax of RE2" };
const ignore = {
  description: "Drops further lines of the log that match a regular expression.",
  parameters: { type: "object", properties: { pattern }, required: ["pattern"] },
};
provider.tool("log_ignore", ignore, async ({ pattern }) => {
  const more = [{ match: pattern, outcome: "drop" }, ...rules];
  log.filter(...more);
  await provider.updated().catch((refusal) => {
    throw new ToolError("INVALID_ARGUMENTS", refusal.message);
  });
  rules = more;
  return { rules: rules.length };
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
    unfinished = "";
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
  // Without a session nobody listens; and a line that cannot leave yet waits for the next look.
  while (provider.joined && (waiting.length || readMore()) && log.keep(waiting[0])) waiting.shift();
}, LOOK_EVERY_MS);

function readMore() {
  const lines = (unfinished + added()).split("\n");
  unfinished = lines.pop();
  waiting.push(...lines.filter((line) => line.trim() !== ""));
  return waiting.length > 0;
}

await provider.run();
