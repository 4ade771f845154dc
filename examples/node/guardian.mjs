#!/usr/bin/env node
// A guardian: nobody pushes to git in this session unless CI has passed, or is running and you agree. With --ask-me it denies nothing by itself: you
// are asked about every push while CI has not passed. It has to be started by the user:
//
//   ./tapgateway spawn ci-guardian node examples/node/guardian.mjs [--ask-me]
//
// It watches a file, CI_STATE (spawn --pass CI_STATE hands it on) or else ci.json, such as {"branch":"main","state":"failed","run":17}. Ask your own CI in
// its place.

import { readFileSync } from "node:fs";
import { allow, ask, deny, Provider } from "@tapgateway/provider";

const FILE = process.env.CI_STATE || "ci.json";
const STATES = ["passed", "failed", "running"];
const LOOK_EVERY_MS = 1_000;
const ASK_ME = process.argv.includes("--ask-me");

/** What the file says; a state of which we know nothing is "unknown". */
function look() {
  try {
    const { branch, state, run } = JSON.parse(readFileSync(FILE, "utf8"));
    if (STATES.includes(state)) return { state, text: `CI of ${branch}: run ${run} ${state === "running" ? "is" : "has"} ${state}` };
  } catch {
    // Missing, or half-written: it comes to the same.
  }
  return { state: "unknown", text: "CI: its state is unknown" };
}

const guardian = new Provider("ci-guardian");
const events = guardian.stream("ci");
let known = look().text;

guardian.context(known);
guardian.tool("ci_status", { description: "Whether CI has passed." }, look);

// The arguments are matched as JSON. This errs on the side of asking: it costs a moment, and no push goes by.
guardian.gate({ tool: "shell", args: "\\bgit\\b.*\\bpush\\b" }, () => {
  // Asked anew each time: what we knew a second ago may be wrong by now.
  const { state, text } = look();
  if (state === "passed") return allow();
  return ASK_ME || state === "running" ? ask(`${text}. Push all the same?`) : deny(`${text}. Push when it has passed.`);
});

setInterval(() => {
  const { text } = look();
  if (text === known) return;
  known = text;
  guardian.context(text);
  events.surface(text);
}, LOOK_EVERY_MS);

await guardian.run();
