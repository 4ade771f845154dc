#!/usr/bin/env node
// A tool provider: offers two tools and stays until it is told to stop.
//
//   npm ci && node provider.mjs

import { setTimeout as sleep } from "node:timers/promises";
import { Provider } from "@tapgateway/provider";

const provider = new Provider("node-example");
provider.on("joined", () => provider.stream().surface("The Node.js example is here"));

provider.tool(
  "greet",
  {
    description: "Greets someone by name.",
    parameters: {
      type: "object",
      properties: { name: { type: "string", minLength: 1, description: "whom to greet" } },
      required: ["name"],
    },
  },
  ({ name }) => `Hello, ${name}!`,
);

provider.tool(
  "countdown",
  {
    description: "Counts down, one number a second. Can be cancelled.",
    parameters: {
      type: "object",
      properties: { from: { type: "integer", minimum: 1, maximum: 60, description: "the first number" } },
      required: ["from"],
    },
    timeout: 65_000,
  },
  async ({ from }, call) => {
    call.signal.addEventListener("abort", () => console.log(`Stopped counting down from ${from}`));
    for (let left = from; left > 0; left--) {
      call.progress(`${left} …`);
      await sleep(1_000, undefined, { signal: call.signal });
    }
    provider.stream("countdowns").keep(`Counted down from ${from}`, { from });
    return { from, said: "Lift-off!" };
  },
);

await provider.run();
