#!/usr/bin/env node
// A tool provider: offers two tools and stays until it is told to stop.
//
//   npm ci && node provider.mjs

import { setTimeout as sleep } from "node:timers/promises";
import { Provider, ToolError } from "./tap.mjs";

const tools = {
  greet: {
    description: "Greets someone by name.",
    parameters: {
      type: "object",
      properties: { name: { type: "string", description: "whom to greet" } },
      required: ["name"],
    },
    run({ name }) {
      // The schema is a promise to the model, not a check: look at the arguments yourself.
      if (typeof name !== "string" || name === "") throw new ToolError("INTERNAL", "'name' must be a text");
      return `Hello, ${name}!`;
    },
  },

  countdown: {
    description: "Counts down, one number a second. Can be cancelled.",
    parameters: {
      type: "object",
      properties: { from: { type: "integer", minimum: 1, maximum: 60, description: "the first number" } },
      required: ["from"],
    },
    timeout: 65_000,
    async run({ from }, call) {
      if (!Number.isInteger(from) || from < 1 || from > 60) {
        throw new ToolError("INTERNAL", "'from' must be a whole number from 1 to 60");
      }
      for (let left = from; left > 0; left--) {
        call.progress(`${left} …`);
        await sleep(1_000, undefined, { signal: call.signal });
      }
      provider.push({ level: "keep", stream: "countdowns", event: `Counted down from ${from}`, metadata: { from } });
      return { from, said: "Lift-off!" };
    },
  },
};

const provider = new Provider({
  name: "node-example",
  tools,
  joined: (it) => it.push({ level: "surface", event: "The Node.js example is here" }),
});
await provider.run();
