#!/usr/bin/env node
// A guardian: nobody pushes to git in this session unless CI has passed. It has to be started by the user:
//
//   ./tapgateway spawn ci-guardian node examples/node/guardian.mjs
//
// It watches a file, CI_STATE or else ci.json, such as {"branch":"main","state":"failed","run":17}. Ask your own CI in
// its place.

import { readFileSync } from "node:fs";
import { Provider } from "./tap.mjs";

const FILE = process.env.CI_STATE || "ci.json";
const STATES = ["passed", "failed", "running"];
const LOOK_EVERY_MS = 1_000;

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

const guardian = new Provider({
  name: "ci-guardian",
  tools: {
    ci_status: {
      description: "Whether CI has passed.",
      parameters: { type: "object", properties: {} },
      run: look,
    },
  },
  gates: {
    push: {
      // The arguments are matched as JSON. This errs on the side of asking: it costs a moment, and no push goes by.
      match: { tool: "shell", args: "\\bgit\\b.*\\bpush\\b" },
      decide() {
        // Asked anew each time: what we knew a second ago may be wrong by now.
        const { state, text } = look();
        return state === "passed" ? { decision: "allow" } : { decision: "deny", reason: `${text}. Push when it has passed.` };
      },
    },
  },
  context: look().text,
});

let known = guardian.definition.context;
setInterval(() => {
  const { text } = look();
  if (text === known) return;
  known = text;
  guardian.setContext(text);
  guardian.push({ level: "surface", stream: "ci", event: text });
}, LOOK_EVERY_MS);

await guardian.run();
